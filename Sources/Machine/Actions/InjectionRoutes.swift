internal import Engine
internal import Rules

/// The injector for each ability, and the reason.
///
/// Unless the rules file states an injector, what the desktop itself offers has precedence over uinput: it requires no
/// permission for a device, and characters, keys and pointer stay in order.
///
/// There are two exceptions. Compositors with deaf shortcuts, such as COSMIC, pass keys of a virtual keyboard to
/// programs only, so that their own shortcuts work with uinput alone, if it may be used. A compositor with virtual
/// keyboards and no virtual pointer leaves both to uinput, which keeps them in order: a click with Ctrl held.
///
/// uinput can neither type characters that are on no key, nor scroll without the steps of a wheel: both go to the
/// compositor if it can.
///
///                          keys       characters   pointer    scrolling
///     wlr, KWin            wayland    wayland      wayland    wayland
///     uinput               uinput     -            uinput     uinput (120ths of a wheel's click)
///     uinput, wlr or KWin  wayland    wayland      wayland    wayland
///     uinput, wlr, deaf    uinput     wayland      uinput     wayland
///     uinput, COSMIC       uinput     wayland      uinput     uinput
///     uinput, GNOME        gnome      gnome        gnome      gnome
struct InjectionRoutes: Hashable {
  private var injections: [InputEvent.Ability: Injection] = [:]
  private let stated: Injection?
  /// The abilities of each injector.
  private let available: [Injection: Set<InputEvent.Ability>]
  private let hasDeafShortcuts: Bool

  /// - Parameters:
  ///   - stated: the setting `inject` of the rules file.
  ///   - uinput: the abilities of uinput here.
  ///   - wayland: the abilities of the compositor.
  ///   - gnome: those of the extension of GNOME Shell.
  ///   - hasDeafShortcuts: true if the compositor's own shortcuts ignore virtual keyboards.
  init(
    stated: Injection?, uinput: Set<InputEvent.Ability>, wayland: Set<InputEvent.Ability>,
    gnome: Set<InputEvent.Ability> = [], hasDeafShortcuts: Bool = false
  ) {
    self.stated = stated
    self.hasDeafShortcuts = hasDeafShortcuts
    available = [.uinput: uinput, .wayland: wayland, .gnome: gnome]
    let prefersUinput = hasDeafShortcuts || !wayland.isSuperset(of: [.keys, .pointer])
    for ability in InputEvent.Ability.allCases {
      let order: [Injection] =
        switch (stated, ability) {
        // No other injector can, so even a stated uinput is overridden.
        case (_, .characters): [.gnome, .wayland]
        case (let stated?, _): [stated]
        case (nil, .scrolling): [.gnome, .wayland, .uinput]
        case (nil, .keys), (nil, .pointer): prefersUinput ? [.gnome, .uinput, .wayland] : [.gnome, .wayland, .uinput]
        }
      injections[ability] = order.first { available[$0]?.contains(ability) == true }
    }
  }

  /// The injector for an ability; nil if none has it.
  subscript(ability: InputEvent.Ability) -> Injection? { injections[ability] }

  /// The reason for the injector of an ability, a clause for people; nil if none has it.
  func reason(for ability: InputEvent.Ability) -> String? {
    guard let injection = self[ability] else { return nil }
    if stated == injection { return "as the rules file states" }
    switch injection {
    case .gnome: return "the extension of GNOME Shell requires no permission for devices"
    case .wayland where hasDeafShortcuts:
      return "the compositor's own shortcuts ignore it; they work with /dev/uinput, which is not accessible"
    case .wayland: return "the compositor requires no permission for devices"
    case .uinput where hasDeafShortcuts: return "the compositor's own shortcuts ignore virtual keyboards"
    case .uinput:
      let offered = available[.wayland] ?? []
      if offered.isEmpty { return "the compositor offers neither virtual keyboards nor pointers" }
      return offered.contains(.keys)
        ? "the compositor offers no virtual pointers" : "the compositor offers no virtual keyboards"
    }
  }
}
