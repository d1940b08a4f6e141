public import Engine
internal import Linux
public import Rules
public import Wayland

/// What keys and pointer would go by, and which keymap keys would be looked up in: found out without making any
/// device.
public struct InjectionSurvey: Sendable {
  /// What keys go by; nil where nothing can press any.
  public var keys: Injection?
  /// The same of the pointer.
  public var pointer: Injection?
  /// What rules need and nothing has.
  public var lacks: [InjectionLack] = []
  /// The layouts of the keymap, for people: `German`; empty where it is wrong.
  public var layouts: [String] = []
  /// Who says that they are in use, for people.
  public var keymapSource = ""
  /// What is wrong with the keymap.
  public var keymapError: KeymapError?

  /// Nothing is known yet.
  public init() {}

  /// Looks for what `rules` need.
  /// - Parameters:
  ///   - display: the compositor; nil where there is none.
  ///   - keymap: the one it tells.
  ///   - activeLayout: which of its layouts is on, from 0.
  ///   - system: the layout of the system's settings.
  public init(
    of rules: RuleSet, on display: WaylandDisplay?, keymap: String?, activeLayout: Int, system: KeyboardLayout? = nil
  ) {
    let trouble = rules.injection == .wayland ? nil : UinputDevice.trouble
    let hasUinput = rules.injection != .wayland && trouble == nil
    let offered = display.map { WaylandInjector.abilities(of: $0, isKeyboardRefused: false) } ?? []
    let routes = InjectionRoutes(
      stated: rules.injection, uinput: hasUinput ? [.keys, .pointer, .scrolling] : [], wayland: offered)
    (keys, pointer) = (routes[.keys], routes[.pointer])

    let needs = Needs(rules)
    var failures: [InputEvent.Source: SystemError] = [:]
    for source in InputEvent.Source.allCases { failures[source] = trouble }
    var missing: [InputEvent.Ability: InjectionError] = [:]
    for ability in needs.abilities where routes[ability] == nil {
      missing[ability] = Needs.lack(of: ability, failures, hasCompositor: display != nil)
    }
    lacks = InjectionLack.all(
      needs.reasons(missing), stated: rules.injection, compositorLacks: needs.lacks(of: display))

    var sources = KeymapSources()
    sources.stated = rules.keyboard
    sources.system = system
    sources.activeLayout = activeLayout
    _ = sources.setCompositor(keymap)
    keymapSource = sources.best
    do throws(KeymapError) {
      layouts = try sources.compile().keymap.layouts
    } catch {
      keymapError = error
    }
  }
}
