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
      # A 'threshold' is a factor of what is usual: here 12mm for a swipe and 12° for a rotation; for a pinch, of 1.3
      # times the fingers' distance, which is 10% here. What comes out is never less than about a half of it.
      # A short 'interval' has Fusuma act again and again in one gesture. So do these rules, in steps of what a hand
      # does in that time; without 'every', a swipe acts once.
      # Fusuma exchanged in and out in its version 3.0, and the file does not say for which it was written: where
      # yours was older, exchange the two.
      # An 'update' is a step of what a hand does in its 'interval': with 120mm, 100% or 90° in a second.
      # A hold is one of 0.7s, times its 'threshold', and the time after which libinput tells of it: 40ms with one and
      # two fingers, 180ms with more.

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
        - long-press: 1580ms
          fingers: 3
          do: |-
            notify-send "held"
            playerctl pause
        - pinch: in
          fingers: 2-4
          device: touchpad
          distance: 53.3%
          do: {keys: ctrl+plus}
        - pinch: out
          fingers: 2-4
          device: touchpad
          distance: 53.3%
          do: {keys: ctrl+minus}

      # Not carried over:
      #   config.yml:32 Fusuma itself knows no 'server': it belongs to a plugin
      #   config.yml:41 it is for 'thumbsense', which no rule can ask for

      """#)

  static let fusumaPrograms = ImportSample(
    name: "programs.yml",
    text: #"""
      swipe:
        3:
          # Drags a window
          begin:
            command: xdotool mousedown 1
          update:
            command: "xdotool mousemove_relative -- $move_x, $move_y"
            interval: 0.01
          end:
            command: xdotool mouseup 1
        4:
          left: {workspace: next, keypress: {LEFTSHIFT: {window: next}}}
          right: {workspace: prev, keypress: {LEFTSHIFT: {window: prev}}}
          up: {sendkey: LEFTMETA}
          down: {sendkey: [LEFTMETA+D, ESC]}
      hold:
        3: {sendkey: BTN_MIDDLE}
      pinch:
        2:
          in: {command: "xdotool keydown ctrl click 4 keyup ctrl", threshold: 0.1}
          out: {command: "xdotool keydown ctrl click 5 keyup ctrl", threshold: 0.1}
      rotate:
        3:
          clockwise: {sendkey: BRIGHTNESSUP, interval: 0.2}
          counterclockwise: {sendkey: BRIGHTNESSDOWN, interval: 0.2}
      ---
      context: {application: [Google-chrome, Firefox]}
      swipe:
        3:
          left: {sendkey: LEFTALT+RIGHT}
          right: {sendkey: LEFTALT+LEFT}

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from programs.yml, a configuration of Fusuma.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.
      # Some of these rules ask which modifiers are held, as Fusuma's plugin keypress does. For that Sleight reads the
      # keyboards, as the plugin did; without 'read-keyboards' those rules have to go.
      # A hold is one of 0.7s, times its 'threshold', and the time after which libinput tells of it: 40ms with one and
      # two fingers, 180ms with more.
      # Fusuma exchanged in and out in its version 3.0, and the file does not say for which it was written: where
      # yours was older, exchange the two.
      # A 'threshold' is a factor of what is usual: here 12mm for a swipe and 12° for a rotation; for a pinch, of 1.3
      # times the fingers' distance, which is 10% here. What comes out is never less than about a half of it.
      # A short 'interval' has Fusuma act again and again in one gesture. So do these rules, in steps of what a hand
      # does in that time; without 'every', a swipe acts once.
      # Programs have the names that X11 has for them (WM_CLASS). On Wayland a window has an app id instead: often the
      # same name in lower case, which makes no difference here, or one such as org.gnome.Nautilus. 'swaymsg -t
      # get_tree', 'hyprctl clients' and 'niri msg windows' show it.

      settings:
        # To know which modifiers are held.
        read-keyboards: true

      rules:
        - when: {modifiers: shift}
          rules:
            - swipe: left
              fingers: 4
              do: {keys: ctrl+alt+shift+Right}
            - swipe: right
              fingers: 4
              do: {keys: ctrl+alt+shift+Left}

        - when: {app: [Google-chrome, Firefox]}
          rules:
            - swipe: left
              fingers: 3
              do: {keys: alt+Right}
            - swipe: right
              fingers: 3
              do: {keys: alt+Left}

        # Drags a window
        - pan: any
          fingers: 3
          drag: left
          also: true
        - swipe: left
          fingers: 4
          do: {keys: ctrl+alt+Right}
        - swipe: right
          fingers: 4
          do: {keys: ctrl+alt+Left}
        - swipe: up
          fingers: 4
          do: {keys: super}
        - swipe: down
          fingers: 4
          do: {keys: [super+d, Escape]}
        - long-press: 880ms
          fingers: 3
          do: {click: middle}
        - pinch: in
          fingers: 2
          device: touchpad
          distance: 5%
          begin: {hold: ctrl}
          do: {scroll: up}
        - pinch: out
          fingers: 2
          device: touchpad
          distance: 5%
          begin: {hold: ctrl}
          do: {scroll: down}

        # 'back' is what line 25 said of the other way
        - rotate: clockwise
          fingers: 3
          every: 5.4°
          do: {keys: XF86MonBrightnessUp}
          back: {keys: XF86MonBrightnessDown}

      # Not exactly as it was:
      #   programs.yml:12 keyboards are read for this: 'read-keyboards: true' is set

      """#)
}
