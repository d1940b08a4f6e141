internal import Actions
internal import Control
internal import Desktop
internal import Engine
internal import Gestures
internal import Libinput
internal import Linux
internal import Rules
internal import Surroundings
internal import Time
internal import Touch

/// The parts of the reply to `sleight status`.
extension Daemon {
  /// The contacts that are down and have not moved for long.
  func stuckContacts(at now: Timestamp) -> [StuckContact] {
    acting.engine.restingContacts.filter { $0.stuckFrom <= now }.map { contact in
      StuckContact(
        device: acting.engine.device(contact.device)?.name ?? "", x: contact.position.x, y: contact.position.y,
        xShare: contact.share.x, yShare: contact.share.y, lasting: (now - contact.since).statusMilliseconds)
    }
  }

  var desktopStatus: DesktopStatus {
    var status = DesktopStatus()
    let situation = acting.engine.situation
    let (adjustments, input) = (acting.engine.adjustments, acting.outlets.input)
    let desktop = acting.desktop.state
    status.mode = situation.mode
    status.modeEndsIn = acting.engine.modeDeadline.map { ($0 - Timestamp.now).statusMilliseconds }
    status.compositor = desktop.compositor?.text
    status.windowSource = desktop.windowSource?.name
    status.app = situation.app
    status.title = situation.title
    status.isFullscreen = situation.isFullscreen
    status.facts = situation.facts
    status.connected = situation.connections.texts
    status.output = situation.output
    status.orientation = situation.orientation?.rawValue
    status.under = acting.engine.lastTouchedWindow
    status.modifiers = situation.modifiers?.map(\.rawValue).sorted()
    status.keys = input.keyInjection?.rawValue
    status.pointer = input.pointerInjection?.rawValue
    status.keysReason = input.keysReason
    status.pointerReason = input.pointerReason
    status.typingProblem = desktop.typingProblem
    status.inputProblems = input.shortages
    status.touchscreens = adjustments.reported.filter { $0.kind == .touchscreen }.map { device in
      let turn = adjustments.turn(of: device)
      return DesktopStatus.Touchscreen(
        name: device.name, output: adjustments.panel(under: device)?.output,
        orientation: (turn.isMirrored ? "mirrored-" : "") + turn.orientation.rawValue)
    }
    status.taking = adjustments.reported.compactMap { loop.devices.takenHands(on: $0) }
    status.unknown = acting.desktop.unknown.map { one in
      DesktopStatus.Unknown(
        condition: one.subject.rawValue, reason: one.reason, rules: Array(one.locations.prefix(10)),
        count: one.locations.count)
    }
    return status
  }

  var actingStatus: ActingStatus {
    let now = Timestamp.now
    var status = ActingStatus()
    status.isPaused = acting.engine.pause.isOn
    status.pauseEndsIn = acting.engine.pause.deadline.map { ($0 - now).statusMilliseconds }
    status.isGivenBack = owning.isSuspended
    status.last = acting.engine.lastAction.map { action in
      ActingStatus.Last(
        rule: action.context.location, name: action.context.name, gesture: action.context.gesture.kind.rawValue,
        direction: action.context.gesture.direction?.rawValue, fingers: action.context.gesture.fingers,
        isTriggered: action.context.gesture.isImitation, ago: (now - action.time).statusMilliseconds,
        error: failures.last.flatMap {
          $0.location == action.context.location && $0.time >= action.time ? $0.reason : nil
        })
    }
    return status
  }
}

extension Duration {
  /// The duration in whole milliseconds, not negative, as the reply has it.
  fileprivate var statusMilliseconds: Int { Int(max(0, wholeMicroseconds) / 1000) }
}
