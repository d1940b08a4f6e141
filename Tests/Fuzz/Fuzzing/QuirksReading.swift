import Time
internal import Touch

@testable internal import Libinput

/// Reads a file of libinput's quirks for several touchpads, and moves fingers on them under the limits that result.
enum QuirksReading {
  private static let subjects = [
    LibinputQuirks.Subject(
      name: "ALPS I2C Touchpad", bus: 0x18, vendor: 0x488, product: 0x1024, version: 1,
      machine: "dmi:bvnDell:svnDellInc.:pnXPS13:", deviceTree: nil),
    LibinputQuirks.Subject(name: "bcm5974", bus: 3, vendor: 0x5AC, product: 0x262, version: 0x101),
  ]
  private static let device = DeviceID(0)

  static func read(_ bytes: [UInt8]) {
    var quirks = LibinputQuirks()
    quirks.add(String(decoding: bytes, as: UTF8.self))
    for subject in subjects {
      let values = quirks.values(of: subject)
      for hasUnit in [false, true] { touch(values, pressure: .init(minimum: 0, maximum: 255, hasUnit: hasUnit)) }
    }
  }

  /// Touches a touchpad with its quirks: each contact that landed must lift or be cancelled, once.
  private static func touch(_ quirks: QuirkValues, pressure: ContactSurface.Axis) {
    let surface = ContactSurface(
      x: .init(minimum: 0, maximum: 2000), y: .init(minimum: 0, maximum: 1400), pressure: pressure,
      size: Size(width: 100, height: 70), slots: 5, hasTouchSize: true, hasTouchKey: true,
      reports: ContactReports(slots: 5, fingers: 5, hasPositions: true, hasPressure: true, isClickpad: true))
    let none = ContactFrames.State(slots: Array(repeating: .init(), count: surface.slots))
    var frames = ContactFrames(surface, ContactLimits(surface, quirks: quirks), of: device, in: none)
    var down: Set<Int> = []
    func report(_ event: TouchEvent) {
      switch event.kind {
      case .touchDown(let slot, _): precondition(down.insert(slot).inserted, "landed twice")
      case .touchUp(let slot), .touchCancel(let slot): precondition(down.remove(slot) != nil, "lifted twice")
      case .touchMotion(let slot, _), .touchPressure(let slot, _): precondition(down.contains(slot), "moved in the air")
      default: break
      }
    }
    for (frame, press) in [40, 20, 90, 200, 255, 0, 60].enumerated() {
      let time = Timestamp(microseconds: Int64(frame) * 10_000)
      func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        frames.handle(type: type, code: code, value: value, at: time, report)
      }
      for slot in 0..<Int32(3) {
        send(absolute, 0x2f, slot)
        if frame == 0 { send(absolute, 0x39, slot + 1) }
        send(absolute, 0x35, 300 * slot + Int32(frame) * 10)
        send(absolute, 0x36, 1390 - 600 * slot)
        send(absolute, 0x3a, Int32(press))
        send(absolute, 0x30, Int32(press) * 8)
        send(absolute, 0x31, Int32(press) * 4)
      }
      send(0, 0, 0)
    }
    frames.end(at: Timestamp(microseconds: 100_000), report)
    precondition(down.isEmpty, "still down at the end")
  }

  /// EV_ABS.
  private static let absolute: UInt16 = 3
}
