internal import Desktop
internal import Engine
internal import Linux
internal import Rules
internal import Wayland

/// A capability that rules require and no injector has, in words for people.
public struct MissingCapability: Hashable, Sendable {
  /// The capability and the reason, in one sentence.
  public var reason: String
  /// Commands that fix it, to be pasted into a terminal; empty if none is known.
  public var commands: [String] = []
  /// The reason and the possible fixes.
  var message: String

  /// The missing capabilities; empty if there are none.
  /// - Parameters:
  ///   - reasons: the reason why each missing device is missing.
  ///   - stated: the setting `inject` of the rules file.
  ///   - missingGlobals: the compositor's globals that would serve instead, and that it does not offer.
  ///   - grant: the desktop's own permission that would serve instead, and is missing.
  static func all(
    _ reasons: [InputEvent.Source: InjectionError], stated: Injection?, missingGlobals: [WaylandGlobal],
    grant: DesktopGrant? = nil
  ) -> [MissingCapability] {
    let sources = InputEvent.Source.allCases.filter { reasons[$0] != nil }
    // If both are missing, the reason is nearly always the same: /dev/uinput cannot be opened.
    if let first = sources.first, let reason = reasons[first], sources.allSatisfy({ reasons[$0] == reason }) {
      return [MissingCapability(sources.map { .init($0) }, reason, stated, missingGlobals, grant)]
    }
    return sources.compactMap { source in
      reasons[source].map { MissingCapability([.init(source)], $0, stated, missingGlobals, grant) }
    }
  }

  /// The virtual touchpad, which nothing but /dev/uinput can replace.
  static func touchpad(_ cause: SystemError) -> MissingCapability {
    MissingCapability([.touchpad], .system(cause), nil, [], nil)
  }

  private init(
    _ devices: [UinputUnavailable.Device], _ reason: InjectionError, _ stated: Injection?,
    _ missingGlobals: [WaylandGlobal], _ grant: DesktopGrant?
  ) {
    guard case .system(let cause) = reason else {
      self.reason = devices.map(\.unavailability).joined(separator: " and ") + ": \(reason)"
      message = self.reason
      guard stated == .wayland else { return }
      message += "\nRemove 'inject: wayland' from the rules file to use /dev/uinput, if it is accessible."
      return
    }
    if stated == nil, let grant {
      let unavailable = UinputUnavailable(devices, cause: cause)
      (self.reason, commands) = ("\(unavailable.reason), and \(grant.absence)", unavailable.commands)
      message = "\(self.reason)\n\(grant.advice)"
      return
    }
    // If the settings require uinput, nothing else would serve.
    let others = stated == nil ? missingGlobals.map(\.interface) : []
    let unavailable = UinputUnavailable(devices, cause: cause, missingProtocols: others)
    (self.reason, commands, message) = (unavailable.reason, unavailable.commands, "\(unavailable)")
  }
}

extension RequiredAbilities {
  /// The reason why no injector has `ability`.
  /// - Parameters:
  ///   - stated: the setting `inject` of the rules file.
  ///   - failures: the reasons why devices of the kernel could not be made.
  ///   - absence: the reason why there is no connection to a Wayland compositor; nil if there is one.
  ///   - grant: the desktop's own permission.
  static func error(
    for ability: InputEvent.Ability, stated: Injection?, _ failures: [InputEvent.Source: SystemError],
    absence: InjectionError?, grant: DesktopGrant? = nil
  ) -> InjectionError {
    // A desktop with a permission of its own requires none for /dev/uinput, once it is there.
    if stated == nil, grant != nil, let absence { return absence }
    return failures[ability.source].map { .system($0) }
      ?? absence ?? .wayland(.missing(grant == .desktopEntry ? .fakeInput : ability.global))
  }

  /// The reason why each required device is missing.
  func reasons(_ missing: [InputEvent.Ability: InjectionError]) -> [InputEvent.Source: InjectionError] {
    var reasons: [InputEvent.Source: InjectionError] = [:]
    for ability in abilities { reasons[ability.source] = missing[ability] ?? reasons[ability.source] }
    return reasons
  }

  /// The required globals that the compositor does not offer; empty if there is no compositor.
  func missingGlobals(on display: WaylandDisplay?) -> [WaylandGlobal] {
    guard let display else { return [] }
    return WaylandGlobal.allCases.filter { global in
      abilities.contains { $0.global == global } && !display.offers(global)
    }
  }
}

/// The abilities that rules require.
struct RequiredAbilities {
  var abilities: Set<InputEvent.Ability> = []
  /// The texts that rules type, with the source location of each rule.
  var texts: [(location: String, text: String)] = []

  /// The requirements of `rules`.
  init(_ rules: RuleSet) {
    if rules.needsKeyboard { abilities.insert(.keys) }
    if rules.needsPointer { abilities.insert(.pointer) }
    if rules.needsScrolling { abilities.insert(.scrolling) }
    texts = rules.texts
  }

  /// The devices that have these abilities.
  var sources: Set<InputEvent.Source> { Set(abilities.map(\.source)) }
}
