@testable import Actions
import Testing
import Time

@Suite("Readiness of a new input device")
struct DeviceReadinessTests {
  @Test("a device is ready 200 ms after udev has seen it")
  func seen() {
    var readiness = DeviceReadiness(created: Timestamp(microseconds: 1_000_000))
    func wait(_ milliseconds: Int64, seen: Bool) -> Int64? {
      readiness.wait(at: Timestamp(microseconds: milliseconds * 1000)) { seen }.map { $0.microseconds / 1000 }
    }
    let waits = [
      wait(1000, seen: false), wait(1020, seen: false), wait(1030, seen: true), wait(1229, seen: true),
      wait(1230, seen: true), wait(9000, seen: false),
    ]
    #expect(waits == [1020, 1040, 1230, 1230, nil, nil])
  }

  @Test("a device is ready 2 s after its creation if udev reports nothing")
  func unseen() {
    var readiness = DeviceReadiness(created: .zero)
    let first = readiness.wait(at: Timestamp(microseconds: 1_990_000)) { false }
    #expect(first == Timestamp(microseconds: 2_000_000))
    let second = readiness.wait(at: Timestamp(microseconds: 2_000_000)) { false }
    #expect(second == nil)
    var late = DeviceReadiness(created: .zero)
    let only = late.wait(at: Timestamp(microseconds: 3_000_000)) { true }
    #expect(only == nil)
  }
}
