internal import Desktop
internal import Diagnostics
internal import Gestures
internal import JSONLines
package import Rules
package import Touch
internal import YAML

/// The keys of settings and devices.
extension Word {
  package static let keyboard = Key(
    "keyboard", in: .settings,
    Codec("layout", ["anyOf": [.anyText, .mapping(.keyboard)]]) { $0.keyboard($1) },
    "The keyboard layout that 'keys' looks keys up in.")
  package static let layout = Key(
    "layout", in: .keyboard, .layout(example: "de"), "The layout, such as de, or several, such as us,ru.")
  static let variant = Key("variant", in: .keyboard, .layout(example: "neo"), "The layout's variant, such as neo.")
  static let model = Key("model", in: .keyboard, .layout(example: "pc105"), "The keyboard's model, such as pc105.")
  package static let options = Key(
    "options", in: .keyboard, .layout(example: "compose:caps"), "Options, such as compose:caps.")
  package static let inject = Key<Injection>(
    "inject", in: .settings, .word(.injector, "injector"), "What keys, buttons and wheels go by to the desktop.")
  static let person = Key<Person>(
    "for", in: .settings, .word(.person, "person"), "Whose hands the defaults of distances and times suit.")
  static let usualSpeed = Key(
    "pointer-speed", in: .settings, .factor(), "The speed of 'drag' and 'pointer' that do not state it.")
  package static let desktopSwipes = Key<DesktopSwipes>(
    "desktop-swipes", in: .settings, .word(.desktopSwipes, "state"),
    "The desktop's own swipes on touchpads that stay enabled, on GNOME.")
  package static let settle = Key(
    "settle", in: .settings, .duration(.settling), usual: .duration(Recognition.settling),
    "How long after one finger the next one of the same gesture may land or lift.")
  static let usualResume = Key(
    "resume", in: .settings, .duration(.resume), usual: .duration(Defaults().resume), "What 'resume: true' means.")
  package static let readKeyboards = Key(
    "read-keyboards", in: .settings, .flag, usual: false,
    "Whether keyboards may be read, to know which modifiers are held and when somebody types.")
  package static let contacts = Key(
    "contacts", in: .settings, .flag, usual: true, "Whether the contacts of touchpads may be read.")
  static let keepPositions = Key(
    "keep-positions", in: .settings, .flag, usual: false,
    "Whether the daemon keeps the positions of the last touches on touchscreens for 'sleight why'.")
  static let notifications = Key(
    "notifications", in: .settings, .flag, usual: true,
    "Whether the desktop shows a notification when a saved rules file has errors.")
  static let hint = Key<StrokeSide>(
    "hint", in: .settings, .word(.side, "side"),
    "The side of the screen at which 'sleight hint' shows what fingers are about to do, from the login on.")
  static let hintMisses = Key(
    "hint-misses", in: .settings, .flag, usual: false, "Whether hints say why a rule did not act.")
  static let hintFullscreen = Key(
    "hint-fullscreen", in: .settings, .flag, usual: true, "Whether hints are shown above fullscreen windows.")
  static let whileTyping = Key(
    "while-typing", in: .settings, .flag, usual: false, "Whether rules act on touchpads while somebody types.")
  static let whilePenNear = Key(
    "while-pen-near", in: .settings, .flag, usual: true,
    "Whether rules act while a pen is near, also without a condition on it.")
  static let keepsFingers = Key(
    "keep", in: .settings, .flag, usual: .bool(RuleSet.keepsFingers),
    "Whether the desktop sees all that fingers do on touchpads that are not owned, also what rules act on.")
  package static let panic = Key(
    "panic", in: .settings, .duration(.panic), usual: .duration(RuleSet.panicTime),
    "How long five fingers rest on an owned device to give all devices back.")
  static let lockedIf = Key(
    "locked-if", in: .settings, Codec("command", .anyText) { $0.lockProbe($1) },
    "A shell command whose exit status is 0 while the session is locked.")

