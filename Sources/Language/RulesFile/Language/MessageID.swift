public import Diagnostics

/// The kinds of messages about a rules file. Programs see the raw value, which stays when the wording changes. The
/// comments of the cases are the text of the manual's list of messages (DocumentationTests).
public enum MessageID: String, Hashable, Sendable, CaseIterable {
  // The file itself.

  /// The file does not exist.
  case missingFile = "missing-file"
  /// The file is a directory.
  case isDirectory = "is-directory"
  /// The file is not readable.
  case unreadable
  /// Another program has the file open for writing.
  case beingWritten = "being-written"
  /// Users other than the owner can write the file.
  case unsafePermissions = "unsafe-permissions"
  /// The file belongs to a user other than the current one and root.
  case unsafeOwner = "unsafe-owner"
  /// The file exceeds the maximum size.
  case tooLarge = "too-large"
  /// The file takes too long to read.
  case tooSlow = "too-slow"

  // Included files.

  /// An included file does not exist.
  case missingInclude = "missing-include"
  /// A path with wildcards that matches no file.
  case unmatchedInclude = "unmatched-include"
  /// A file includes itself, directly or indirectly.
  case includeCycle = "include-cycle"
  /// Too many files, levels or directories.
  case tooManyFiles = "too-many-files"
  /// A file that is already included.
  case includedTwice = "included-twice"

  /// The file is the configuration of another tool.
  case otherTool = "other-tool"

  // YAML.

  /// Invalid YAML syntax.
  case yamlSyntax = "yaml-syntax"
  /// The file is not encoded in UTF-8.
  case notUTF8 = "not-utf-8"
  /// The file contains a control character.
  case controlCharacter = "control-character"
  /// Too many levels of nesting.
  case nestedTooDeep = "nested-too-deep"
  /// Too many values.
  case tooManyValues = "too-many-values"
  /// An alias without an anchor.
  case unknownAlias = "unknown-alias"
  /// An alias inside the value that it stands for.
  case aliasLoop = "alias-loop"
  /// `<<` with a value that cannot be merged.
  case malformedMerge = "malformed-merge"
  /// A value has a tag.
  case yamlTag = "yaml-tag"
  /// The file contains a second document.
  case secondDocument = "second-document"

  // Shapes.

  /// The file contains no rules.
  case noRules = "no-rules"
  /// The list of rules is empty.
  case emptyRules = "empty-rules"
  /// A value of the wrong kind, such as a list instead of a mapping.
  case wrongShape = "wrong-shape"
  /// A key is not text.
  case keyNotText = "key-not-text"
  /// A mapping contains the same key twice.
  case duplicateKey = "duplicate-key"
  /// A key has no value.
  case missingValue = "missing-value"
  /// A word that YAML treats as true or false.
  case boolean
  /// A NUL character, which a command cannot contain.
  case nulCharacter = "nul-character"
  /// Names and titles in conditions that take too long to compare at each gesture.
  case tooManyPatterns = "too-many-patterns"
  /// Too many messages to list.
  case tooManyMistakes = "too-many-mistakes"

  // Words.

  /// An unknown gesture.
  case unknownGesture = "unknown-gesture"
  /// An unknown key.
  case unknownKey = "unknown-key"
  /// An unknown action.
  case unknownAction = "unknown-action"
  /// An unknown direction.
  case unknownDirection = "unknown-direction"
  /// An unknown kind of device.
  case unknownDevice = "unknown-device"
  /// A shape that is neither built in nor defined in the file.
  case unknownStroke = "unknown-stroke"
  /// A name that no rule has.
  case unknownRule = "unknown-rule"
  /// A value that its key does not accept.
  case unknownValue = "unknown-value"

  // Rules.

