internal import CUinput
internal import Glibc
internal import JSONLines
internal import Linux
internal import Testing

extension InTheGuest {
  /// The contacts of touchpads, read beside libinput as an ordinary user.
  @Suite struct Contacts {
    /// A recording of a hand on a touchpad.
    private struct Recorded {
      /// The device, as the first line describes it.
      var device: JSONValue
      /// The events, without the removal at the end.
      var events: [JSONValue]

      /// The kinds of the events, each with its slot, its number of fingers or its state.
      var names: [String] {
        events.map { event in
          let number = event["slot"]?.integer ?? event["fingers"]?.integer
          let name = event["event"]?.string ?? ""
          return number.map { "\(name) \($0)" } ?? name
        }
      }

      func events(_ name: String) -> [JSONValue] { events.filter { $0["event"]?.string == name } }
    }

    private func record(
      _ model: Surface.Model = .touchpad, while hand: (Surface, _ recorder: Program) throws -> Void
    ) throws -> Recorded {
      let touchpad = try Surface(model)
      let recorder = try Program.sleight("record", "-")
      try recorder.waitUntilReading(#require(touchpad.node))
      try hand(touchpad, recorder)
      settle()
      recorder.signal(SIGINT)
      #expect(try recorder.waitForExit() == 0)
      let lines = try recorder.lines().map { try JSONReader.read($0) }
      guard case .array(let devices)? = lines.first?["devices"], let device = devices.first else {
        throw TimedOut(description: "the recording has no devices: \(recorder.text(.errors))")
      }
      return Recorded(
        device: device, events: lines.dropFirst().filter { $0["event"]?.string != "device-removed" })
    }

    private func record(
      _ model: Surface.Model = .touchpad, while hand: (Surface) throws -> Void
    ) throws -> Recorded {
      try record(model) { touchpad, _ in try hand(touchpad) }
    }

    @Test("three fingers that swipe are told where they are, before what libinput tells", arguments: [65.0, 100, 160])
    func positions(width: Double) throws {
      var model = Surface.Model.touchpad
      model.size = .init(x: width, y: width * 0.7)
      let start = [Surface.Point(x: 10, y: 12), .init(x: 30, y: 11), .init(x: 50, y: 12)]
      let recorded = try record(model) { touchpad in
        try touchpad.land(start)
        try touchpad.move(by: .init(x: 12, y: 4), in: .milliseconds(200))
        try touchpad.lift()
      }
      let downs = recorded.events("touch-down")
      #expect(downs.map { $0["slot"]?.integer } == [0, 1, 2])
      #expect(downs.map { $0["x"]?.number } == start.map(\.x))
      #expect(downs.map { $0["y"]?.number } == start.map(\.y))
      for (slot, position) in start.enumerated() {
        let last = try #require(recorded.events("touch-motion").last { $0["slot"]?.integer == slot })
        #expect(last["x"]?.number == position.x + 12)
        #expect(last["y"]?.number == position.y + 4)
      }
      #expect(recorded.events("finger-count").map { $0["fingers"]?.integer } == [3, 0])
      #expect(
        Array(recorded.names.prefix(5)) == [
          "touch-down 0", "touch-down 1", "touch-down 2", "finger-count 3", "touch-frame",
        ])
      #expect(recorded.events("swipe-begin").map { $0["fingers"]?.integer } == [3])
      #expect(recorded.events("swipe-update").count > 10)

      // Each report of libinput follows the contacts of the frame that it comes from: its time is that frame's.
      var frames: Set<Int> = []
      for event in recorded.events {
        let time = try #require(event["t"]?.integer)
        switch event["event"]?.string {
        case "touch-frame": frames.insert(time)
        case "swipe-update", "swipe-end": #expect(frames.contains(time))
        default: break
        }
      }
    }

