import Testing

@Suite("Privacy")
struct PrivacyTests {
  @Test("the modules of the daemon, which write its log, read no positions of gestures or fingers")
  func positions() {
    for module in ["Daemon", "Launching", "Control", "Diagnostics"] {
      for file in ModuleTests.files(of: module) where file.hasSuffix(".swift") {
        let mentions = ModuleTests.text(of: file).matches(of: /gesture\.(position|share|translation|velocity)\w*/)
        #expect(mentions.isEmpty, "\(file)")
      }
    }
  }
}
