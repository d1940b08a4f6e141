import Diagnostics
import Glibc
import Libinput
import Linux
import Rules
import Surroundings
import Touch

/// The touch devices of the commands that perform no actions: `monitor` and `record`.
final class LiveTouches {
  let loop: TouchLoop
  /// Reports devices that come, go, or cannot be read; to be set before `run`.
  var warn: (String) -> Void = Failure.warn
  /// The reader of the events; nil for one that recognises nothing.
  private weak var reader: (any TouchReader)?
  /// Handles a signal; false ends `run`, as each signal does by default.
  var takesSignal: (CInt) -> Bool = { _ in false }
  private var names: [DeviceID: String] = [:]
  private var failure: (any Error)?

  /// - Parameter signals: the signals for `takesSignal`, besides those that end `run` by default.
  init(signals: [CInt] = []) throws {
    loop = try TouchLoop(signals: [SIGINT, SIGTERM, SIGHUP] + signals, handlers: .init { _ in })
  }

  /// The name of a device, also of a removed one.
  func name(of id: DeviceID) -> String { names[id] ?? "device \(id.number)" }

  /// Lets a reader read until a signal ends the run, or the reader fails.
  /// - Parameter started: called once, after the existing devices were passed on.
  func run(_ reader: any TouchReader, started: @escaping () throws -> Void = {}) throws {
    self.reader = reader
    loop.devices.wantsContacts = { _ in reader.readsContacts }
    let watch = try PanelWatch()
    watch.settle()
    _ = try reader.replacePanels(with: watch.panels, at: .now)
    try loop.add(watch.descriptor) { [unowned self] _ in
      watch.dispatch()
      attempt { try reader.replacePanels(with: watch.panels, at: .now).forEach(announce) }
    }
    loop.handlers.deadline = { reader.deadline }
    loop.handlers.expire = { [unowned self] now in attempt { try reader.expire(at: now) } }
    try run(started: { [unowned self] in attempt(started) }) { [unowned self] event in
      attempt { try reader.handle(event) }
    }
  }

  /// Passes on every event as the device reports it, until a signal ends the run.
  /// - Parameter started: called once, after the existing devices were passed on.
  func run(started: () -> Void = {}, _ body: @escaping (TouchEvent) -> Void) throws {
    // The handlers may hold references to an owner of the loop.
    defer { loop.handlers = .init { _ in } }
    loop.handlers.signal = { [unowned self] in if !takesSignal($0) { loop.stop() } }
    loop.handlers.report = { [unowned self] report in
      switch report {
      case .event(let event):
        announce(event)
        body(event)
      case .unreadable(let device):
        let name = device.name.legible
        warn("\(device.kind) '\(name)' is not readable: \(device.explanation)\(device.remedyText)")
      case .contactsUnreadable(let device, let error): warn(device.unreadableContactsText(error))
      // Only the daemon owns devices, and takes fingers.
      case .ownership, .taking, .log: break
      }
    }
    try loop.poll()
    started()
    if loop.devices.readable.isEmpty {
      warn("no touch device is readable; waiting for one ('sleight doctor' shows the fix)")
    }
    try loop.run()
    if let failure { throw failure }
  }

  private var adjustments: DeviceAdjustments { reader?.adjustments ?? DeviceAdjustments() }

  /// Reports how a device is read.
  private func announce(_ device: Device) {
    let adjustments = adjustments
    warn(device.announcement(adjustments.properties(of: device), over: adjustments.panel(under: device)))
  }

  private func announce(_ event: TouchEvent) {
    func isIgnored() -> Bool {
      let adjustments = adjustments
      return adjustments.reported.contains { $0.id == event.device && adjustments.properties(of: $0).isIgnored == true }
    }
    switch event.kind {
    case .deviceAdded(let device):
      names[event.device] = device.name
      announce(device)
    case .deviceRemoved: if !isIgnored() { warn("removed: '\(name(of: event.device).legible)'") }
    case .eventsLost:
      if !isIgnored() {
        warn("events of '\(name(of: event.device).legible)' were lost: they were not read in time")
      }
    default: break
    }
  }

  /// Performs a part of the run, unless one has failed before. If it throws, `run` ends with that error.
  func attempt(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do {
      try body()
    } catch {
      failure = error
      loop.stop()
    }
  }
}