    @Test("the recording says what the touchpad can report, and its events replay to themselves")
    func replayed() throws {
      let recorded = try record { try $0.tap(5, lasting: .milliseconds(80)) }
      let contacts = try #require(recorded.device["contacts"])
      #expect(contacts["slots"]?.integer == 5)
      #expect(contacts["fingers"]?.integer == 5)
      #expect(contacts["positions"]?.bool == true)
      #expect(contacts["pressure"]?.bool == false)
      #expect(contacts["clickpad"]?.bool == true)
      // libinput tells nothing of a tap of five fingers.
      let landing = (0..<5).map { "touch-down \($0)" } + ["finger-count 5", "touch-frame"]
      let lift = (0..<5).map { "touch-up \($0)" } + ["finger-count 0", "touch-frame"]
      #expect(recorded.names == landing + lift)
    }

    @Test("a touchpad that cannot tell its fingers apart counts them", arguments: [1, 4, 5])
    func semiMultitouch(fingers: Int) throws {
      var model = Surface.Model.touchpad
      model.properties.append(CInt(INPUT_PROP_SEMI_MT))
      model.slots = 2
      let recorded = try record(model) { try $0.tap(fingers, lasting: .milliseconds(80)) }
      #expect(recorded.device["contacts"]?["positions"]?.bool == false)
      #expect(recorded.events("finger-count").map { $0["fingers"]?.integer } == [fingers, 0])
      #expect(recorded.events("touch-down").isEmpty && recorded.events("touch-motion").isEmpty)
    }

    @Test("five fingers on two slots are two contacts and five fingers")
    func fewSlots() throws {
      var model = Surface.Model.touchpad
      model.slots = 2
      let recorded = try record(model) { try $0.tap(5, lasting: .milliseconds(80)) }
      #expect(recorded.events("touch-down").count == 2)
      #expect(recorded.events("finger-count").map { $0["fingers"]?.integer } == [5, 0])
    }

    @Test("pressure is told, and a contact that presses like a palm, or is told as one, is cancelled")
    func pressure() throws {
      var model = Surface.Model.touchpad
      model.pressure = 51
      let recorded = try record(model) { touchpad in
        try touchpad.land(2)
        touchpad.pressure = 102
        try touchpad.move(by: .init(x: 1, y: 0), in: .milliseconds(20))
        // libinput's default for a palm is more than 130.
        touchpad.pressure = 131
        try touchpad.move(by: .init(x: 1, y: 0), in: .milliseconds(20))
        try touchpad.lift()
        settle()
        touchpad.pressure = 51
        try touchpad.land(1)
        touchpad.isPalm = true
        try touchpad.move(by: .init(x: 1, y: 0), in: .milliseconds(20))
        try touchpad.lift()
        settle()
        try touchpad.tap(1, lasting: .milliseconds(80))
        touchpad.isPalm = false
        touchpad.pressure = 20
        try touchpad.tap(1, lasting: .milliseconds(80))
      }
      #expect(recorded.device["contacts"]?["pressure"]?.bool == true)
      #expect(recorded.events("touch-pressure").map { $0["pressure"]?.number } == [0.2, 0.2, 0.4, 0.4, 0.2])
      let contacts = recorded.names.filter { !$0.hasPrefix("touch-motion") && !$0.hasPrefix("touch-pressure") }
      #expect(
        contacts.filter { $0.hasPrefix("touch-") && $0 != "touch-frame" } == [
          "touch-down 0", "touch-down 1", "touch-cancel 0", "touch-cancel 1", "touch-down 0", "touch-cancel 0",
        ])
      #expect(recorded.events("finger-count").map { $0["fingers"]?.integer } == [2, 0, 1, 0])
    }

