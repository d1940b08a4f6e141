import Linux
import Testing

@Suite("Environment variables for a program")
struct EnvironmentVariablesTests {
  @Test("NULs in a value, which would end it and begin another variable, are removed, however the value is appended")
  func noNULs() {
    var variables = EnvironmentVariables()
    variables.set("A", to: "one\0B=two")
    variables.set("C") { bytes in
      bytes.append(contentsOf: "\0three\0LD_PRELOAD=four\0".utf8)
      return true
    }
    variables.set("D") { bytes in
      bytes.append(contentsOf: "five".utf8)
      return false
    }
    variables.set("E", to: "sixth", limit: 3)
    #expect(variables.entries == ["A=oneB=two", "C=threeLD_PRELOAD=four", "E=six"])
    #expect(EnvironmentVariables(terminated: variables.bytes) == variables)
  }
}
