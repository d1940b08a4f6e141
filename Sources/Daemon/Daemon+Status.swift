internal import Actions
internal import Control
internal import Desktop
internal import Linux
internal import Rules
internal import Touch

/// What it knows of the desktop, for who asks.
extension Daemon {
  var desktopStatus: DesktopStatus {
    var status = DesktopStatus()
    let situation = current.situation
    status.mode = situation.mode
    status.modeEndsIn = current.deadline.map { Int(max(0, $0.microseconds - monotonicNow()) / 1000) }
    status.compositor = desktop.compositor.map { [$0.kind.name, $0.version].compactMap { $0 }.joined(separator: " ") }
    status.windowSource = desktop.windowSource?.name
    status.app = situation.app
    // Whoever asks reads one line, which has an end.
    status.title = situation.title.map { String($0.prefix(1000)) }
    status.isFullscreen = situation.isFullscreen
    status.output = situation.output
    status.orientation = situation.orientation?.rawValue
    status.modifiers = situation.modifiers?.map(\.rawValue).sorted()
    status.keys = input.keyInjection?.rawValue
    status.pointer = input.pointerInjection?.rawValue
    status.touchscreens = adjustments.reported.filter { $0.kind == .touchscreen }.map { device in
      let turn = adjustments.turn(of: device)
      return DesktopStatus.Touchscreen(
        name: device.name, output: adjustments.panel(under: device)?.output,
        orientation: (turn.isMirrored ? "mirrored-" : "") + turn.orientation.rawValue)
    }
    status.unknown = unknown.map { one in
      DesktopStatus.Unknown(
        condition: one.subject.rawValue, reason: one.reason, rules: Array(one.places.prefix(10)),
        count: one.places.count)
    }
    return status
  }
}
