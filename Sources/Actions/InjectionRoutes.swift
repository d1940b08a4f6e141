internal import Engine
internal import Rules

/// The injector for each ability.
///
/// GNOME's and KWin's own ways have precedence where they are granted: they need no permission for a device, and the
/// shortcuts of both work with them.
///
/// Unless the rules file states an injector, uinput has precedence for everything it can do, if it may be used: the
/// user who granted the permission wants it used. A uinput device is a real one for every program: the compositor's
/// shortcuts work with its keys everywhere (niri and COSMIC pass keys of a virtual keyboard to programs only), it
/// shares the compositor's keymap, so that programs are not sent another one at each change of keyboard, and keyboard
/// and pointer stay in order. Without that permission the compositor's protocols are used, which need none; for
/// keyboard and pointer separately, since COSMIC has the former only.
///
/// uinput can neither type characters that are on no key, nor scroll without the steps of a wheel: both go to the
/// compositor if it can.
///
///                     keys       characters   pointer    scrolling
///     uinput, wlr     uinput     wayland      uinput     wayland
///     wlr             wayland    wayland      wayland    wayland
///     uinput          uinput     -            uinput     uinput (120ths of a wheel's click)
///     uinput, KWin    wayland    wayland      wayland    wayland
///     uinput, GNOME   gnome      gnome        gnome      gnome
struct InjectionRoutes: Hashable {
  private var injections: [InputEvent.Ability: Injection] = [:]

  /// - Parameters:
  ///   - stated: the setting `inject` of the rules file.
  ///   - uinput: the abilities of uinput here.
  ///   - wayland: the abilities of the compositor.
  ///   - gnome: those of the extension of GNOME Shell.
  ///   - isKWin: true if the compositor is KWin.
  init(
    stated: Injection?, uinput: Set<InputEvent.Ability>, wayland: Set<InputEvent.Ability>,
    gnome: Set<InputEvent.Ability> = [], isKWin: Bool = false
  ) {
    let available: [Injection: Set<InputEvent.Ability>] = [.uinput: uinput, .wayland: wayland, .gnome: gnome]
    for ability in InputEvent.Ability.allCases {
      let order: [Injection] =
        switch (stated, ability) {
        // No other injector can, so even a stated uinput is overridden.
        case (_, .characters): [.gnome, .wayland]
        case (let stated?, _): [stated]
        case (nil, .scrolling): [.gnome, .wayland, .uinput]
        case (nil, .keys), (nil, .pointer): isKWin ? [.wayland, .uinput] : [.gnome, .uinput, .wayland]
        }
      injections[ability] = order.first { available[$0]?.contains(ability) == true }
    }
  }

  /// The injector for an ability; nil if none has it.
  subscript(ability: InputEvent.Ability) -> Injection? { injections[ability] }
}
