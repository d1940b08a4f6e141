/// Configurations of Fusuma.
extension ImportSample {
  static let fusuma = ImportSample(
    name: "config.yml",
    text: #"""
      swipe:
        4:
          left:
            workspace: next # the one behind
          right:
            sendkey: "LEFTMETA+A"
            threshold: 0.5
          up: # louder
            command: 'xdotool key XF86AudioRaiseVolume'
            interval: 0.2
          down:
            command: 'xdotool key XF86AudioLowerVolume'
            interval: 0.2
      pinch:
        in:
          command: "xdotool key ctrl+plus"
        out:
          command: "xdotool key ctrl+minus"
      rotate:
        3:
          begin: { command: notify-send turning }
          clockwise:
            update: { sendkey: BRIGHTNESSUP }
          counterclockwise:
            update: { sendkey: BRIGHTNESSDOWN }
      hold:
        3:
          command: |
            notify-send "held"
            playerctl pause
          threshold: 2
        4:
          server: four_finger_hold
      threshold:
        pinch: 2
      ---
      context:
        thumbsense: true
      swipe:
        4:
          left: { sendkey: "LEFTALT+LEFT" }

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from config.yml, a configuration of Fusuma.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.
      # A 'threshold' is a factor of what is usual: 12mm for a swipe, 10% for a pinch, 12° for a rotation here, and
      # never less than a half of it.
      # A short 'interval' has Fusuma act again and again in one gesture. So do these rules, in steps of what a hand
      # does in that time; without 'every', a swipe acts once.
      # Fusuma exchanged in and out in its version 3.0, and the file does not say for which it was written: where
      # yours was older, exchange the two.
      # An 'update' is a step of what a hand does in its 'interval': with 120mm, 100% or 90° in a second.
      # A hold is one of 0.7s, times its 'threshold'.

      rules:
        # the one behind
        - swipe: left
          fingers: 4
          do: {keys: ctrl+alt+Right}
        - swipe: right
          fingers: 4
          distance: 6mm
          do: {keys: super+a}

        # louder
        # 'back' is what line 11 said of the other way
        - pan: up
          fingers: 4
          every: 7.2mm
          do: {keys: XF86AudioRaiseVolume}
          back: {keys: XF86AudioLowerVolume}

        # 'back' is what line 25 said of the other way
        - rotate: clockwise
          fingers: 3
          begin: notify-send turning
          every: 9°
          do: {keys: XF86MonBrightnessUp}
          back: {keys: XF86MonBrightnessDown}
        - long-press: 1400ms
          fingers: 3
          do: |-
            notify-send "held"
            playerctl pause
        - pinch: in
          fingers: 2-4
          distance: 20%
          do: {keys: ctrl+plus}
        - pinch: out
          fingers: 2-4
          distance: 20%
          do: {keys: ctrl+minus}

      # Not carried over:
      #   config.yml:32 Fusuma itself knows no 'server': it belongs to a plugin
      #   config.yml:41 it is for 'thumbsense', which no rule can ask for

      """#)
}
