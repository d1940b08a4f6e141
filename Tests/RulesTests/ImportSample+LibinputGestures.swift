/// Configurations of libinput-gestures.
extension ImportSample {
  static let libinputGestures = ImportSample(
    name: "libinput-gestures.conf",
    text: #"""
      # Workspaces

      # Move to the next workspace
      gesture swipe up 4 _internal ws_up
      gesture swipe down 4 _internal -w ws_down
      gesture: swipe left 4 _internal --cols=2 ws_left
      # Browser
      gesture swipe left 3	xdotool key alt+Right
      gesture swipe right 3 ydotool key 56:1 105:1 105:0 56:0
      gesture swipe right_up xdotool key --clearmodifiers Control_L+T
      gesture pinch in 2 xdotool keydown ctrl click 4 keyup ctrl
      gesture pinch anticlockwise 3 notify-send "turned: left" && beep # twice
      gesture hold on+1.5 3 wtype -M ctrl t -m ctrl
      gesture swipe left 3 xdotool key alt+Left
      gesture swipe sideways 3 foot
      swipe_threshold 100
      timeout 0.5
      device ELAN1300:00 04F3:3059 Touchpad

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from libinput-gestures.conf, a configuration of libinput-gestures.
      # 'swipe_threshold 100' counts libinput's units, of which a slow finger makes 10.52 in a millimetre: 'distance:
      # 9.5mm'.
      # 'timeout 0.5' is the time that a swipe or a pinch may take: 'within: 500ms'.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.
      # libinput-gestures acts when the fingers lift. These rules act on the way, as soon as the fingers have come far
      # enough; 'at: end' makes a swipe wait for the lift.
      # A hold acts when its time is over, while the fingers rest; libinput-gestures waits until they lift.
      # 1 line of comments that stood at no gesture is not kept.

      rules:
        # Move to the next workspace
        # was '_internal ws_up'
        - swipe: up
          fingers: 4
          distance: 9.5mm
          within: 500ms
          do: {keys: ctrl+alt+Right}

        # was '_internal -w ws_down'
        - swipe: down
          fingers: 4
          distance: 9.5mm
          within: 500ms
          do: {keys: ctrl+alt+Left}

        # was '_internal --cols=2 ws_left'
        - swipe: left
          fingers: 4
          distance: 9.5mm
          within: 500ms
          do: {keys: ctrl+alt+Right}

        # the keys of 'ydotool key 56:1 105:1 105:0 56:0' on a keyboard with layout us
        - swipe: right
          fingers: 3
          distance: 9.5mm
          within: 500ms
          do: {keys: alt+Left}
        - pinch: in
          fingers: 2
          device: touchpad
          within: 500ms
          begin: {hold: ctrl}
          do: {scroll: up}
        - rotate: counterclockwise
          fingers: 3
          distance: 15°
          do: 'notify-send "turned: left" && beep # twice'
        - long-press: 1680ms
          fingers: 3
          do: {keys: ctrl+t}
        - swipe: left
          fingers: 3
          distance: 9.5mm
          within: 500ms
          do: {keys: alt+Left}
        - swipe: up-right
          fingers: 3-4
          distance: 9.5mm
          within: 500ms
          do: {keys: ctrl+shift+t}

      # Not carried over:
      #   libinput-gestures.conf:15 there is no gesture 'swipe sideways'

      # Not exactly as it was:
      #   libinput-gestures.conf:12 the tool ran this without a shell, which takes operators and '#' for arguments: here
      #     a shell runs it

      # Not needed, or without effect:
      #   libinput-gestures.conf:8 line 14 is for the same gesture: this one never acted
      #   libinput-gestures.conf:18 Sleight reads every touchpad; a rule that is for this one alone has 'device:
      #     ELAN1300:00 04F3:3059 Touchpad'

      """#)

  static let libinputGesturesSway = ImportSample(
    name: "sway.conf",
    text: #"""
      # Workspaces
      gesture swipe right 3 swaymsg workspace prev_on_output
      gesture swipe left 3 swaymsg workspace next_on_output
      gesture swipe up 3 swaymsg fullscreen toggle
      gesture swipe down 3 swaymsg 'move scratchpad'
      # Browser
      gesture swipe right 4 wtype -M alt -k Left -m alt
      gesture swipe left 4 wtype -M alt -k Right -m alt
      gesture swipe up 4 wtype -M ctrl t -m ctrl
      gesture swipe down 4 wtype -M ctrl w -m ctrl
      gesture swipe left_up 4 xdotool key control+shift+Tab
      gesture swipe right_up 4 xdotool key control+Tab
      gesture pinch in 3 xdotool keydown ctrl click 5 keyup ctrl
      gesture pinch out 3 xdotool keydown ctrl click 4 keyup ctrl
      gesture pinch clockwise light -A 5
      gesture pinch anticlockwise light -U 5
      gesture hold on 3 ydotool click 0xC2

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from sway.conf, a configuration of libinput-gestures.
      # libinput-gestures acts when the fingers lift. These rules act on the way, as soon as the fingers have come far
      # enough; 'at: end' makes a swipe wait for the lift.
      # A hold acts when its time is over, while the fingers rest; libinput-gestures waits until they lift.

      rules:
        # Workspaces
        - swipe: right
          fingers: 3
          do: {sway: workspace prev_on_output}
        - swipe: left
          fingers: 3
          do: {sway: workspace next_on_output}
        - swipe: up
          fingers: 3
          do: {sway: fullscreen toggle}
        - swipe: down
          fingers: 3
          do: {sway: move scratchpad}

        # Browser
        - swipe: right
          fingers: 4
          do: {keys: alt+Left}
        - swipe: left
          fingers: 4
          do: {keys: alt+Right}
        - swipe: up
          fingers: 4
          do: {keys: ctrl+t}
        - swipe: down
          fingers: 4
          do: {keys: ctrl+w}
        - swipe: up-left
          fingers: 4
          do: {keys: ctrl+shift+Tab}
        - swipe: up-right
          fingers: 4
          do: {keys: ctrl+Tab}
        - pinch: in
          fingers: 3
          begin: {hold: ctrl}
          do: {scroll: down}
        - pinch: out
          fingers: 3
          begin: {hold: ctrl}
          do: {scroll: up}
        - long-press: 500ms
          fingers: 3
          do: {click: middle}
        - rotate: clockwise
          fingers: 2-4
          device: touchpad
          distance: 15°
          do: light -A 5
        - rotate: counterclockwise
          fingers: 2-4
          device: touchpad
          distance: 15°
          do: light -U 5

      """#)
}
