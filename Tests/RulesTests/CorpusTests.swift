import Diagnostics
import RulesFile
import Testing

@Suite("The corpus of rules files")
struct CorpusTests {
  @Test("a bad file gets one message, which is shown as it should be", arguments: CorpusFile.bad)
  func bad(file: CorpusFile) {
    let checked = file.checked
    compare(checked, with: file)
    #expect(checked.rules == nil)
    #expect(checked.diagnostics.map(\.severity) == [.error])
  }

  @Test("a good file is used, and what else is to be said of it is shown as it should be", arguments: CorpusFile.good)
  func good(file: CorpusFile) {
    let checked = file.checked
    compare(checked, with: file)
    #expect(checked.rules != nil)
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

  @Test("there are as many files as were promised, and no text without its file")
  func size() {
    #expect(CorpusFile.bad.count >= 120)
    #expect(CorpusFile.good.count >= 60)
    #expect(CorpusFile.strays == [])
  }

  @Test("every message is in it but those about files that cannot be loaded or are too large, and about the desktop")
  func completeness() {
    let elsewhere: Set<MessageID> = [
      .missingFile, .unreadable, .beingWritten, .unsafePermissions, .unsafeOwner, .tooLarge, .tooManyFiles,
      .tooManyMistakes, .desktopGesture,
    ]
    let shown = Set((CorpusFile.bad + CorpusFile.good).flatMap { $0.checked.diagnostics.map(\.id) })
    #expect(Set(elsewhere.map(\.rawValue)).union(shown) == Set(MessageID.allCases.map(\.rawValue)))
    #expect(shown.isDisjoint(with: elsewhere.map(\.rawValue)))
  }
}