    @Test("devices and doctor tell what a touchpad reports, and doctor a program that has it to itself")
    func listed() throws {
      let touchpad = try Surface(.touchpad)
      let node = try #require(touchpad.node)
      let devices = try Program.run(Guest.sleight, "devices", as: .user)
      #expect(devices.contains("Virtual Touchpad\n  contacts: 5 with positions, clickpad\n"))
      let line = try JSONReader.read(Program.run(Guest.sleight, "devices", "--json", as: .user))
      #expect(line["contacts"]?["slots"]?.integer == 5)
      func doctor() throws -> String {
        let program = try Program.sleight("doctor")
        try program.waitForExit()
        return program.text(.output)
      }
      let words = "'Virtual Touchpad' (\(node))"
      #expect(try doctor().contains("\(words) reports contacts: 5 with positions, clickpad"))
      let grab = try Descriptor.open(node, O_RDONLY)
      try system("EVIOCGRAB") { sleight_evdev_grab(grab.number) }
      #expect(try doctor().contains("\(words) is grabbed by another program"))
      _ = consume grab
      #expect(try !doctor().contains("grabbed"))
    }

    @Test("a touchpad whose node cannot be opened a second time is told, and libinput's gestures are recorded")
    func refused() throws {
      let touchpad = try Surface(.touchpad)
      let node = try #require(touchpad.node)
      let recorder = try Program([
        "strace", "-f", "-o", "/dev/null", "-P", node, "-e", "inject=openat,open:error=EACCES:when=2+", Guest.sleight,
        "record", "-",
      ])
      try recorder.waitForLine(containing: "open \(node): Permission denied", in: .errors)
      let told = recorder.text(.errors)
      #expect(told.contains("the contacts of touchpad 'Virtual Touchpad' are not readable"))
      settle()
      try touchpad.tap(3, lasting: .milliseconds(80))
      try recorder.waitForLine(containing: "\"tap\"")
      #expect(!recorder.text(.output).contains("touch-down"))
      #expect(!recorder.text(.output).contains("\"contacts\""))
      recorder.stop()
    }

    @Test("a click is told, and one of a button beside the touchpad")
    func click() throws {
      for (properties, button) in [
        ([INPUT_PROP_POINTER, INPUT_PROP_BUTTONPAD], BTN_LEFT), ([INPUT_PROP_POINTER], BTN_RIGHT),
      ] {
        var model = Surface.Model.touchpad
        model.properties = properties
        model.buttons = [BTN_LEFT, BTN_RIGHT].filter { $0 == button || properties.count == 1 }
        let recorded = try record(model) { touchpad in
          try touchpad.land(1)
          try touchpad.button(button, isDown: true)
          touchpad.pause(for: .milliseconds(80))
          try touchpad.button(button, isDown: false)
          try touchpad.lift()
        }
        #expect(recorded.events("button").map { $0["pressed"]?.bool } == [true, false])
        #expect(recorded.device["contacts"]?["clickpad"]?.bool == (properties.count == 2))
      }
    }

