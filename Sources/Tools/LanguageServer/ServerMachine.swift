public import Diagnostics
public import RulesFile

/// The machine on which rules files are edited, as far as answers depend on it.
public struct ServerMachine: Sendable {
  /// A rules file with all that `check` says about it.
  // A class: it contains a whole file.
  public final class Checked: Sendable {
    /// The file, with its rules if it has no errors.
    public let file: RulesFile
    public let diagnostics: [Diagnostic]

    /// A file with these messages.
    public init(_ file: RulesFile, _ diagnostics: [Diagnostic]) { (self.file, self.diagnostics) = (file, diagnostics) }
  }

  /// Checks a text under a path, with the files that it may include, and the reason why it may not be used, if any;
  /// with a memory, for messages alone.
  public var check:
    @Sendable (
      _ bytes: [UInt8], _ path: String, _ files: IncludedFiles, _ objection: Diagnostic?, _ memory: inout CheckMemory?
    ) -> Checked
  /// The files of the machine.
  public var files: IncludedFiles
  /// The path of the user's rules file; nil if it is unknown.
  public var usersFile: String?
  /// The names that exist on the machine.
  public var names: @Sendable (MachineNames) -> [NamedThing]
  /// The recipes of the manual.
  public var recipes: @Sendable () -> [Recipe]
  /// The memories that the running daemon has of the rules of the file at a path; empty if none runs.
  public var memories: @Sendable (_ path: String) -> [RuleMemory]

  /// A machine with these parts.
  public init(
    files: IncludedFiles, usersFile: String? = nil,
    check: @escaping @Sendable ([UInt8], String, IncludedFiles, Diagnostic?, inout CheckMemory?) -> Checked,
    names: @escaping @Sendable (MachineNames) -> [NamedThing] = { _ in [] },
    recipes: @escaping @Sendable () -> [Recipe] = { [] },
    memories: @escaping @Sendable (String) -> [RuleMemory] = { _ in [] }
  ) {
    self.files = files
    self.usersFile = usersFile
    self.check = check
    self.names = names
    self.recipes = recipes
    self.memories = memories
  }
}

/// Names that no rules file has.
public enum MachineNames: Hashable, Sendable {
  /// Applications: those that are installed, and that of the focused window.
  case applications
  /// The title of the focused window.
  case titles
  /// Outputs.
  case outputs
  /// Touch devices that are connected.
  case devices
  /// Keysyms.
  case keys
}

/// A name with what it stands for.
public struct NamedThing: Hashable, Sendable {
  /// The name, as rules have it.
  public var name: String
  /// Its meaning, in a few words; empty if the name says it.
  public var meaning: String

  public init(_ name: String, _ meaning: String = "") { (self.name, self.meaning) = (name, meaning) }
}

/// A recipe of sleight-recipes(7).
public struct Recipe: Hashable, Sendable {
  public var title: String
  /// The remark of the manual about it.
  public var remark: String
  /// The lines of the rules, entries of a list.
  public var lines: [String]
  /// The words with which people ask for it.
  public var wishes: [String]

  /// A recipe with these parts.
  public init(title: String, remark: String, lines: [String], wishes: [String]) {
    self.title = title
    self.remark = remark
    self.lines = lines
    self.wishes = wishes
  }
}

/// The memory that a daemon has of a rule.
public struct RuleMemory: Hashable, Sendable {
  /// The line of the rule, from 1.
  public var line: Int
  /// How often it acted.
  public var acted: Int
  /// The time of day at which it acted last; nil if it did not.
  public var last: String?
  /// How often it nearly acted.
  public var missed: Int

  /// A memory with these parts.
  public init(line: Int, acted: Int, last: String?, missed: Int) {
    self.line = line
    self.acted = acted
    self.last = last
    self.missed = missed
  }
}
