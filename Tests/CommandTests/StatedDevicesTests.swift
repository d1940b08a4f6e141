import JSONLines
import Testing

@Suite("What the rules file says of devices, and recordings of them")
struct StatedDevicesTests {
  /// One finger on a screen of unknown size, from the middle of its left edge to the right by 5 % of the width: 17 mm
  /// of 344, 8 mm of the assumed 151.
  private static let nameless: String = {
    var lines = [
      #"{"sleight": 1, "devices": [{"id": 0, "name": "Goodix", "kind": "touchscreen", "width": null, "height": null}]}"#,
      #"{"t": 0, "device": 0, "event": "touch-down", "slot": 0, "x": 0.004, "y": 0.5}"#,
      #"{"t": 0, "device": 0, "event": "touch-frame"}"#,
    ]
    for step in 1...10 {
      let x = Double(4 + 5 * step) / 1000
      lines.append(
        "{\"t\": \(step * 10_000), \"device\": 0, \"event\": \"touch-motion\", \"slot\": 0, \"x\": \(x), \"y\": 0.5}")
      lines.append("{\"t\": \(step * 10_000), \"device\": 0, \"event\": \"touch-frame\"}")
    }
    lines.append(#"{"t": 120000, "device": 0, "event": "touch-up", "slot": 0}"#)
    lines.append(#"{"t": 120000, "device": 0, "event": "touch-frame"}"#)
    return lines.map { $0 + "\n" }.joined()
  }()

  private static let rules = """
    rules:
      - {swipe: right, do: to the right}
      - {swipe: down, edge: top, do: down from the top}

    """

  /// The output for the recording, with these lines before the rules.
  private func replay(_ devices: String = "") async -> Program.Result {
    let home = Home()
    home.writeRules(devices + Self.rules)
    home.write("hand.jsonl", Self.nameless)
    return await home.sleight("replay", "hand.jsonl")
  }

  @Test("a swipe that is too short on a screen of unknown size is long enough where its size is stated")
  func size() async {
    #expect(
      await replay()
        == .init(
          status: 0,
          output: """
            0.120 s  pan right, 1 finger: no rule
            0.120 s  pan right, 1 finger, ended
            0.120 s  1 finger, no rule acted; nearest: rules.yml:2: 7.5 mm of 12 mm (default of 'distance'); the size of touchscreen 'Goodix' is \
            unknown: distances are those of 151 x 94 mm; measure it and state it in the rules file, as in 'devices: \
            {"Goodix": {size: 344mm x 194mm}}'

            """))
    #expect(
      await replay("devices: {goodix: {size: 344mm x 194mm}}\n")
        == .init(status: 0, output: "0.070 s  swipe right, 1 finger, 12 mm at 172 mm/s: rules.yml:3: to the right\n"))
  }

  @Test("on a screen that is turned right, it goes down from the top")
  func orientation() async {
    #expect(
      await replay("devices: {Goodix: {orientation: right, size: 344mm x 194mm}}\n")
        == .init(
          status: 0, output: "0.090 s  swipe down, 1 finger, 15 mm at 172 mm/s: rules.yml:4: down from the top\n"))
  }

  @Test("on a device that is ignored nothing is done, and that is said")
  func ignored() async {
    #expect(
      await replay("devices: {Good*: {ignore: true}}\n")
        == .init(status: 0, errors: "sleight: touchscreen 'Goodix' is ignored by the rules file\n"))
  }

  @Test("a shape that is taken from a recording is the one that rules see, also where the file has still no such shape")
  func stroke() async throws {
    let home = Home()
    home.writeRules(
      "devices: {touchscreen: {orientation: left}}\nrules: [{stroke: hook, device: touchscreen, do: hooked}]\n")
    var lines = [
      #"{"sleight": 1, "devices": [{"id": 0, "name": "S", "kind": "touchscreen", "width": 340, "height": 190}]}"#,
      #"{"t": 0, "device": 0, "event": "touch-down", "slot": 0, "x": 100, "y": 60}"#,
      #"{"t": 0, "device": 0, "event": "touch-frame"}"#,
    ]
    // Down by 60 mm, then to the right by 20 mm: on the rotated screen, to the right and then up.
    for step in 1...40 {
      let (x, y) = step <= 30 ? (100, 60 + 2 * step) : (100 + 2 * (step - 30), 120)
      lines.append(
        "{\"t\": \(step * 10_000), \"device\": 0, \"event\": \"touch-motion\", \"slot\": 0, \"x\": \(x), \"y\": \(y)}")
      lines.append("{\"t\": \(step * 10_000), \"device\": 0, \"event\": \"touch-frame\"}")
    }
    lines.append(#"{"t": 410000, "device": 0, "event": "touch-up", "slot": 0}"#)
    lines.append(#"{"t": 410000, "device": 0, "event": "touch-frame"}"#)
    home.write("hook.jsonl", lines.map { $0 + "\n" }.joined())
    let record = await home.sleight("record", "--stroke", "hook", "--from", "hook.jsonl")
    #expect(record.status == 0, "\(record)")
    let result = await home.sleight("replay", "hook.jsonl")
    #expect(result.output.contains("stroke hook, 1 finger: rules.yml:"), "\(result)")
    // On a screen that is not rotated, the same path is another shape.
    home.write(
      "other.yml",
      home.content(of: "config/sleight/rules.yml").replacing("orientation: left", with: "orientation: normal"))
    let other = await home.sleight("replay", "--config", "other.yml", "hook.jsonl")
    #expect(
      other.output.hasSuffix("1 finger, no rule acted; nearest: other.yml:5: 14% like 'hook', minimum 82%\n"),
      "\(other)")
  }

  @Test("devices are listed whatever the rules file is like")
  func badFile() async {
    let home = Home()
    let without = await home.sleight("devices")
    home.writeRules("rules: 3\n")
    let with = await home.sleight("devices")
    #expect(with.status == without.status)
    #expect(with.output == without.output)
    #expect(
      with.errors
        == "sleight: settings for devices are ignored: \(home.rules) has errors ('sleight check' lists them)\n"
        + without.errors)
    let named = await home.sleight("devices", "--config", "none.yml")
    #expect(named.errors.hasPrefix("sleight: settings for devices are ignored: none.yml "))
    #expect(named.status == without.status)
  }
}
