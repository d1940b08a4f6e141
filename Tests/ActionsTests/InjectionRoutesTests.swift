import Engine
import Glibc
import Linux
import Rules
import Testing
import Wayland

@testable import Actions

@Suite("Which injector does what")
struct InjectionRoutesTests {
  private static let uinput: Set<InputEvent.Ability> = [.keys, .pointer, .scrolling]
  private static let keyboard: Set<InputEvent.Ability> = [.keys, .characters]
  private static let both: Set<InputEvent.Ability> = [.keys, .characters, .pointer, .scrolling]

  /// `keys characters pointer scrolling`: u for uinput, w for wayland, - for nothing.
  private func routes(
    _ stated: Injection?, _ uinput: Set<InputEvent.Ability>, _ wayland: Set<InputEvent.Ability>
  ) -> String {
    let routes = InjectionRoutes(stated: stated, uinput: uinput, wayland: wayland)
    return InputEvent.Ability.allCases.map { routes[$0]?.rawValue.first.map(String.init) ?? "-" }.joined()
  }

  @Test("uinput where it may be used, and the compositor for what only that can do")
  func usual() {
    #expect(routes(nil, Self.uinput, Self.both) == "uwuw")
    #expect(routes(nil, Self.uinput, []) == "u-uu")
    #expect(routes(nil, [], Self.both) == "wwww")
    #expect(routes(nil, [], []) == "----")
  }

  @Test("a compositor with a virtual keyboard and no virtual pointer is used as far as it goes")
  func mixed() {
    #expect(routes(nil, Self.uinput, Self.keyboard) == "uwuu")
    #expect(routes(nil, [], Self.keyboard) == "ww--")
    #expect(routes(nil, [.pointer, .scrolling], Self.keyboard) == "wwuu")
  }

  @Test("what settings say is kept to, but for characters that uinput cannot type")
  func stated() {
    #expect(routes(.uinput, Self.uinput, Self.both) == "uwuu")
    #expect(routes(.uinput, [], Self.both) == "-w--")
    #expect(routes(.wayland, Self.uinput, Self.both) == "wwww")
    #expect(routes(.wayland, Self.uinput, Self.keyboard) == "ww--")
    #expect(routes(.wayland, Self.uinput, []) == "----")
  }

  // MARK: What is missing

  private let denied = InjectionError.system(SystemError("open", path: "/dev/uinput", code: EACCES))

  @Test("where nothing can press keys both reasons are told, and what mends it")
  func lack() throws {
    let messages = told(
      [.keyboard: denied, .pointer: denied], stated: nil, compositorLacks: [.virtualKeyboard, .virtualPointer])
    #expect(messages.count == 1)
    let lines = try #require(messages.first).split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "keys cannot be pressed and the pointer cannot be used: open /dev/uinput: Permission denied, and the compositor "
        + "does not offer zwp_virtual_keyboard_manager_v1 or zwlr_virtual_pointer_manager_v1")
    #expect(lines.suffix(2).first == "  sudo udevadm control --reload")
  }

  @Test("where settings ask for the compositor, what it does not offer is told, and that uinput would do")
  func statedLack() {
    #expect(
      told(
        [.pointer: .wayland(.missing(.virtualPointer))], stated: .wayland, compositorLacks: [.virtualPointer]) == [
          """
          the pointer cannot be used: the compositor does not offer zwlr_virtual_pointer_manager_v1 (a pointer moved by programs)
          Without 'inject: wayland' in the rules file they go by /dev/uinput, where that may be opened.
          """
        ])
    #expect(
      told([.keyboard: .noCompositor], stated: .wayland, compositorLacks: []) == [
        """
        keys cannot be pressed: no Wayland compositor is there
        Without 'inject: wayland' in the rules file they go by /dev/uinput, where that may be opened.
        """
      ])
  }

  @Test("where settings ask for uinput, the compositor is not told of; where nothing is missing, nothing is")
  func others() {
    let messages = told([.keyboard: denied], stated: .uinput, compositorLacks: [.virtualKeyboard])
    #expect(messages.first?.hasPrefix("keys cannot be pressed: open /dev/uinput: Permission denied\n") == true)
    #expect(told([:], stated: nil, compositorLacks: []).isEmpty)
  }

  /// What people are told.
  private func told(
    _ reasons: [InputEvent.Source: InjectionError], stated: Injection?, compositorLacks: [WaylandGlobal]
  ) -> [String] {
    MissingCapability.all(reasons, stated: stated, missingGlobals: compositorLacks).map(\.message)
  }
}
