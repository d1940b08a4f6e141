import Testing
import Trials

@testable import Touch

@Suite("The limits of a recording")
struct RecordingLimitTests {
  private static let device = #""name": "pad", "kind": "touchscreen", "width": 100, "height": 60"#

  private static func header(_ count: Int) -> String {
    let devices = (0..<count).map { #"{"id": \#($0), \#(device)}"# }
    return #"{"sleight": \#(RecordingWriter.version), "devices": [\#(devices.joined(separator: ","))]}"# + "\n"
  }

  @Test("64 devices at once are read, and no more")
  func devices() {
    #expect(read(Self.header(64)).problems.isEmpty)
    let recording = read(Self.header(1_000))
    #expect(recording.events.count == 64)
    #expect(
      recording.problems.map(\.message) == ["more than 64 devices at once; the recording is read up to there"])
  }

  @Test("1,000 devices that are added one after another are read, and no more")
  func added() {
    func text(_ count: Int) -> String {
      Self.header(1)
        + (0..<count).map { #"{"t": \#($0), "device": 0, "event": "device-added", \#(Self.device)}"# + "\n" }.joined()
    }
    #expect(read(text(999)).problems.isEmpty)
    #expect(
      read(text(5_000)).problems.map(\.message) == [
        "more than 1000 devices are added; the recording is read up to there"
      ])
  }

  @Test("devices that are added without end are refused in proportion to their number")
  func addedWithoutEnd() {
    func seconds(_ count: Int) -> Double {
      let text =
        Self.header(1)
        + (0..<count).map { #"{"t": \#($0), "device": \#($0), "event": "device-added", \#(Self.device)}"# + "\n" }
        .joined()
      return processorSeconds { #expect(read(text).problems.count == 1) }
    }
    // Eight times as many: quadratic time would be 64 times as long.
    let ratios = (0..<3).lazy.map { _ in seconds(40_000) / max(seconds(5_000), 0.01) }
    #expect(ratios.contains { $0 < 30 })
  }

  @Test("landings without a lift are read in proportion to their number")
  func landingsWithoutEnd() {
    func seconds(_ count: Int) -> Double {
      let text =
        Self.header(1)
        + (0..<count).map {
          #"{"t": \#($0), "device": 0, "event": "touch-down", "slot": \#($0 % 64), "x": 1, "y": 1}"# + "\n"
        }.joined()
      return processorSeconds {
        let recording = read(text)
        #expect(recording.problems.isEmpty && recording.events.count == count + 1)
      }
    }
    // Eight times as many: quadratic time would be 64 times as long.
    let ratios = (0..<3).lazy.map { _ in seconds(40_000) / max(seconds(5_000), 0.01) }
    #expect(ratios.contains { $0 < 30 })
  }

  @Test("64 fingers are read, and no more")
  func slots() {
    func text(_ count: Int) -> String {
      Self.header(1)
        + (0..<count).map { #"{"t": 1, "device": 0, "event": "touch-down", "slot": \#($0), "x": 1, "y": 1}"# + "\n" }
        .joined()
    }
    #expect(read(text(64)).problems.isEmpty)
    let recording = read(text(100_000))
    #expect(recording.events.count == 65)
    #expect(recording.problems.map(\.message) == ["more than 64 fingers; the recording is read up to there"])
    let many = #"{"t": 1, "device": 0, "event": "swipe-begin", "fingers": 1000000}"# + "\n"
    #expect(read(Self.header(1) + many).problems.count == 1)
  }
}