  /// The keys of `settings` that have the defaults of limits, each with the keys that it takes.
  static let defaults: [(key: Key<Void>, limits: [Word])] = [
    defaults(tap, in: .tapDefaults, "taps") { $0.limits(LimitRows.tap, of: .tap, $1, into: &$2.tap) },
    defaults(longPress, in: .longPressDefaults, "long presses") {
      $0.limits(LimitRows.longPress, of: .longPress, $1, into: &$2.longPress)
    },
    defaults(swipe, in: .swipeDefaults, "swipes") { $0.limits($1, into: &$2.swipe) },
    defaults(pan, in: .panDefaults, "pans") { $0.limits(LimitRows.pan, of: .pan, $1, into: &$2.pan) },
    defaults(pinch, in: .pinchDefaults, "pinches") { $0.limits($1, into: &$2.pinch, LimitRows.pinch) },
    defaults(rotate, in: .rotateDefaults, "rotations") {
      $0.limits(LimitRows.rotate, of: .rotate, $1, into: &$2.rotate)
    },
    defaults(circle, in: .circleDefaults, "circles") {
      $0.limits(LimitRows.circle, of: .circle, $1, into: &$2.circle)
    },
    defaults(stroke, in: .strokeDefaults, "shapes") {
      $0.limits(LimitRows.stroke, of: .stroke, $1, into: &$2.stroke)
    },
    defaults(press, in: .pressDefaults, "presses") { $0.limits(LimitRows.press, of: .press, $1, into: &$2.press) },
    defaults(edge, in: .startDefaults, nil) { $0.limits(LimitRows.start, of: nil, $1, into: &$2.edge) },
    defaults(corner, in: .startDefaults, nil) { $0.limits(LimitRows.start, of: nil, $1, into: &$2.corner) },
  ]

  private static func defaults(
    _ key: Word, in context: Context, _ gestures: String?,
    _ read: @escaping @Sendable (inout RulesDecoder, Fields, inout Defaults) -> Void
  ) -> (Key<Void>, [Word]) {
    let meaning = gestures.map { "What holds for \($0)." } ?? "What holds where '\(key.name)' stands."
    return (
      Key(
        key.name, in: .settings,
        .mapping(context) { decoder, field in
          guard let fields = decoder.defaults(field, in: context) else { return nil }
          var defaults = decoder.content.defaults
          read(&decoder, fields, &defaults)
          decoder.content.defaults = defaults
          return ()
        }, meaning),
      LimitRows.keys(under: key).map { $0.copy(in: context) }
    )
  }

  package static let size = Key(
    "size", in: .deviceProperty,
    Codec(
      "size", .quantity([[.length], [.length]], separator: " x ", "a width and a height", "344mm x 194mm")
    ) { $0.surfaceSize($1.value, for: $1.name) }, "How large the surface is, as the device itself lies.")
  package static let turn = Key<Device.Orientation>(
    "orientation", in: .deviceProperty, .word(.deviceOrientation, "turn"),
    "Which way the device is turned against what is seen.")
  package static let panel = Key(
    "output", in: .deviceProperty, Codec("name", .anyText) { $0.outputName($1) },
    "The output that a touchscreen lies over.")
  package static let ignore = Key("ignore", in: .deviceProperty, .flag, "Whether nothing that is done on it counts.")
  package static let own = Key("own", in: .deviceProperty, .flag, "Whether the desktop sees only what rules leave.")
  package static let keepsDevice = Key(
    "keep", in: .deviceProperty, .flag, "Whether the desktop sees all that fingers do on it, also what rules act on.")
  package static let bounce = Key(
    "bounce", in: .deviceProperty, .duration(.bounce), "The longest time for which it loses a finger that stays down.")
}

extension JSONValue {
  fileprivate static func duration(_ value: Duration) -> JSONValue { .string(Phrase.milliseconds(value)) }
}