    @Test("after lost events the contacts are cancelled, and the next ones are told")
    func lost() throws {
      let recorded = try record { touchpad, recorder in
        try touchpad.land([.init(x: 20, y: 20), .init(x: 40, y: 20)])
        try touchpad.move(by: .init(x: 2, y: 0), in: .milliseconds(50))
        recorder.signal(SIGSTOP)
        try touchpad.flood(500)
        recorder.signal(SIGCONT)
        settle()
        try touchpad.move(by: .init(x: 2, y: 0), in: .milliseconds(50))
        try touchpad.lift()
        settle()
        try touchpad.tap(1, lasting: .milliseconds(80))
      }
      let names = recorded.names
      let loss = try #require(names.firstIndex(of: "events-lost"))
      #expect(names.count { $0 == "events-lost" } == 1)
      #expect(names[..<loss].suffix(3) == ["touch-cancel 0", "touch-cancel 1", "touch-frame"])
      let after = names[loss...].filter { $0.hasPrefix("touch-") || $0.hasPrefix("finger-") }
      #expect(
        after == [
          "finger-count 0", "touch-frame", "touch-down 0", "finger-count 1", "touch-frame", "touch-up 0",
          "finger-count 0",
          "touch-frame",
        ])
    }

    @Test("an unplugged touchpad's contacts are cancelled before libinput ends its swipe")
    func unplugged() throws {
      let recorded = try record { touchpad in
        try touchpad.land(3)
        try touchpad.move(by: .init(x: 10, y: 0), in: .milliseconds(100))
        touchpad.unplug()
      }
      let end = recorded.names.suffix { !$0.hasPrefix("touch-motion") }
      #expect(end.contains("touch-cancel 0") && end.contains("touch-cancel 2"))
      #expect(!recorded.names.contains { $0.hasPrefix("touch-up") })
      let cancel = try #require(recorded.names.lastIndex(of: "touch-cancel 2"))
      if let swipe = recorded.names.firstIndex(of: "swipe-end 3") { #expect(cancel < swipe) }
    }

    @Test("while another program has the touchpad to itself nothing arrives, and afterwards everything")
    func grabbed() throws {
      let recorded = try record { touchpad, recorder in
        try recorder.waitUntilReading(#require(touchpad.node))
        do {
          let grab = try Descriptor.open(#require(touchpad.node), O_RDONLY)
          try system("EVIOCGRAB") { sleight_evdev_grab(grab.number) }
          try touchpad.tap(1, lasting: .milliseconds(80))
          settle()
        }
        try touchpad.tap(2, lasting: .milliseconds(80))
      }
      #expect(recorded.events("touch-down").count == 2)
      #expect(recorded.events("finger-count").map { $0["fingers"]?.integer } == [2, 0])
    }

    /// Rules for slides along the left edge, and for taps that libinput recognises.
    private func rules(_ folder: String, edge: Bool, settings: String = "{}") -> String {
      let slide = "  - {swipe: up, fingers: 1, edge: left, device: touchpad, do: echo edge >>\(folder)/acts}\n"
      return "settings: \(settings)\nrules:\n" + (edge ? slide : "")
        + "  - {tap: single, fingers: 2, do: echo tap >>\(folder)/acts}\n"
    }

    @Test("the daemon opens a touchpad a second time only while a rule needs its contacts, and acts on an edge")
    func descriptors() throws {
      let touchpad = try Surface(.touchpad)
      let node = try #require(touchpad.node)
      let folder = try Guest.folder()
      let daemon = try Daemon(rulesText: rules(folder, edge: true), folder: folder, reading: [touchpad])
      func waitUntilOpen(_ count: Int) throws {
        try wait(otherwise: { "\(node) is not open \(count) times: \(daemon.program)" }) {
          daemon.program.openFiles.count { $0 == node } == count ? () : nil
        }
      }
      try waitUntilOpen(2)
      try touchpad.land([.init(x: 3, y: 45)])
      try touchpad.move(by: .init(x: 0, y: -25), in: .milliseconds(200))
      try touchpad.lift()
      touchpad.comeBack()
      try touchpad.land([.init(x: 30, y: 45)])
      try touchpad.move(by: .init(x: 0, y: -25), in: .milliseconds(200))
      try touchpad.lift()
      touchpad.comeBack()
      try touchpad.tap(2, lasting: .milliseconds(80))
      try daemon.expectActs(["edge", "tap"])

      try Guest.write(rules(folder, edge: false), to: daemon.rulesFile)
      try waitUntilOpen(1)
      try daemon.program.waitForLine(containing: "no longer reading the contacts of touchpad", in: .errors)
      try touchpad.tap(2, lasting: .milliseconds(80))
      try daemon.expectActs(["edge", "tap", "tap"])
      try Guest.write(rules(folder, edge: true), to: daemon.rulesFile)
      try waitUntilOpen(2)
      try Guest.write(rules(folder, edge: true, settings: "{contacts: false}"), to: daemon.rulesFile)
      try waitUntilOpen(1)
    }
  }
}

extension Array {
  /// The elements at the end that fulfil `condition`.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    guard let last = lastIndex(where: { !condition($0) }) else { return self[...] }
    return self[(last + 1)...]
  }
}
