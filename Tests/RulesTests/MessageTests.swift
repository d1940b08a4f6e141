import Diagnostics
import Rules
import Testing

/// A file with one kind of mistake, and what a person sees of it.
struct MessageCase: Sendable, CustomTestStringConvertible {
  var id: MessageID
  var text: String
  var shown: String

  init(_ id: MessageID, _ text: String, shows shown: String) {
    self.id = id
    self.text = text
    self.shown = shown
  }

  var testDescription: String { id.rawValue }

  static let all =
    yamlMessages + shapeMessages + wordMessages + ruleMessages + valueMessages + conditionMessages + deviceMessages
}

@Suite("Every message")
struct MessageTests {
  @Test("is shown as it should be, under its id", arguments: MessageCase.all)
  func message(_ message: MessageCase) {
    let file = RulesFile.check(text: message.text, name: "rules.yml", keyNames: keyNames)
    #expect(render(file) == message.shown)
    #expect(file.diagnostics.first?.id == message.id.rawValue)
    #expect((file.rules == nil) == (message.id.severity == .error))
  }

  @Test("has a test: here, or with the files that cannot be loaded, are hostile or include others")
  func completeness() {
    let elsewhere: Set<MessageID> = [
      .missingFile, .isDirectory, .unreadable, .beingWritten, .unsafePermissions, .unsafeOwner, .tooLarge, .notUTF8,
      .controlCharacter, .nestedTooDeep, .tooManyValues, .tooManyMistakes, .includeCycle, .tooManyFiles, .includedTwice,
      .desktopGesture,
    ]
    #expect(elsewhere.union(MessageCase.all.map(\.id)) == Set(MessageID.allCases))
    #expect(elsewhere.isDisjoint(with: MessageCase.all.map(\.id)))
  }
}