  /// A rule without a gesture.
  case noGesture = "no-gesture"
  /// A rule with two gestures.
  case twoGestures = "two-gestures"
  /// A rule without actions: `do` is missing.
  case noAction = "no-action"
  /// A rule without actions: `do` is empty.
  case emptyAction = "empty-action"
  /// An entry of `do` with two actions.
  case twoActions = "two-actions"
  /// A qualifier that the gesture of the rule does not have.
  case misplacedKey = "misplaced-key"
  /// Two keys of a rule that exclude each other.
  case conflictingKeys = "conflicting-keys"
  /// A key that requires another one.
  case missingKey = "missing-key"
  /// An action that lasts until the gesture ends, outside the beginning of a continuous gesture.
  case misplacedAction = "misplaced-action"
  /// Keys, clicks or actions of the desktop in a rule for a locked session.
  case inputWhileLocked = "input-while-locked"

  // Values.

  /// A value that is not a number with a unit.
  case notAQuantity = "not-a-quantity"
  /// A quantity in an invalid format.
  case malformedQuantity = "malformed-quantity"
  /// A number without a unit.
  case missingUnit = "missing-unit"
  /// An unknown unit.
  case unknownUnit = "unknown-unit"
  /// A unit of another kind of quantity.
  case wrongUnit = "wrong-unit"
  /// A number outside the allowed range.
  case outOfRange = "out-of-range"
  /// A range in an invalid format, or an empty one.
  case malformedRange = "malformed-range"
  /// A minimum time that exceeds the maximum time.
  case afterExceedsWithin = "after-exceeds-within"
  /// A drawing that is not a shape.
  case notAStroke = "not-a-stroke"
  /// An invalid number of fingers.
  case wrongFingers = "wrong-fingers"
  /// An invalid chord.
  case malformedChord = "malformed-chord"
  /// An unknown modifier.
  case unknownModifier = "unknown-modifier"
  /// An unknown key name.
  case unknownKeyName = "unknown-key-name"

  // Warnings and notes about valid files.

  /// A rule that nothing can trigger.
  case neverActs = "never-acts"
  /// A rule that an earlier one always precedes.
  case hiddenRule = "hidden-rule"
  /// A command that looks like keys.
  case commandLikeKeys = "command-like-keys"
  /// A command that looks like another action.
  case commandLikeAction = "command-like-action"
  /// A command that nothing waits for, or that has no effect on the next one.
  case notWaitedFor = "not-waited-for"
  /// A program that does what an action does.
  case inputTool = "input-tool"
  /// Text to type that contains the name of a key, an escape or a variable.
  case literalText = "literal-text"
  /// A character that looks like another one, such as a curly quote.
  case lookAlike = "look-alike"
  /// A name or pattern in the syntax of another tool.
  case patternSyntax = "pattern-syntax"
  /// The name of a device that is neither a touchpad nor a touchscreen.
  case unlikelyDevice = "unlikely-device"
  /// A key that no keyboard layout has.
  case absentKey = "absent-key"
  /// A capital letter as a key, which presses it without shift.
  case capitalLetter = "capital-letter"
  /// Steps that are the same in opposite directions.
  case bothWays = "both-ways"
  /// A command that the shell or the compositor would reject.
  case malformedCommand = "malformed-command"
  /// A key of the keypad that NumLock changes on this desktop.
  case keypadKey = "keypad-key"
  /// An action that the running desktop cannot perform.
  case unavailableAction = "unavailable-action"
  /// A command that the running Hyprland refuses, because of the language of its configuration.
  case refusedCommand = "refused-command"
  /// A command for hyprland.conf, which has no counterpart with hyprland.lua.
  case classicCommand = "classic-command"
  /// A rule for every device that acts on no touchpad.
  case touchscreenOnly = "touchscreen-only"
  /// A tap that waits for a further one.
  case tapWaits = "tap-waits"
  /// A number of taps that may be meant as a number of fingers.
  case ambiguousCount = "ambiguous-count"
  /// Several corners or edges, of which one is enough for several fingers.
  case oneOfSeveral = "one-of-several"
  /// A gesture that waits for an earlier rule.
  case waits
  /// A shape that loses drawings to the swipe or pan of an earlier rule.
  case shapeAfterMovement = "shape-after-movement"
  /// A movement that the fingers which set its mode can never make.
  case heldMode = "held-mode"
  /// A gesture that the desktop itself uses.
  case desktopGesture = "desktop-gesture"
  /// A gesture that people use programs or the pointer with.
  case commonGesture = "common-gesture"
  /// A tap beside two fingers, for which most desktops click the middle button.
  case desktopClicks = "desktop-clicks"
  /// A gesture of one or two fingers on a touchpad that moves the pointer, or scrolls, as well.
  case pointerMoves = "pointer-moves"
  /// A device of this machine whose size is unknown.
  case unknownSize = "unknown-size"
  /// A gesture that a touchpad of this machine does not report.
  case notReported = "not-reported"
  /// Touches that a rule withholds from the desktop, and that it sees on some device.
  case notWithheld = "not-withheld"
  /// A program that no directory in PATH has.
  case missingProgram = "missing-program"
  /// The name of a device that is not connected.
  case absentDevice = "absent-device"
  /// A title without wildcards, which is compared with whole titles.
  case wholeTitle = "whole-title"
  /// A condition on modifiers, while no keyboard is read.
  case keyboardsNotRead = "keyboards-not-read"
  /// A gesture under `gestures` that no rule uses.
  case unusedGesture = "unused-gesture"
  /// A rule or group with `enabled: false`.
  case disabledRule = "disabled-rule"
  /// A mode in a condition that no rule sets.
  case modeNeverSet = "mode-never-set"
  /// A mode that a rule sets and no condition uses.
  case modeNeverAsked = "mode-never-asked"

