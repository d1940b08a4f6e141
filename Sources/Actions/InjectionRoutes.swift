internal import Engine
internal import Rules

/// By which injector each ability is used.
///
/// Where nothing is said, everything that uinput can do goes through it where it may be used. A device of the kernel is
/// a real one to everybody: shortcuts of the compositor itself act by its keys everywhere (niri and COSMIC give those
/// of a virtual keyboard to programs alone), it joins the compositor's other keyboards, so that programs are not sent a
/// keymap whenever it and they take turns, and keyboard and pointer stay in order with each other. Who has given the
/// permission for it wants it used. Where it may not be used the compositor's protocols take over, which need no
/// permission; keyboard and pointer for themselves, for COSMIC has only the former.
///
/// Two things uinput cannot do, and they go to the compositor where that can: characters that are on no key, and
/// scrolling without the steps of a wheel.
///
///                     keys       characters   pointer    scrolling
///     uinput, wlr     uinput     wayland      uinput     wayland
///     wlr             wayland    wayland      wayland    wayland
///     uinput          uinput     -            uinput     uinput (120ths of a wheel's click)
struct InjectionRoutes: Hashable {
  private var injections: [InputEvent.Ability: Injection] = [:]

  /// - Parameters:
  ///   - stated: what `settings` say.
  ///   - uinput: what uinput is able to do here.
  ///   - wayland: what the compositor is able to do.
  init(stated: Injection?, uinput: Set<InputEvent.Ability>, wayland: Set<InputEvent.Ability>) {
    for ability in InputEvent.Ability.allCases {
      let order: [Injection] =
        switch (stated, ability) {
        // Nobody else can, so that even who wants uinput is served.
        case (_, .characters): [.wayland]
        case (let stated?, _): [stated]
        case (nil, .scrolling): [.wayland, .uinput]
        case (nil, .keys), (nil, .pointer): [.uinput, .wayland]
        }
      injections[ability] = order.first { ($0 == .uinput ? uinput : wayland).contains(ability) }
    }
  }

  /// What an ability is used through; nil where nothing has it.
  subscript(ability: InputEvent.Ability) -> Injection? { injections[ability] }
}
