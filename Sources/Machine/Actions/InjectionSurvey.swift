public import Desktop
public import Engine
internal import Linux
public import Rules
public import Wayland

/// A prediction of the injectors and the keymap, without making any device.
public struct InjectionSurvey: Sendable {
  /// The injector for keys; nil if there is none.
  public var keys: Injection?
  /// The injector for the pointer; nil if there is none.
  public var pointer: Injection?
  /// The reason for the injector for keys, a clause for people.
  public var keysReason: String?
  /// The reason for the injector for the pointer, likewise.
  public var pointerReason: String?
  /// The capabilities that rules require and no injector has.
  public var missingCapabilities: [MissingCapability] = []
  /// The virtual touchpad, if rules require it and it cannot be made.
  public var missingTouchpad: MissingCapability?
  /// The layouts of the keymap, for people: `German`; empty if it is invalid.
  public var layouts: [String] = []
  /// The source of the keymap, for people.
  public var keymapSource = ""
  /// The error in the keymap; nil if there is none.
  public var keymapError: KeymapError?

  /// A survey that knows nothing yet.
  public init() {}

  /// Determines the injectors for `rules`.
  /// - Parameters:
  ///   - display: the compositor; nil if there is none.
  ///   - kind: the compositor that is connected over its own socket.
  ///   - grant: the desktop's own permission.
  ///   - hasExtension: true if the extension of GNOME Shell answers.
  ///   - keymap: the compositor's keymap, as text.
  ///   - activeLayout: the active layout of the keymap, from 0.
  ///   - system: the layout of the system's settings.
  ///   - needsTouchpad: true if rules show hands on a touchscreen that is connected.
  public init(
    of rules: RuleSet, on display: WaylandDisplay?, kind: DesktopKind? = nil, grant: DesktopGrant? = nil,
    hasExtension: Bool = false, keymap: String?, activeLayout: Int, system: KeyboardLayout? = nil,
    needsTouchpad: Bool = false
  ) {
    let openError = rules.injection == .wayland ? nil : UinputDevice.openError
    let hasUinput = rules.injection != .wayland && openError == nil
    let offered = display?.abilities(isKeyboardRefused: false) ?? []
    let routes = InjectionRoutes(
      stated: rules.injection, uinput: hasUinput ? UinputInjector.allAbilities : [], wayland: offered,
      gnome: hasExtension ? ShellExtension.abilities : [], hasDeafShortcuts: display?.hasDeafShortcuts(kind) == true)
    (keys, pointer) = (routes[.keys], routes[.pointer])
    (keysReason, pointerReason) = (routes.reason(for: .keys), routes.reason(for: .pointer))

    let required = RequiredAbilities(rules)
    var failures: [InputEvent.Source: SystemError] = [:]
    for source in InputEvent.Source.allCases { failures[source] = openError }
    var missing: [InputEvent.Ability: InjectionError] = [:]
    for ability in required.abilities where routes[ability] == nil {
      missing[ability] = RequiredAbilities.error(
        for: ability, stated: rules.injection, failures, absence: display == nil ? .noCompositor : nil, grant: grant)
    }
    missingCapabilities = MissingCapability.all(
      required.reasons(missing), stated: rules.injection, missingGlobals: required.missingGlobals(on: display),
      grant: grant)

    if needsTouchpad { missingTouchpad = UinputDevice.openError.map { .touchpad($0) } }

    var sources = KeymapSources()
    sources.stated = rules.keyboard
    sources.system = system
    sources.activeLayout = activeLayout
    _ = sources.setCompositor(keymap)
    keymapSource = sources.bestSource
    do throws(KeymapError) {
      layouts = try sources.compile().keymap.layouts
    } catch {
      keymapError = error
    }
  }
}
