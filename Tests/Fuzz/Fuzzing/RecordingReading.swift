internal import Engine
internal import Gestures
internal import Pictures
internal import Rules
internal import RulesFile
internal import Time
internal import Touch

/// Reads a recording, recognises gestures in it by rules of every kind, and draws it.
enum RecordingReading {
  private static let file = RulesFile.check(
    text: """
      rules:
        - {swipe: [left, up], fingers: 3, do: a}
        - {swipe: any, edge: right, device: touchscreen, do: a}
        - {tap: triple, fingers: 1-5, do: a}
        - {tap: double, fingers: 1-5, zone: {x: 0%-50%, y: 0%-50%}, do: a}
        - {long-press: 500ms, fingers: 1-5, every: 100ms, do: a}
        - {pan: right, fingers: 1-5, every: 0.5mm, do: a, back: b}
        - {pinch: in, fingers: 2-5, every: 1%, do: a, back: b}
        - {rotate: any, fingers: 2-5, every: 1°, do: a, back: b}
        - {stroke: circle, fingers: 1-5, do: a}

      """, name: "rules.yml")

  private static let rules: RuleSet = {
    guard let rules = file.rules else { preconditionFailure("bad rules: \(file.diagnostics)") }
    return rules
  }()

  static func read(_ bytes: [UInt8]) {
    let recording = Recording.read(bytes)
    let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
    precondition(recording.problems.allSatisfy { (1...lines).contains($0.line) }, "a problem in no line")
    var writer = RecordingWriter()
    var picture = Picture(of: "f", rules: [])
    var run = DryRun(rules, isObserved: true)
    func draw(_ effect: Effect) {
      switch effect {
      case .touch(let event): picture.add(event)
      case .gesture(let gesture, _, _): picture.add(gesture)
      default: break
      }
    }
    for event in recording.events {
      _ = writer.line(for: event)
      run.play(event, draw)
    }
    run.handle(.finish, at: .zero, draw)
    precondition(picture.svg.hasSuffix("</svg>\n"), "half a picture")
  }
}
