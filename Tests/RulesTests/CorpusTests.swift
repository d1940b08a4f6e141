import Diagnostics
import RulesFile
import Testing

@Suite("The corpus of rules files")
struct CorpusTests {
  @Test("a bad file gets one message, with the expected output", arguments: CorpusFile.bad)
  func bad(file: CorpusFile) {
    let checked = file.checked
    compare(checked, with: file)
    #expect(checked.rules == nil)
    #expect(checked.diagnostics.map(\.severity) == [.error])
  }

  @Test("a good file is used, and its warnings and notes have the expected output", arguments: CorpusFile.good)
  func good(file: CorpusFile) {
    let checked = file.checked
    compare(checked, with: file)
    #expect(checked.rules != nil)
  }

  @Test("a valid file that does something else than meant is used, and says what is meant", arguments: CorpusFile.traps)
  func trap(file: CorpusFile) {
    let checked = file.checked
    compare(checked, with: file)
    #expect(checked.rules != nil)
    #expect(!checked.diagnostics.isEmpty)
  }

  private func compare(_ checked: RulesFile, with file: CorpusFile) {
    let shown = render(checked)
    guard CorpusFile.isRewritten, shown != file.expected else {
      #expect(shown == file.expected)
      return
    }
    file.rewrite(shown)
    Issue.record("written anew, to be read before it is kept:\n\(shown)")
  }

  @Test("the corpus has the required size, and no output without its file")
  func size() {
    #expect(CorpusFile.bad.count >= 120)
    #expect(CorpusFile.good.count >= 60)
    #expect(CorpusFile.traps.count >= 60)
    #expect(CorpusFile.strays == [])
  }

  @Test("the corpus has every message, except those about loading, file size and devices")
  func completeness() {
    let elsewhere: Set<MessageID> = [
      .missingFile, .unreadable, .beingWritten, .unsafePermissions, .unsafeOwner, .tooLarge, .tooSlow, .tooManyFiles,
      .tooManyMistakes, .tooManyPatterns, .refusedCommand, .unavailableAction, .notReported, .missingProgram,
      .absentDevice, .unknownSize, .keypadKey,
    ]
    let shown = Set((CorpusFile.bad + CorpusFile.good + CorpusFile.traps).flatMap { $0.checked.diagnostics.map(\.id) })
    #expect(Set(elsewhere.map(\.rawValue)).union(shown) == Set(MessageID.allCases.map(\.rawValue)))
    #expect(shown.isDisjoint(with: elsewhere.map(\.rawValue)))
  }
}
