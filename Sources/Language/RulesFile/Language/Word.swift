public import Gestures

/// A word of the rules file's language: its name, context, value and meaning. The checker, its suggestions and the
/// documentation are generated from these.
public struct Word: Hashable, Sendable {
  /// The grammatical context in which a word is allowed.
  public enum Context: String, Hashable, Sendable, CaseIterable {
    /// A key at the top level of the file
    case file
    /// A key of a rule
    case rule
    /// A key of a group of rules
    case group
    /// A key of `when`
    case condition
    /// A key of `under`: a property of the window under the fingers
    case under
    /// A key of an entry of `do`
    case action
    /// A key beside an action in an entry of `do`
    case actionOption = "action-option"
    /// A value of `at` beside an action
    case position
    /// A key of a mapping under `mode` in an entry of `do`
    case modeChange = "mode-change"
    /// A key of `settings`
    case settings
    /// A key of `keyboard`
    case keyboard
    /// A value of `inject`
    case injector
    /// A value of `desktop-swipes`
    case desktopSwipes = "desktop-swipes"
    /// A key of `tap` in `settings`
    case tapDefaults = "tap-defaults"
    /// A key of `long-press` in `settings`
    case longPressDefaults = "long-press-defaults"
    /// A key of `swipe` in `settings`
    case swipeDefaults = "swipe-defaults"
    /// A key of `pan` in `settings`
    case panDefaults = "pan-defaults"
    /// A key of `pinch` in `settings`
    case pinchDefaults = "pinch-defaults"
    /// A key of `rotate` in `settings`
    case rotateDefaults = "rotate-defaults"
    /// A key of `circle` in `settings`
    case circleDefaults = "circle-defaults"
    /// A key of `edge` or `corner` in `settings`
    case startDefaults = "start-defaults"
    /// A value of `tap`
    case tap
    /// A value of `swipe` or `pan`
    case direction
    /// A value of `pinch`
    case pinch
    /// A value of `rotate` or `circle`
    case rotate
    /// A value of `edge`
    case edge
    /// A value of `corner`
    case corner
    /// A key of a mapping under `edge` or `corner`
    case atOnce = "at-once"
    /// A value of `zone`
    case zone
    /// A key of a mapping under `zone`
    case area
    /// A value of `stroke`
    case stroke
    /// A value of `press`
    case press
    /// A value of `tip-tap`
    case tipTap = "tip-tap"
    /// A value of `touch`
    case touch
    /// A value of `at`
    case moment
    /// A key of `as`
    case shownHand = "shown-hand"
    /// A value of `device`
    case device
    /// A key of a device under `devices`
    case deviceProperty = "device-property"
    /// A value of `orientation` under `devices`
    case deviceOrientation = "device-orientation"
    /// A modifier in a chord
    case modifier
    /// A value of `orientation` in `when`
    case orientation
    /// A value of `click` and `drag`
    case button
    /// A value of `scroll`
    case scroll
    /// A value of `pointer`
    case pointer
    /// A value of `workspace`
    case workspace
    /// A value of `desktop`
    case desktop
    /// A value of `window`
    case window
  }

  /// The kind of value that a key takes.
  public enum Value: Hashable, Sendable {
    /// No value: the word is a value itself.
    case none
    case word(Context)
    /// One of the words of a context, or a list of them.
    case words(Context)
    /// A number with a unit: `500ms`, `12mm`.
    case quantity(Limits)
    /// A length for a tap, a swipe or a pan, a percentage for a pinch, an angle for a rotation or a circle.
    case distance
    /// The measure of a step: a length for a pan, a percentage for a pinch, an angle for a rotation, a duration for a
    /// long press.
    case step
    /// A speed or a range of speeds: `300mm/s`, `100mm/s-300mm/s`.
    case speed
    /// A range of lengths: `20mm-130mm`.
    case lengths
    /// A multiple of the pointer's speed: `1.5`.
    case factor
    /// One of the words of `direction`, a range of angles such as `315°-45°`, or a list of these.
    case directions
    /// The same, or words of `direction` joined by ` then `: `left then down`.
    case path
    /// One of the words of a context, a list of them, or a mapping with the words of `atOnce` as keys.
    case regions(Context)
    /// A list of words of `edge` or `corner`, whichever it is under.
    case regionsAtOnce
    /// A word of `zone`, or a mapping with the words of `area` as keys.
    case zone
    /// A range of positions between two edges: `0%-50%`, `0mm-30mm`.
    case span
    /// The number of taps: one of the words of `tap`, or a number from 1 to 10.
    case tapCount
    /// The number of preceding taps: from 1 to 10.
    case taps
    /// The number of fingers that rest beside those that move: 1.
    case anchor
    /// A shape's name: one of the words of `stroke`, or one of the file's own.
    case stroke
    /// A mapping of shapes' names to their drawings.
    case strokes
    /// `true` or `false`.
    case flag
    /// A duration, or `true` for the default.
    case resume
    /// A number of fingers, a range or a list of them.
    case fingers
    /// A number of fingers that a hand can be shown with.
    case shownFingers
    /// A kind of device, a name, or a list of them.
    case devices
    /// A mapping of devices, named as under `devices`, to mappings with the words of `deviceProperty` as keys.
    case deviceStatements
    /// A width and a height: `344mm x 194mm`.
    case size
    /// Any text.
    case text
    /// A path, which may have wildcards, or a list of paths.
    case paths
    /// A list of rules.
    case rules
    /// A reaction: a shell command, a mapping of one action, or a list of these.
    case actions
    /// Text with wildcards, or a list of such texts.
    case patterns
    /// A name or a list of names.
    case names
    /// A modifier, or a list of modifiers that may be empty.
    case modifiers
    /// A list of mappings with the words of `condition` as keys.
    case conditions
    /// A program and its arguments, as a list.
    case arguments
    /// A chord or a list of chords.
    case chords
    case chord
    /// A button, optionally with modifiers in front, or a list of them.
    case clicks
    /// A button, optionally with modifiers in front.
    case click
    /// One of the words of `scroll`, or a mapping of a direction to a number of steps.
    case scroll
    /// One of the words of `workspace`, or a number from 1 to 99.
    case workspace
    /// A mode's name, or a mapping with the words of `mode-change` as keys.
    case modeChange
    /// A mapping with the words of a context as keys.
    case mapping(Context)
    /// A layout's name, or a mapping with the words of `keyboard` as keys.
    case layout
  }

  /// The role of a word in a rule.
  public enum Role: Hashable, Sendable {
    /// The gesture that the rule waits for.
    case gesture
    /// A qualifier: narrows the gesture or selects moments of it. It goes with these kinds of gesture.
    case qualifier([Gesture.Kind])
    /// Neither.
    case other
  }

  /// The word itself.
  public var name: String
  /// The context in which it is allowed.
  public var context: Context
  /// The kind of value that it takes.
  public var value: Value
  /// The meaning, in one line.
  public var meaning: String
  /// The role in a rule.
  public var role: Role

  public init(_ name: String, in context: Context, takes value: Value, role: Role = .other, _ meaning: String) {
    self.name = name
    self.context = context
    self.value = value
    self.meaning = meaning
    self.role = role
  }
}
