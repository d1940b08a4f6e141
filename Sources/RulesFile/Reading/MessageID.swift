public import Diagnostics

/// The kinds of messages about a rules file. Programs see the raw value, which stays when the wording changes. The
/// comments of the cases are the text of the manual's list of messages (DocumentationTests).
public enum MessageID: String, Hashable, Sendable, CaseIterable {
  // The file itself.

  /// There is no file of that name.
  case missingFile = "missing-file"
  /// It is a directory.
  case isDirectory = "is-directory"
  /// It cannot be read.
  case unreadable
  /// Somebody has it open for writing.
  case beingWritten = "being-written"
  /// Somebody other than the user may write it.
  case unsafePermissions = "unsafe-permissions"
  /// It belongs to somebody other than the user and root.
  case unsafeOwner = "unsafe-owner"
  /// It is larger than any rules file.
  case tooLarge = "too-large"

  // Included files.

  /// A file that is included does not exist.
  case missingInclude = "missing-include"
  /// A path with wildcards stands for nothing.
  case unmatchedInclude = "unmatched-include"
  /// A file includes itself, or another one that leads back to it.
  case includeCycle = "include-cycle"
  /// More files, levels of them or directories than anybody has.
  case tooManyFiles = "too-many-files"
  /// A file that was included already.
  case includedTwice = "included-twice"

  /// It is the configuration of another tool.
  case otherTool = "other-tool"

  // YAML.

  /// It does not follow YAML's grammar.
  case yamlSyntax = "yaml-syntax"
  /// It is not UTF-8.
  case notUTF8 = "not-utf-8"
  /// A control character stands in it.
  case controlCharacter = "control-character"
  /// It is nested too deep.
  case nestedTooDeep = "nested-too-deep"
  /// It has too many values.
  case tooManyValues = "too-many-values"
  /// An alias stands for nothing.
  case unknownAlias = "unknown-alias"
  /// An alias stands inside what it stands for.
  case aliasLoop = "alias-loop"
  /// `<<` stands in front of what cannot be merged.
  case malformedMerge = "malformed-merge"
  /// A value has a tag.
  case yamlTag = "yaml-tag"
  /// A second document begins.
  case secondDocument = "second-document"

  // Shapes.

  /// There are no rules in the file.
  case noRules = "no-rules"
  /// The list of rules is empty.
  case emptyRules = "empty-rules"
  /// A list where a mapping belongs, text where a list belongs, and the like.
  case wrongShape = "wrong-shape"
  /// A key is not text.
  case keyNotText = "key-not-text"
  /// A key stands twice in a mapping.
  case duplicateKey = "duplicate-key"
  /// A key has no value.
  case missingValue = "missing-value"
  /// A word that YAML takes for true or false.
  case boolean
  /// A NUL character, which no command can hold.
  case nulCharacter = "nul-character"
  /// There are more mistakes than are worth listing.
  case tooManyMistakes = "too-many-mistakes"

  // Words.

  /// A gesture that does not exist.
  case unknownGesture = "unknown-gesture"
  /// A key that does not exist.
  case unknownKey = "unknown-key"
  /// An action that does not exist.
  case unknownAction = "unknown-action"
  /// A direction that does not exist.
  case unknownDirection = "unknown-direction"
  /// A kind of device that does not exist.
  case unknownDevice = "unknown-device"
  /// A shape that neither the program nor the file has.
  case unknownStroke = "unknown-stroke"
  /// A value that is none of the words that its key takes.
  case unknownValue = "unknown-value"

  // Rules.

  /// A rule waits for nothing.
  case noGesture = "no-gesture"
  /// A rule waits for two gestures.
  case twoGestures = "two-gestures"
  /// A rule does nothing: `do` is missing.
  case noAction = "no-action"
  /// A rule does nothing: `do` is empty.
  case emptyAction = "empty-action"
  /// An entry of `do` has two actions.
  case twoActions = "two-actions"
  /// A qualifier that the rule's gesture does not have.
  case misplacedKey = "misplaced-key"
  /// Two keys of a rule that exclude each other.
  case conflictingKeys = "conflicting-keys"
  /// A key that means nothing without another one.
  case missingKey = "missing-key"
  /// An action that lasts as long as its gesture, where there is nothing that lasts.
  case misplacedAction = "misplaced-action"
  /// Keys or clicks that would go to a lock screen.
  case inputWhileLocked = "input-while-locked"

