/// Recordings of hands, in the format of `sleight record`.
enum Recordings {
  /// Two fingers over a touchscreen to the right, then one that rests for 0.8 s.
  static let screen: String = {
    var lines = [
      #"{"sleight": 1, "devices": [{"id": 0, "name": "Atmel maXTouch", "kind": "touchscreen", "width": 344, "height": 194}]}"#
    ]
    func add(_ time: Int, _ event: String, _ rest: String = "") {
      lines.append("{\"t\": \(time), \"device\": 0, \"event\": \"\(event)\"\(rest)}")
    }
    add(0, "touch-down", #", "slot": 0, "x": 20, "y": 60"#)
    add(0, "touch-frame")
    add(8000, "touch-down", #", "slot": 1, "x": 40, "y": 61"#)
    add(8000, "touch-frame")
    for step in 1...8 {
      let time = 8000 + step * 12_000
      add(time, "touch-motion", ", \"slot\": 0, \"x\": \(20 + 3 * step), \"y\": 60")
      add(time, "touch-motion", ", \"slot\": 1, \"x\": \(40 + 3 * step), \"y\": 61")
      add(time, "touch-frame")
    }
    add(116_000, "touch-up", #", "slot": 0"#)
    add(116_000, "touch-up", #", "slot": 1"#)
    add(116_000, "touch-frame")
    add(2_000_000, "touch-down", #", "slot": 0, "x": 100, "y": 100"#)
    add(2_000_000, "touch-frame")
    add(2_800_000, "touch-up", #", "slot": 0"#)
    add(2_800_000, "touch-frame")
    return lines.map { $0 + "\n" }.joined()
  }()

  /// Three fingers over a touchpad to the left, then two that part.
  static let pad: String = {
    var lines = [
      #"{"sleight": 1, "devices": [{"id": 0, "name": "SynPS/2", "kind": "touchpad", "width": 100, "height": 70}]}"#
    ]
    func add(_ time: Int, _ event: String, _ rest: String) {
      lines.append("{\"t\": \(time), \"device\": 0, \"event\": \"\(event)\"\(rest)}")
    }
    add(0, "swipe-begin", #", "fingers": 3"#)
    for step in 1...10 { add(10_000 * step, "swipe-update", #", "fingers": 3, "dx": -2, "dy": 0"#) }
    add(110_000, "swipe-end", #", "fingers": 3, "cancelled": false"#)
    add(1_000_000, "pinch-begin", #", "fingers": 2"#)
    for (step, scale) in ["1.06", "1.12", "1.18"].enumerated() {
      add(
        1_010_000 + 10_000 * step, "pinch-update",
        ", \"fingers\": 2, \"dx\": 0, \"dy\": 0, \"scale\": \(scale), \"rotation\": 0")
    }
    add(1_050_000, "pinch-end", #", "fingers": 2, "cancelled": false"#)
    return lines.map { $0 + "\n" }.joined()
  }()

  static let rules = """
    rules:
      - swipe: right
        fingers: 2
        name: next
        do:
          - echo next >> log
          - {keys: super+Page_Down}
      - long-press: 500ms
        fingers: 1
        do: {run: [touch, held down]}
      - pinch: out
        fingers: 2
        do: touch pinched

    """

  /// A tap of four fingers on a touchpad, as evemu-record writes it.
  static let evemuPad: String = {
    var lines = ["# EVEMU 1.3", "N: SynPS/2", "P: 05 00 00 00 00 00 00 00"]
    for index in 0..<10 { lines.append("B: 01 " + (index == 5 ? "20 e5 00" : "00 00 00") + " 00 00 00 00 00") }
    lines += ["A: 2f 0 4 0 0 0", "A: 35 0 4400 0 0 40", "A: 36 0 2800 0 0 40", "A: 39 0 65535 0 0 0"]
    func add(_ time: String, _ events: [String]) {
      lines += events.map { "E: \(time) \($0)" } + ["E: \(time) 0000 0000 0"]
    }
    let fingers = 0..<4
    add(
      "1.000000",
      fingers.flatMap {
        ["0003 002f \($0)", "0003 0039 \($0)", "0003 0035 \(1400 + 600 * $0)", "0003 0036 1200"]
      } + ["0001 014a 1", "0001 014f 1"])
    add("1.050000", fingers.flatMap { ["0003 002f \($0)", "0003 0039 -1"] } + ["0001 014a 0", "0001 014f 0"])
    return lines.joined(separator: "\n") + "\n"
  }()
}
