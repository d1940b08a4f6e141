import Foreign
import RulesFile
import Testing

@Suite("The words of other tools")
struct ForeignWordTests {
  @Test("mean words of the rules file, and are not such words themselves")
  func meanings() throws {
    #expect(ForeignWord.table.count == 30)
    for (name, words) in ForeignWord.table {
      let context = try #require(Word.Context(rawValue: name))
      for (word, foreign) in words {
        if let meant = foreign.suggestion, Int(meant) == nil {
          #expect(Vocabulary.word(meant, in: context) != nil, "\(name): \(meant) <- \(word)")
        }
        // Gestures whose value may be that of another: `press: 500ms`, `circle` as a shape.
        #expect(Vocabulary.word(word, in: context) == nil || ["press", "circle"].contains(word), "\(name): \(word)")
        #expect(word == ForeignWord.folded(word), "\(name): \(word)")
        #expect(foreign.help?.contains("<-") != true && foreign.help?.contains("$") != true, "\(name): \(word)")
      }
    }
  }

  @Test("include each word of another context that is easily taken for one of this")
  func vocabulary() {
    let contexts: [(Word.Context, as: Word.Context, form: (String) -> String)] = [
      (.direction, .rule, { $0 }), (.pinch, .rule, { $0 }), (.stroke, .rule, { $0 }), (.direction, .pinch, { $0 }),
      (.tap, .tap, { "\($0)-tap" }), (.edge, .edge, { "edge-\($0)" }), (.edge, .zone, { "\($0)-half" }),
      (.corner, .edge, { $0 }), (.edge, .corner, { $0 }), (.edge, .direction, { "from-\($0)" }),
    ]
    for (source, context, form) in contexts {
      for word in Vocabulary.names(in: source)
      where word != "any" && Vocabulary.word(form(word), in: context) == nil {
        #expect(ForeignWord.table[context.rawValue]?[form(word)] != nil, "\(context): \(form(word))")
      }
    }
  }
}
