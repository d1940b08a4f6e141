internal import Testing

/// All devices as libinput reports them to a compositor, and what is down on them.
final class SeatObserver {
  private let program: Program

  init() throws {
    program = try Program(["stdbuf", "-oL", "libinput", "debug-events", "--enable-tap"], as: .root)
    try program.waitForLine(containing: "DEVICE_ADDED")
  }

  /// The number of beginnings and ends, and of each what has not ended: the device and the kind of event.
  var count: (all: Int, open: [String: Int]) {
    var open: [String: Int] = [:]
    var all = 0
    for line in program.lines() {
      let device = line.split(whereSeparator: \.isWhitespace).first.map { $0.drop { "-".contains($0) } } ?? ""
      let isTouch = line.contains("TOUCH_")
      let gesture =
        ["SWIPE", "PINCH", "HOLD"].first { line.contains("GESTURE_\($0)_") } ?? (isTouch ? "TOUCH" : "BUTTON")
      let begins = line.contains("_BEGIN") || line.contains(" pressed") || line.contains("TOUCH_DOWN")
      let ends =
        line.contains("_END") || line.contains(" released") || line.contains("TOUCH_UP")
        || line.contains("TOUCH_CANCEL")
      guard begins || ends else { continue }
      all += 1
      open["\(device) \(gesture)", default: 0] += begins ? 1 : -1
    }
    return (all, open.filter { $0.value != 0 })
  }
}
