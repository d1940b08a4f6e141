import Gestures
import RulesFile
import Testing

@Suite("The keys of the language")
struct KeyTests {
  /// Each kind of gesture beside each key that goes with it.
  private static let pairs: [(Gesture.Kind, Word)] = Gesture.Kind.allCases.flatMap { kind in
    Vocabulary.words.compactMap { word in
      guard word.context == .rule, case .qualifier(let kinds) = word.role, kinds.contains(kind) else { return nil }
      return (kind, word)
    }
  }

  /// A rule of a gesture with a key and a value, and with what the key requires.
  private static func rule(_ kind: Gesture.Kind, _ key: Word, _ value: String) throws -> String {
    let gesture = try #require(Vocabulary.word(kind.rawValue, in: .rule)?.form?.examples(nil).first)
    let others: [String] =
      switch key.name {
      case "margin": ["edge: left"]
      case "projected": ["at: end"]
      case "back": ["every: \(try #require(Word.every.form?.examples(kind).first))"]
      default: []
      }
    let act = key == .act || key == .begin && kind.isContinuous ? [] : ["do: foot"]
    return "rules: [{\(kind.rawValue): \(gesture), \(key.name): \(value), \((others + act).joined(separator: ", "))}]"
  }

  @Test("each value that is shown as an example or completes a command line is valid beside its gesture")
  func examples() throws {
    var count = 0
    for (kind, key) in Self.pairs {
      for value in key.form?.examples(kind) ?? [] {
        let text = try Self.rule(kind, key, value)
        let file = RulesFile.check(text: text, name: "rules.yml")
        #expect(file.rules != nil, "\(text): \(file.text)")
        count += 1
      }
    }
    #expect(count > 400)
  }

  @Test("examples of a quantity are of the dimension that the gesture takes")
  func dimensions() {
    #expect(Word.distance.form?.examples(.circle) == ["180°", "90°", "360°"])
    #expect(Word.distance.form?.examples(.pinch).allSatisfy { $0.hasSuffix("%") } == true)
    #expect(Word.distance.form?.examples(.swipe).allSatisfy { $0.hasSuffix("mm") } == true)
    #expect(Word.every.form?.examples(.longPress).allSatisfy { $0.hasSuffix("ms") } == true)
  }

  @Test("each limit that a gesture has, it can also have under its name in 'settings', with the same range")
  func limits() {
    for (kind, key) in Self.pairs where key.isLimit {
      guard let value = key.form?.examples(kind).first else { continue }
      let text = "settings: {\(kind.rawValue): {\(key.name): \(value)}}\nrules: [{swipe: left, do: foot}]"
      let file = RulesFile.check(text: text, name: "rules.yml")
      #expect(file.rules != nil, "\(text): \(file.text)")
    }
  }
}

extension Word {
  /// True for a limit of gestures.
  fileprivate var isLimit: Bool {
    ([.distance, .within, .after, .speed, .movement, .gap] as [Word]).contains(self)
  }
}