  /// The message of `tooSlow`.
  static let tooSlowText = "the file takes too long to read"

  /// The severity: with an error the file is not used.
  public var severity: Diagnostic.Severity {
    switch self {
    case .tapWaits, .commonGesture, .ambiguousCount, .oneOfSeveral, .waits, .shapeAfterMovement, .heldMode,
      .includedTwice, .desktopGesture, .desktopClicks, .unknownSize, .touchscreenOnly, .disabledRule, .unusedGesture,
      .inputTool,
      .capitalLetter, .bothWays, .classicCommand, .absentDevice, .wholeTitle, .keypadKey:
      .note
    case .neverActs, .pointerMoves, .notReported, .notWithheld, .hiddenRule, .emptyRules, .unmatchedInclude,
      .tooManyMistakes,
      .keyboardsNotRead, .modeNeverSet, .modeNeverAsked, .commandLikeKeys, .malformedCommand, .refusedCommand,
      .unavailableAction, .commandLikeAction, .notWaitedFor, .literalText, .lookAlike, .patternSyntax, .unlikelyDevice,
      .absentKey, .missingProgram:
      .warning
    case .missingFile, .isDirectory, .unreadable, .beingWritten, .otherTool, .unsafePermissions, .unsafeOwner,
      .tooLarge, .tooSlow, .missingInclude, .includeCycle, .tooManyFiles, .yamlSyntax, .notUTF8, .controlCharacter,
      .nestedTooDeep, .tooManyValues, .unknownAlias, .aliasLoop, .malformedMerge, .yamlTag, .secondDocument, .noRules,
      .wrongShape, .keyNotText, .duplicateKey, .tooManyPatterns, .missingValue, .boolean, .nulCharacter,
      .unknownGesture, .unknownKey,
      .unknownAction, .unknownDirection, .unknownDevice, .unknownStroke, .unknownRule, .unknownValue,
      .noGesture, .twoGestures,
      .noAction, .emptyAction, .twoActions, .misplacedKey, .conflictingKeys, .missingKey, .misplacedAction,
      .inputWhileLocked, .notAQuantity, .malformedQuantity, .missingUnit, .unknownUnit, .wrongUnit, .outOfRange,
      .malformedRange, .afterExceedsWithin, .notAStroke, .wrongFingers, .malformedChord, .unknownModifier,
      .unknownKeyName:
      .error
    }
  }
}

extension Diagnostic {
  /// Creates a message of this kind.
  init(
    _ id: MessageID, _ message: String, at span: Span? = nil, suggestion: String? = nil, help: String? = nil,
    notes: [Note] = []
  ) {
    self.init(
      id.severity, id: id.rawValue, message, at: span, suggestion: suggestion, help: help, notes: notes)
  }
}
