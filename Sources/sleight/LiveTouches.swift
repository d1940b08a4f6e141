import Daemon
import Diagnostics
import Glibc
import Libinput
import Linux
import Rules
import Touch

/// The touch devices of a command that looks at them and acts on nothing: `monitor` and `record`.
final class LiveTouches {
  let loop: TouchLoop
  /// Whom devices that come, go, or cannot be read are told of; to be set before `run`.
  var warn: (String) -> Void = Failure.warn
  /// Takes a signal; false ends `run`, as each does where nobody takes them.
  var takesSignal: (CInt) -> Bool = { _ in false }
  /// A descriptor that was added to the loop, with a token other than 0, has something.
  var ready: (Epoll.Ready) -> Void = { _ in }
  private var adjustments: DeviceAdjustments
  private var names: [DeviceID: String] = [:]
  private var failure: (any Error)?
  /// What touchscreens are turned with; nil where they are not.
  private let panels: PanelWatch?

  /// - Parameters:
  ///   - devices: what is said of devices; nil hands over what they report as it is.
  ///   - signals: those that are taken besides the ones that end it.
  init(devices: [DeviceStatement]? = nil, signals: [CInt] = []) throws {
    adjustments = DeviceAdjustments(devices ?? [])
    loop = try TouchLoop(signals: [SIGINT, SIGTERM, SIGHUP] + signals, handlers: .init { _ in })
    panels = devices == nil ? nil : try PanelWatch()
    if let panels { try loop.add(panels.descriptor, token: 0) }
  }

  /// The name of a device, also of one that is gone.
  func name(of id: DeviceID) -> String { names[id] ?? "device \(id.number)" }

  /// Hands over every event of devices that are not ignored until a signal ends it. Devices that come, go, or cannot be
  /// read are told of on standard error, or to `warn`.
  /// - Parameter started: called once the devices that are there have been handed over.
  func run(started: () -> Void = {}, _ body: @escaping (TouchEvent) -> Void) throws {
    // They may hold what holds the loop.
    defer { loop.handlers = .init { _ in } }
    loop.handlers.signal = { [unowned self] in if !takesSignal($0) { loop.stop() } }
    loop.handlers.report = { [unowned self] report in
      switch report {
      case .event(let event):
        if case .deviceAdded(let device) = event.kind {
          names[event.device] = device.name
          announce(device)
        }
        guard let event = adjustments.adjust(event) else { return }
        switch event.kind {
        case .deviceRemoved: warn("'\(name(of: event.device).legible)' is gone")
        case .eventsLost:
          warn("what '\(name(of: event.device).legible)' reported was not read in time, and some of it is lost")
        case .deviceAdded, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame, .swipeBegin, .swipeUpdate,
          .swipeEnd, .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
          break
        }
        body(event)
      case .unreadable(let device):
        let name = device.name.legible
        warn("\(device.kind) '\(name)' cannot be read: \(device.explanation)\(device.remedyText)")
      case .log: break
      }
    }
    if let panels {
      panels.settle()
      _ = adjustments.replacePanels(with: panels.panels)
    }
    loop.handlers.ready = { [unowned self] event in
      guard event.token == 0, let panels else { return ready(event) }
      panels.dispatch()
      turn(with: panels.panels, body)
    }
    try loop.poll()
    started()
    if loop.devices.readable.isEmpty { warn("no touch device can be read; one that is plugged in will be") }
    try loop.run()
    if let failure { throw failure }
  }

  /// Goes by outputs that have changed: what is turned begins anew, as if it had been plugged in.
  private func turn(with panels: [Panel], _ body: (TouchEvent) -> Void) {
    let others = adjustments.replacePanels(with: panels)
    let now = Timestamp(microseconds: monotonicNow())
    for device in adjustments.reported where others.contains(device.id) {
      announce(device)
      body(TouchEvent(time: now, device: device.id, kind: .deviceRemoved))
    }
    for device in adjustments.devices where others.contains(device.id) {
      body(TouchEvent(time: now, device: device.id, kind: .deviceAdded(device)))
    }
  }

  private func announce(_ device: Device) {
    warn(device.announcement(adjustments.properties(of: device), over: adjustments.panel(under: device)))
  }

  func write(_ outcome: Outcome, json: Bool) {
    write(json ? outcome.jsonLines : outcome.plainLines)
  }

  func write(_ lines: [String]) {
    guard failure == nil, !lines.isEmpty else { return }
    do {
      try StandardStream.output.write(lines.map { "\($0)\n" }.joined())
    } catch {
      stop(for: error)
    }
  }

  /// Ends `run`, which throws it.
  func stop(for error: any Error) {
    failure = failure ?? error
    loop.stop()
  }
}
