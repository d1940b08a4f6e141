@testable import Desktop
import Glibc
import Linux
import Rules
import Testing
import Waiting

@Suite("The keyboard layout of the system's settings")
struct SystemKeyboardTests {
  private func properties(_ values: [String: String]) -> BusValue {
    .array(values.sorted { $0.key < $1.key }.map { .structure([.text($0.key), .text($0.value)]) })
  }

  @Test("is the one that localed reports; nil if none is set")
  func layouts() {
    let german = KeyboardLayout(
      properties(["X11Layout": "de,us", "X11Variant": "neo,", "X11Model": "pc105", "X11Options": "compose:caps"]))
    #expect(
      german.map { [$0.layout, $0.variant, $0.model, $0.options] } == ["de,us", "neo,", "pc105", "compose:caps"])
    #expect(KeyboardLayout(properties(["X11Layout": "us"]))?.options == "")
    #expect(KeyboardLayout(properties(["X11Layout": "", "X11Model": "pc105"])) == nil)
    #expect(KeyboardLayout(.other) == nil)
  }

  @Test("is asked for again, after a delay that grows, if the bus ends the connection before it answers")
  func sentAway() throws {
    let bus = try RefusingBus()
    let keyboard = try SystemKeyboard(busAddress: bus.address)
    try bus.refuse()
    while keyboard.isAwaited, isReadable(keyboard.descriptor, within: 10_000) { _ = keyboard.dispatch() }
    #expect(!keyboard.isAwaited)
    try bus.expectRetries(keyboard.descriptor) { _ = keyboard.dispatch() }
  }

  @Test("is unknown without a bus or localed, and waiting for them causes no wakeups")
  func nobody() throws {
    let server = PrivateBus()
    let alone = try SystemKeyboard(busAddress: server.address)
    #expect(!alone.isAwaited)
    #expect(!isReadable(alone.descriptor, within: 100))
    try server.startAndWait()
    let keyboard = try SystemKeyboard(busAddress: server.address)
    // The bus is connected to now, and replies that the name has no owner.
    while keyboard.isAwaited, isReadable(keyboard.descriptor, within: 60_000) {
      let isOther = keyboard.dispatch()
      #expect(!isOther)
    }
    #expect(!keyboard.isAwaited)
    #expect(keyboard.layout == nil)
  }
}
