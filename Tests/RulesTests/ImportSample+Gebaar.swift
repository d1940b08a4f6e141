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
      # A swipe's 'threshold' is 75% where 50% is usual, and its distance 18mm where 12mm is usual.
      # Swipes act on the way, as soon as the fingers have come far enough; 'at: end' makes one wait for the lift.
      # A pinch's 'threshold' is the 'distance' here, or the step of one that goes on: 20%.

      rules:
        # north
        - swipe: up
          fingers: 3
          distance: 18mm
          at: end
          do: bspc node -f north
        - swipe: left
          fingers: 3
          distance: 18mm
          at: end
          do: {keys: super+semicolon}

        # 'back' is what line 8 said of the other way
        - pinch: out
          fingers: 2
          every: 20%
          do: {keys: ctrl+equal}
          back: {keys: ctrl+minus}
        - swipe: right
          fingers: 2
          device: touchscreen
          distance: 18mm
          at: end
          do: onboard --quiet

      # Not carried over:
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

      """#)
}
