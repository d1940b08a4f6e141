internal import Rules
internal import Wayland

/// What cannot be done for want of an injector, in words for people: what, why, and what would help.
enum InjectionLack {
  /// The messages; empty where nothing is missing.
  /// - Parameters:
  ///   - reasons: why each of the devices is missing.
  ///   - stated: what `settings` say.
  ///   - compositorLacks: what the compositor does not offer that would do instead.
  static func messages(
    _ reasons: [InputEvent.Source: InjectionError], stated: Injection?, compositorLacks: [WaylandGlobal]
  ) -> [String] {
    let sources = InputEvent.Source.allCases.filter { reasons[$0] != nil }
    // Where both are missing it is for the same reason, nearly always: /dev/uinput cannot be opened.
    if let first = sources.first, let reason = reasons[first], sources.allSatisfy({ reasons[$0] == reason }) {
      return [message(sources, reason, stated, compositorLacks)]
    }
    return sources.compactMap { source in reasons[source].map { message([source], $0, stated, compositorLacks) } }
  }

  private static func message(
    _ sources: [InputEvent.Source], _ reason: InjectionError, _ stated: Injection?, _ compositorLacks: [WaylandGlobal]
  ) -> String {
    guard case .system(let cause) = reason else {
      let what = sources.map(\.lack).joined(separator: " and ") + ": \(reason)"
      guard stated == .wayland else { return what }
      return what + "\nWithout 'inject: wayland' in the rules file they go by /dev/uinput, where that may be opened."
    }
    // Where settings ask for uinput nothing would do instead.
    let others = stated == nil ? compositorLacks.map(\.interface) : []
    return "\(UinputUnavailable(sources, cause: cause, compositorLacks: others))"
  }
}
