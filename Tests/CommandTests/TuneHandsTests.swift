import Glibc
import Testing
import Time
import Touch
import Trials

@testable import Hands

/// `sleight tune` on the touches of one person: hands that it has seen, and those that it has not.
@Suite("sleight tune on one person's hands")
struct TuneHandsTests {
  /// A person whose hands the usual limits do not fit.
  enum Person: String, CaseIterable, CustomTestStringConvertible {
    case short = "whose swipes are short"
    case slow = "who is slow"
    case tremor = "with a tremor"

    var testDescription: String { rawValue }
    /// The location of the rule that is meant.
    var rule: String { self == .tremor ? "rules.yml:3" : "rules.yml:2" }
    var name: String { self == .tremor ? "menu" : "next" }

    /// One gesture: three fingers that swipe to the left, or two that rest.
    func motion(_ random: inout SplitMix) -> Motion {
      let (length, duration): (Double, Double) =
        switch self {
        case .short: (random.within(8...13), random.within(150...300))
        case .slow: (random.within(18...26), random.within(1600...2400))
        case .tremor: (0, random.within(900...1400))
        }
      let end = 60 + duration + random.within(20...120)
      var motion = Motion(
        contacts: (0..<(self == .tremor ? 2 : 3)).map { finger in
          Motion.Contact(
            home: Vector(dx: Double(finger) * 19 + random.bell(1.5, limit: 3), dy: random.bell(3, limit: 6)),
            lands: Double(finger) * random.within(5...20), lifts: end + random.within(0...30))
        })
      motion.tremor = Tremor(&random)
      if self == .tremor {
        motion.tremor.size = .heading(random.within(0...(2 * .pi))) * random.within(2.5...4)
        motion.tremor.pace = random.within(4...6) * 2 * .pi / 1000
      }
      let way = Vector.heading(.pi + random.bell(0.1, limit: 0.25)) * length
      motion.pose = { Motion.Pose(shift: way * leastJerk(($0 - 60) / duration)) }
      return motion
    }
  }

  private static let rules = """
    rules:
      - {swipe: left, fingers: 3, name: next, do: touch next}
      - {long-press: 500ms, fingers: 2, name: menu, do: touch menu}

    """

  /// The number of touches that are marked as missed.
  private static let missed = trials(6, thorough: 12)

  /// Hands that no limit is for: fingers that land by mistake and slip, and swipes of another person.
  private static func others(_ random: inout SplitMix) -> [Motion] {
    (0..<6).map { number in
      number < 3
        ? .other(.brush, fingers: 3, reach: 0.6, &random) : .swipe(.pi, fingers: 3, &random)
    }
  }

  private static func screen(_ random: inout SplitMix) -> Touchscreen {
    while true {
      let screen = Touchscreen(&random)
      if screen.device.size != nil, screen.width > 200 { return screen }
    }
  }

