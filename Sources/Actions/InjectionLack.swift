internal import Engine
internal import Linux
internal import Rules
internal import Wayland

/// What cannot be done for want of an injector, in words for people.
public struct InjectionLack: Hashable, Sendable {
  /// What, and why, in one sentence.
  public var reason: String
  /// Commands that mend it, to be pasted into a terminal; empty where none is known.
  public var commands: [String] = []
  /// All of it, with what would help.
  var message: String

  /// What is missing; empty where nothing is.
  /// - Parameters:
  ///   - reasons: why each of the devices is missing.
  ///   - stated: what `settings` say.
  ///   - compositorLacks: what the compositor does not offer that would do instead.
  static func all(
    _ reasons: [InputEvent.Source: InjectionError], stated: Injection?, compositorLacks: [WaylandGlobal]
  ) -> [InjectionLack] {
    let sources = InputEvent.Source.allCases.filter { reasons[$0] != nil }
    // Where both are missing it is for the same reason, nearly always: /dev/uinput cannot be opened.
    if let first = sources.first, let reason = reasons[first], sources.allSatisfy({ reasons[$0] == reason }) {
      return [InjectionLack(sources, reason, stated, compositorLacks)]
    }
    return sources.compactMap { source in
      reasons[source].map { InjectionLack([source], $0, stated, compositorLacks) }
    }
  }

  private init(
    _ sources: [InputEvent.Source], _ reason: InjectionError, _ stated: Injection?, _ compositorLacks: [WaylandGlobal]
  ) {
    guard case .system(let cause) = reason else {
      self.reason = sources.map(\.lack).joined(separator: " and ") + ": \(reason)"
      message = self.reason
      guard stated == .wayland else { return }
      message += "\nWithout 'inject: wayland' in the rules file they go by /dev/uinput, where that may be opened."
      return
    }
    // Where settings ask for uinput nothing would do instead.
    let others = stated == nil ? compositorLacks.map(\.interface) : []
    let unavailable = UinputUnavailable(sources, cause: cause, compositorLacks: others)
    (self.reason, commands, message) = (unavailable.reason, unavailable.commands, "\(unavailable)")
  }
}

extension Needs {
  /// Why nothing stands behind `ability`.
  /// - Parameters:
  ///   - failures: why devices of the kernel could not be made.
  ///   - hasCompositor: whether there is one to ask.
  static func lack(
    of ability: InputEvent.Ability, _ failures: [InputEvent.Source: SystemError], hasCompositor: Bool
  ) -> InjectionError {
    failures[ability.source].map { .system($0) }
      ?? (hasCompositor ? .wayland(.missing(ability.global)) : .noCompositor)
  }

  /// Why each device that is needed is missing.
  func reasons(_ lacks: [InputEvent.Ability: InjectionError]) -> [InputEvent.Source: InjectionError] {
    var reasons: [InputEvent.Source: InjectionError] = [:]
    for ability in abilities { reasons[ability.source] = lacks[ability] ?? reasons[ability.source] }
    return reasons
  }

  /// What the compositor does not have of what is needed; nothing where there is none.
  func lacks(of display: WaylandDisplay?) -> [WaylandGlobal] {
    guard let display else { return [] }
    return WaylandGlobal.allCases.filter { global in
      abilities.contains { $0.global == global } && !display.offers(global)
    }
  }
}
