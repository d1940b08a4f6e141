/// Configurations of comfortable-swipe.
extension ImportSample {
  static let comfortableSwipe = ImportSample(
    name: "comfortable-swipe.conf",
    text: #"""
      ; Workspaces
      left3 = ctrl+alt+Right
      right3=ctrl+alt+Left

      up4 = super
      down4 = nosuchkey+x+y
      threshold = 200.0
      mouse4 = scroll

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from comfortable-swipe.conf, a configuration of comfortable-swipe.

      rules:
        # Workspaces
        - swipe: left
          fingers: 3
          do: {keys: ctrl+alt+Right}
        - swipe: right
          fingers: 3
          do: {keys: ctrl+alt+Left}
        - swipe: up
          fingers: 4
          do: {keys: super}
        - pan: any
          fingers: 4
          also: true
          begin: {scroll: fingers}

      # Not carried over:
      #   comfortable-swipe.conf:6 'nosuchkey+x+y' is no chord of known keys

      # Not exactly as it was:
      #   comfortable-swipe.conf:8 which way it scrolls is what the desktop has for touchpads

      """#)
}