  /// Hands one after the other, as a recording.
  private static func recording(_ motions: [Motion], on screen: Touchscreen, _ random: inout SplitMix) -> String {
    var writer = RecordingWriter()
    var lines = [writer.header([screen.device])]
    for (number, motion) in motions.enumerated() {
      let events = screen.events(
        of: motion, at: Point(x: screen.width / 2, y: screen.height / 2), from: Int64(number) * 4_000_000, &random)
      lines += events.map { writer.line(for: $0) }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  @Test("the marked touches become right, and so do most of those that it has not seen", arguments: Person.allCases)
  func person(_ person: Person) async {
    let home = Home()
    home.writeRules(Self.rules)
    for folder in [".local", ".local/state", ".local/state/sleight", ".local/state/sleight/touches"] {
      mkdir("\(home.path)/\(folder)", 0o700)
    }
    var random = SplitMix(state: UInt64(person.rawValue.count))
    let screen = Self.screen(&random)
    for number in 10..<10 + Self.missed {
      let text = Self.recording([person.motion(&random)], on: screen, &random).replacing(
        "{\"sleight\": 1, ",
        with: "{\"sleight\": 1, \"mark\": \"missed\", \"rules\": [{\"rule\": \"\(person.rule)\", \"gesture\": \"\"}], ",
        maxReplacements: 1)
      home.write(".local/state/sleight/touches/2026-01-01-0000\(number)-missed.jsonl", text)
    }
    var arguments = ["tune", "--write"]
    for (number, motion) in Self.others(&random).enumerated() {
      home.write("other\(number).jsonl", Self.recording([motion], on: screen, &random))
      arguments.append("\(home.path)/other\(number).jsonl")
    }
    let count = trials(20, thorough: 100)
    home.write("unseen.jsonl", Self.recording((0..<count).map { _ in person.motion(&random) }, on: screen, &random))
    func acts() async -> Int {
      let replay = await home.sleight("replay", "\(home.path)/unseen.jsonl")
      return replay.output.split(separator: "\n").count { $0.contains("'\(person.name)': touch \(person.name)") }
    }
    let before = await acts()
    let tuned = await Program([Program.sleight] + arguments, in: home, input: "/dev/null", environment: []).result()
    #expect(tuned.status == 0, "\(tuned)")
    let after = await acts()
    let changes = tuned.output.split(separator: "\n").prefix { !$0.hasPrefix("---") }.joined(separator: "; ")
    print("figure: a person \(person.rawValue): \(before) of \(count) unseen gestures right, then \(after): \(changes)")
    // A slow swipe acts already: the limit of time leaves nothing to tune.
    if person == .slow { #expect(before * 10 >= count * 9) } else { #expect(before * 10 <= count * 4) }
    #expect(after * 10 >= count * 9, "\(tuned.output)")
  }

  /// A press by a hand that trembles.
  private static func press(_ fingers: Int, _ random: inout SplitMix) -> Motion {
    var motion = Person.tremor.motion(&random)
    for finger in 2..<fingers {
      var contact = motion.contacts[1]
      contact.home.dx += 19 * Double(finger - 1)
      motion.contacts.append(contact)
    }
    return motion
  }

  @Test("where several rules miss a hand that trembles, tune proposes the settings for it, and learn names them")
  func suited() async {
    let home = Home()
    home.writeRules(
      "rules:\n" + (2...4).map { "  - {long-press: 500ms, fingers: \($0), do: touch it}\n" }.joined())
    for folder in [".local", ".local/state", ".local/state/sleight", ".local/state/sleight/touches"] {
      mkdir("\(home.path)/\(folder)", 0o700)
    }
    var random = SplitMix(state: 8)
    let screen = Self.screen(&random)
    for number in 10..<10 + Self.missed {
      let fingers = 2 + number % 3
      let text = Self.recording([Self.press(fingers, &random)], on: screen, &random).replacing(
        "{\"sleight\": 1, ",
        with:
          "{\"sleight\": 1, \"mark\": \"missed\", \"rules\": [{\"rule\": \"rules.yml:\(fingers)\", \"gesture\": \"\"}], ",
        maxReplacements: 1)
      home.write(".local/state/sleight/touches/2026-01-01-0000\(number)-missed.jsonl", text)
    }
    let tuned = await Program([Program.sleight, "tune", "--write"], in: home, input: "/dev/null", environment: [])
      .result()
    #expect(tuned.output.hasPrefix("settings: for none -> tremor: "), "\(tuned)")
    #expect(text(of: home.rules).hasPrefix("settings: {for: tremor}\n"))
    home.write("hand.jsonl", Self.recording([Self.press(2, &random)], on: screen, &random))
    let offer = "'settings: {for: tremor}' suits them"
    #expect(!(await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot")).errors.contains(offer))
    home.writeRules("rules: [{tap: single, fingers: 5, do: foot}]\n")
    let learnt = await home.sleight("learn", "--from", "hand.jsonl", "--do", "foot")
    #expect(learnt.errors.contains("the fingers trembled: their path turned back "), "\(learnt)")
    #expect(learnt.errors.contains(offer), "\(learnt)")
  }
}
