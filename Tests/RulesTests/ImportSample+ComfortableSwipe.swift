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
      # 'threshold = 200.0' (line 7) counts libinput's units, of which a slow finger makes 10.52 in a millimetre:
      # 'distance: 19mm'.

      rules:
        # Workspaces
        - swipe: left
          fingers: 3
          distance: 19mm
          do: {keys: ctrl+alt+Right}
        - swipe: right
          fingers: 3
          distance: 19mm
          do: {keys: ctrl+alt+Left}
        - swipe: up
          fingers: 4
          distance: 19mm
          do: {keys: super}

      # Not carried over:
      #   comfortable-swipe.conf:6 'nosuchkey+x+y' is no chord of known keys
      #   comfortable-swipe.conf:8 moving and scrolling with 4 fingers is left to the desktop

      """#)
}
