import Engine
import Glibc
import Linux
import Testing

@Suite("Scenarios: inputs with their times, and the effects compared whole")
struct ScenarioTests {
  private static let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Scenarios"
  private static let files = names(inDirectory: folder).filter { $0.hasSuffix(".txt") }.sorted()

  @Test("the effects are those that the file names, and no key stays pressed", arguments: files)
  func effects(file: String) throws {
    let path = "\(Self.folder)/\(file)"
    let text = String(decoding: try Descriptor.open(path, O_RDONLY).readToEnd(), as: UTF8.self)
    let scenarios = Scenario.all(in: text)
    #expect(!scenarios.isEmpty)
    var actual = ""
    for scenario in scenarios {
      guard var run = ScenarioRun(scenario) else {
        Issue.record("\(file): the rules of '\(scenario.title)' are not valid")
        continue
      }
      let wrong = run.play(scenario.inputs)
      #expect(wrong == nil, "\(file): '\(scenario.title)' has an input that is none")
      #expect(run.lines == scenario.effects, "\(file): \(scenario.title)")
      #expect(run.down == [], "\(file): \(scenario.title)")
      #expect(!run.lines.contains { $0.hasSuffix("(it was down)") || $0.hasSuffix("(it was up)") })
      actual += scenario.text(with: run.lines)
    }
    // For authors of scenarios and for changes of behaviour: the diff of the files shows the difference.
    if Environment.value(of: "SLEIGHT_WRITE_SCENARIOS") != nil { try replaceFile(at: path, with: Array(actual.utf8)) }
  }

  @Test("the scenarios cover each input of the engine during each kind of gesture")
  func count() throws {
    var count = 0
    for file in Self.files {
      let text = String(decoding: try Descriptor.open("\(Self.folder)/\(file)", O_RDONLY).readToEnd(), as: UTF8.self)
      count += Scenario.all(in: text).count
    }
    #expect(count >= 160)
  }
}
