/// Configurations of Gebaar.
extension ImportSample {
  static let gebaar = ImportSample(
    name: "gebaard.toml",
    text: #"""
      [swipe.commands.three]
      left_up = ""
      up = "bspc node -f north"  # north
      left = 'xdotool key Super_L+semicolon'

      [pinch.commands.two]
      out = "xdotool key Control_L+equal"
      in = "xdotool key Control_L+minus"

      [[swipe.commands]]
      fingers = 2
      type = "TOUCH"
      right = """
      onboard \
        --quiet"""

      [switch.commands]
      tablet = "onboard"

      [pinch.settings]
      threshold = 0.2
      one_shot = false

      [swipe.settings]
      threshold = 0.75
      trigger_on_release = true

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from gebaard.toml, a configuration of Gebaar.
      # Swipes act on the way, as soon as the fingers have come far enough; Gebaar waits until they lift, as 'at: end'
      # does here.

      rules:
        # north
        - swipe: up
          fingers: 3
          device: touchpad
          do: bspc node -f north
        - swipe: left
          fingers: 3
          device: touchpad
          do: {keys: super+semicolon}

        # 'back' is what line 8 said of the other way
        - pinch: out
          fingers: 2
          device: touchpad
          every: 20%
          do: {keys: ctrl+equal}
          back: {keys: ctrl+minus}
        - swipe: right
          fingers: 2
          device: touchscreen
          do: onboard --quiet

      # Not needed, or without effect:
      #   gebaard.toml:18 a switch is no gesture: the desktop sees to 'tablet'

      """#)

  static let gebaarTouch = ImportSample(
    name: "gebaard.toml",
    text: #"""
      [[swipe.commands]]
      fingers = 3
      one_shot = false
      up = "presentview --up"
      left = "ydotool key 56:1 106:1 106:0 56:0"

      [[swipe.commands]]
      fingers = 3
      type = "TOUCH"
      # The window below
      up = 'qdbus org.kde.kglobalaccel /component/kwin invokeShortcut "Expose"'

      [[swipe.commands]]
      fingers = 1
      type = "TOUCH"
      down = "onboard"

      [[pinch.commands]]
      type = "ONESHOT"
      in = "firefox &"

      [settings]
      pinch.threshold = 0.13

      [settings.gesture_swipe]
      threshold = 0.7
      trigger_on_release = true

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from gebaard.toml, a configuration of Gebaar.
      # Swipes act on the way, as soon as the fingers have come far enough; Gebaar waits until they lift, as 'at: end'
      # does here.
      # The long swipes of one finger are a part of a screen of 344mm by 194mm.

      rules:
        - swipe: up
          fingers: 3
          device: touchpad
          do: presentview --up

        # the keys of 'ydotool key 56:1 106:1 106:0 56:0' on a keyboard with layout us
        - swipe: left
          fingers: 3
          device: touchpad
          do: {keys: alt+Right}

        # The window below
        - swipe: up
          fingers: 3
          device: touchscreen
          do: qdbus org.kde.kglobalaccel /component/kwin invokeShortcut "Expose"
        - swipe: down
          fingers: 1
          device: touchscreen
          distance: 135.8mm
          within: 2s
          do: onboard
        - pinch: in
          fingers: 2
          device: touchpad
          distance: 13%
          do: firefox &

      # Not needed, or without effect:
      #   gebaard.toml:3 'one_shot' is a setting, and Gebaar does not look for it here

      """#)
}
