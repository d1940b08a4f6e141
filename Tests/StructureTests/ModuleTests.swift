import Glibc
import Linux
import Testing
import Time

@Suite("The modules know only whom Package.swift lets them know")
struct ModuleTests {
  /// A module of Package.swift.
  private struct Module {
    var name: String
    /// The modules that Package.swift lets it depend on.
    var dependencies: [String]
    /// The imports in its files, each with one file that has it.
    var imports: [(name: String, file: String)]

    /// True if it contains only C headers.
    var isC: Bool { name.first == "C" && name.dropFirst().first?.isUppercase == true }
  }

  /// The modules under Sources, in the order of Package.swift.
  private static let modules: [Module] = {
    let declaration =
      /(?s)\.(?:target|executableTarget|systemLibrary)\(\s*name: "(\w+)"(?:,\s*dependencies: \[(.*?)\])?/
    return text(of: "Package.swift").matches(of: declaration).compactMap { match in
      let name = String(match.1)
      let files = files(of: name)
      guard !files.isEmpty else { return nil }
      let dependencies = (match.2 ?? "").matches(of: /(?:package: )?"([\w-]+)"/).filter { !$0.0.hasPrefix("package") }
      let imports = files.filter { $0.hasSuffix(".swift") }.flatMap { file in
        text(of: file).matches(of: /(?m)^(?:@\w+ )?(?:(?:public|package|internal|private) )?import (?:\w+ )?(\w+)/)
          .map { (String($0.1), file) }
      }
      return Module(name: name, dependencies: dependencies.map { String($0.1) }, imports: imports)
    }
  }()

  /// Modules from outside: the C library, and those of `dependencies` in Package.swift.
  private static let outside: Set = ["Glibc", "ArgumentParser", "Logging"]

  @Test("these tests read Package.swift rightly: it names every directory of Sources")
  func complete() {
    let directories = Self.folders.flatMap { Self.entries(of: $0) }
    #expect(Self.modules.map(\.name).sorted() == directories.sorted())
    #expect(
      Self.modules.filter { !$0.isC && $0.dependencies.isEmpty }.map(\.name).sorted()
        == ["JSONLines", "Text", "Time"])
    #expect(Self.modules.flatMap(\.imports).count > 200)
  }

  @Test("Sources/README.md shows every folder with its modules")
  func picture() {
    let text = Self.text(of: "Sources/README.md")
    for folder in Self.folders {
      let name = folder.trimmingPrefix("Sources/")
      let line = text.split(separator: "\n").first { $0.hasPrefix("    \(name)/ ") } ?? ""
      for module in Self.entries(of: folder) where name != "C" {
        #expect(line.split { !$0.isLetter }.contains { $0 == module }, "\(folder)/\(module)")
      }
      #expect(!line.isEmpty, "\(folder)")
    }
  }

  @Test("a module is built only on those that stand above it")
  func order() {
    var above = Self.outside
    for module in Self.modules {
      #expect(Set(module.dependencies).subtracting(above) == [], "\(module.name)")
      above.insert(module.name)
    }
  }

  @Test("a file imports only what its module is built on, so not Foundation; and nothing is named in vain")
  func imports() {
    for module in Self.modules where !module.isC {
      for (name, file) in module.imports where name != "Glibc" {
        #expect(module.dependencies.contains(name), "\(file) imports \(name)")
      }
      #expect(Set(module.dependencies).subtracting(module.imports.map(\.name)) == [], "\(module.name)")
    }
  }

  @Test("a C library is known to one module")
  func overlays() {
    for module in Self.modules where module.isC {
      let overlays = Self.modules.filter { $0.dependencies.contains(module.name) }
      #expect(overlays.count == 1, "\(module.name) is known to \(overlays.map(\.name))")
    }
  }

  @Test("the engine, owned devices, and every module that they are built on, have no clock, no descriptor and no log")
  func purity() {
    var pure: Set = ["Engine", "Owning"]
    // The order is that of who is built on whom.
    for module in Self.modules.reversed() where pure.contains(module.name) { pure.formUnion(module.dependencies) }
    #expect(pure.isSuperset(of: ["Touch", "Gestures", "Rules"]))
    #expect(!pure.contains("Control"))
    for module in Self.modules where pure.contains(module.name) {
      #expect(!module.isC, "\(module.name)")
      #expect(
        Set(module.imports.map(\.name)).isDisjoint(with: ["Linux", "Logging", "Launching", "Wayland"]), "\(module.name)"
      )
      for file in Self.files(of: module.name) {
        let found = Self.text(of: file).matches(
          of:
            /\b(?:Timestamp\.now|clock_gettime|gettimeofday|ContinuousClock|SuspendingClock|usleep|Descriptor|fputs|print)\b/
        )
        #expect(found.map { String($0.0) } == [], "\(file)")
      }
    }
  }

  @Test("what is known of a desktop is in its folder: other files that name niri, which has no importer, are few")
  func desktops() {
    let others = Self.files(under: "Sources").filter { $0.hasSuffix(".swift") && !$0.contains("/Desktop/Niri/") }
    let naming = others.filter { Self.text(of: $0).lowercased().contains("niri") }
    #expect(others.count > 200 && naming.count <= 4, "\(naming)")
  }

  // MARK: Reading the project

  /// The project's directory.
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/"

  /// The folders of Sources, each with modules; UI is a package of its own.
  private static let folders = entries(of: "Sources").filter { $0 != "README.md" && $0 != "UI" }.map { "Sources/\($0)" }

  /// The files of a module.
  static func files(of module: String) -> [String] { folders.flatMap { files(under: "\($0)/\(module)") } }

  static func text(of file: String) -> String {
    (try? Descriptor.open(root + file, O_RDONLY).readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The names in a directory; empty if it is no directory.
  private static func entries(of directory: String) -> [String] {
    names(inDirectory: root + directory).filter { !$0.hasPrefix(".") }
  }

  /// The files in a directory and its subdirectories.
  static func files(under directory: String) -> [String] {
    entries(of: directory).flatMap { name in
      let path = "\(directory)/\(name)"
      let below = files(under: path)
      return below.isEmpty ? [path] : below
    }
  }
}
