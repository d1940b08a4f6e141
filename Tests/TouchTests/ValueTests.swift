import Testing
import Time
import Touch

@Suite("Times, lengths and devices at their limits")
struct ValueTests {
  @Test("a moment is clamped to the range of the clock")
  func moments() {
    #expect(Timestamp(microseconds: -1) == .zero)
    #expect(Timestamp(microseconds: .min) == .zero)
    #expect(Timestamp(microseconds: .max) == .latest)
    #expect(Timestamp.latest + .seconds(1) == .latest)
    #expect(Timestamp.latest + .seconds(Int64.max) == .latest)
    #expect(Timestamp.zero - .seconds(Int64.max) == .zero)
    #expect(Timestamp.zero + .seconds(Int64.min) == .zero)
    #expect(Timestamp(microseconds: 5) - .microseconds(7) == .zero)
    #expect(Timestamp(microseconds: 5) - Timestamp(microseconds: 7) == .microseconds(-2))
    #expect(Timestamp.zero - Timestamp.latest == .microseconds(-(1 << 53)))
    #expect(Timestamp(microseconds: 5) + .milliseconds(2) == Timestamp(microseconds: 2005))
  }

  @Test("a duration in whole microseconds is rounded towards zero and clamped")
  func durations() {
    #expect(Duration.nanoseconds(1999).wholeMicroseconds == 1)
    #expect(Duration.nanoseconds(-1999).wholeMicroseconds == -1)
    #expect(Duration.seconds(-1.5).wholeMicroseconds == -1_500_000)
    #expect(Duration.seconds(Int64.max).wholeMicroseconds == 1 << 53)
    #expect(Duration(secondsComponent: .min, attosecondsComponent: 0).wholeMicroseconds == -(1 << 53))
    #expect(Duration.milliseconds(250).inSeconds == 0.25)
  }

  @Test("impossible sizes are refused", arguments: [0, -1, 10_000.1, .nan, .infinity, -.infinity])
  func sizes(side: Double) {
    #expect(Size(width: side, height: 70) == nil)
    #expect(Size(width: 100, height: side) == nil)
  }

  @Test("the smallest and the largest size")
  func limits() {
    #expect(Size(width: .leastNonzeroMagnitude, height: 10_000)?.height == 10_000)
  }

  @Test("positions on a device of unknown size are shares of a 7 inch screen; on others they are millimetres")
  func unknownSize() {
    var device = Device(id: DeviceID(0), name: "", kind: .touchscreen, size: nil)
    #expect(device.inMillimetres(Point(x: 1, y: 0.5)) == Point(x: 151, y: 47))
    device.size = Size(width: 100, height: 70)
    #expect(device.inMillimetres(Point(x: 1, y: 0.5)) == Point(x: 1, y: 0.5))
  }

  @Test("10.52 of libinput's units are a millimetre of finger")
  func units() {
    #expect(abs(LibinputUnits.movement(10.52, -10.52).dx - 1) < 0.001)
    #expect(abs(LibinputUnits.movement(10.52, -10.52).dy + 1) < 0.001)
  }
}
