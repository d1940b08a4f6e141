public import Engine
internal import Linux
public import Rules
public import Touch

/// The effects that reach the desktop: commands, keys and pointer, commands for compositors, and the desktop's own
/// operations.
public struct Outlets {
  /// The commands that run.
  public let commands: Commands
  /// Keyboard and pointer.
  public let input: VirtualInput
  private let tell: (DesktopKind, _ command: String, _ location: String) -> Void
  private let operate:
    (DesktopOperation, _ window: TouchedWindow?, _ position: DesktopPosition?, _ location: String) -> Void
  private let report: (ActionFailure) -> Void

  /// Carries out effects by these means.
  /// - Parameters:
  ///   - tell: sends a command to a compositor.
  ///   - operate: lets the desktop perform an operation.
  ///   - report: reports actions that failed.
  public init(
    commands: Commands, input: VirtualInput,
    tell: @escaping (DesktopKind, _ command: String, _ location: String) -> Void,
    operate:
      @escaping (DesktopOperation, _ window: TouchedWindow?, _ position: DesktopPosition?, _ location: String) -> Void,
    report: @escaping (ActionFailure) -> Void
  ) {
    self.commands = commands
    self.input = input
    self.tell = tell
    self.operate = operate
    self.report = report
    input.refusedText = { location, reason in
      report(ActionFailure(location: location, .refused("cannot type: \(reason)")))
    }
  }

  /// Carries out an effect that reaches the desktop, and ignores others.
  /// - Returns: the engine's next input, before any other; nil if there is no answer.
  public func perform(_ effect: Effect) -> Engine.Input? {
    switch effect {
    case .start(let start):
      guard let failure = commands.start(start) else { return nil }
      report(failure)
      return .commandRefused(start.id)
    case .inject(let event, let location):
      do throws(InjectionError) {
        return .injection(try input.send(event, for: location) ? .sent : .noRoom)
      } catch {
        let what = event.source == .keyboard ? "press keys" : "use the pointer"
        report(ActionFailure(location: location, .refused("cannot \(what): \(error)")))
        return .injection(.failed)
      }
    case .touchpad(let hand, let location):
      do throws(SystemError) {
        try input.touch(hand)
      } catch {
        // Once for each hand.
        guard hand == TouchpadHand(fingers: hand.fingers), hand != .lifted else { break }
        report(ActionFailure(location: location, .refused("cannot show the hand to the desktop: \(error)")))
      }
    case .tell(let compositor, let command, let location): tell(compositor, command, location)
    case .desktop(let operation, let window, let position, let location):
      operate(operation, window, position, location)
    case .ask(let question, let context):
      return commands.ask(question, for: context).map { .answer($0, to: question) }
    case .stopAsking(let question): commands.stopAsking(question)
    case .report(let failure): report(failure)
    case .touch, .gesture, .feed, .findWindow, .startProbe, .stopProbe, .forgetLockRequest, .deviceChanged,
      .deviceTurned,
      .virtualTouchpad, .note:
      break
    }
    return nil
  }
}