  // Values.

  /// A value that is no number with a unit.
  case notAQuantity = "not-a-quantity"
  /// A quantity written another way than it is read.
  case malformedQuantity = "malformed-quantity"
  /// A number without a unit.
  case missingUnit = "missing-unit"
  /// A unit that does not exist.
  case unknownUnit = "unknown-unit"
  /// A unit that measures something else.
  case wrongUnit = "wrong-unit"
  /// A number that makes no sense for a hand.
  case outOfRange = "out-of-range"
  /// A range written another way than it is read, or one with nothing in it.
  case malformedRange = "malformed-range"
  /// A gesture that must take longer than it may.
  case afterExceedsWithin = "after-exceeds-within"
  /// A drawing that is no shape.
  case notAStroke = "not-a-stroke"
  /// A value that is no number of fingers.
  case wrongFingers = "wrong-fingers"
  /// A chord that cannot be read.
  case malformedChord = "malformed-chord"
  /// A modifier that does not exist.
  case unknownModifier = "unknown-modifier"
  /// A key name that does not exist.
  case unknownKeyName = "unknown-key-name"

  // Warnings and notes about valid files.

  /// A rule that nothing can trigger.
  case neverActs = "never-acts"
  /// A rule that an earlier one always comes before.
  case hiddenRule = "hidden-rule"
  /// A command that looks like keys to be pressed.
  case commandLikeKeys = "command-like-keys"
  /// A command that the shell, or niri, cannot take as it is written.
  case malformedCommand = "malformed-command"
  /// A gesture that no touchpad reports, in a rule for every device.
  case touchscreenOnly = "touchscreen-only"
  /// A tap that waits for another one.
  case tapWaits = "tap-waits"
  /// A gesture that the desktop itself uses.
  case desktopGesture = "desktop-gesture"
  /// A condition that asks for modifiers, while no keyboard may be read.
  case keyboardsNotRead = "keyboards-not-read"
  /// A mode that a condition asks for and no rule sets.
  case modeNeverSet = "mode-never-set"
  /// A mode that a rule sets and no condition asks for.
  case modeNeverAsked = "mode-never-asked"

  /// The severity: with an error the file is not used.
  public var severity: Diagnostic.Severity {
    switch self {
    case .tapWaits, .includedTwice, .desktopGesture, .touchscreenOnly: .note
    case .neverActs, .hiddenRule, .emptyRules, .unmatchedInclude, .tooManyMistakes, .keyboardsNotRead, .modeNeverSet,
      .modeNeverAsked, .commandLikeKeys, .malformedCommand:
      .warning
    case .missingFile, .isDirectory, .unreadable, .beingWritten, .otherTool, .unsafePermissions, .unsafeOwner,
      .tooLarge,
      .missingInclude,
      .includeCycle, .tooManyFiles, .yamlSyntax, .notUTF8,
      .controlCharacter, .nestedTooDeep, .tooManyValues, .unknownAlias, .aliasLoop, .malformedMerge, .yamlTag,
      .secondDocument,
      .noRules, .wrongShape, .keyNotText, .duplicateKey, .missingValue, .boolean, .nulCharacter,
      .unknownGesture, .unknownKey, .unknownAction, .unknownDirection, .unknownDevice, .unknownStroke, .unknownValue,
      .noGesture, .twoGestures, .noAction, .emptyAction, .twoActions, .misplacedKey, .conflictingKeys, .missingKey,
      .misplacedAction, .inputWhileLocked,
      .notAQuantity, .malformedQuantity, .missingUnit, .unknownUnit, .wrongUnit, .outOfRange, .malformedRange,
      .afterExceedsWithin, .notAStroke, .wrongFingers, .malformedChord, .unknownModifier, .unknownKeyName:
      .error
    }
  }
}

extension Diagnostic {
  /// Creates a message of this kind.
  init(
    _ id: MessageID, _ message: String, at span: SourceSpan? = nil, suggestion: String? = nil, help: String? = nil,
    notes: [Note] = []
  ) {
    self.init(
      id.severity, id: id.rawValue, message, at: span, suggestion: suggestion, help: help, notes: notes)
  }
}
