import Desktop
import Engine
import Glibc
import Linux
import Rules
import Testing
import Wayland

@testable import Actions

@Suite("The choice of injectors")
struct InjectionRoutesTests {
  private static let uinput: Set<InputEvent.Ability> = [.keys, .pointer, .scrolling]
  private static let keyboard: Set<InputEvent.Ability> = [.keys, .characters]
  private static let both: Set<InputEvent.Ability> = [.keys, .characters, .pointer, .scrolling]

  /// `keys characters pointer scrolling`: u for uinput, w for wayland, - for nothing.
  private func routes(
    _ stated: Injection?, _ uinput: Set<InputEvent.Ability>, _ wayland: Set<InputEvent.Ability>, isDeaf: Bool = false
  ) -> String {
    let routes = InjectionRoutes(stated: stated, uinput: uinput, wayland: wayland, hasDeafShortcuts: isDeaf)
    return InputEvent.Ability.allCases.map { routes[$0]?.rawValue.first.map(String.init) ?? "-" }.joined()
  }

  @Test("the compositor is used if it can, else uinput if accessible")
  func usual() {
    #expect(routes(nil, Self.uinput, Self.both) == "wwww")
    #expect(routes(nil, Self.uinput, []) == "u-uu")
    #expect(routes(nil, [], Self.both) == "wwww")
    #expect(routes(nil, [], []) == "----")
  }

  @Test("a compositor with a virtual keyboard and no virtual pointer is used for keys")
  func mixed() {
    #expect(routes(nil, Self.uinput, Self.keyboard) == "uwuu")
    #expect(routes(nil, [], Self.keyboard) == "ww--")
    #expect(routes(nil, [.pointer, .scrolling], Self.keyboard) == "wwuu")
  }

  @Test("uinput is preferred where the compositor's own shortcuts ignore virtual keyboards")
  func deaf() {
    #expect(routes(nil, Self.uinput, Self.both, isDeaf: true) == "uwuw")
    #expect(routes(nil, Self.uinput, Self.keyboard, isDeaf: true) == "uwuu")
    #expect(routes(nil, [], Self.both, isDeaf: true) == "wwww")
    #expect(routes(.wayland, Self.uinput, Self.both, isDeaf: true) == "wwww")
  }

  @Test("each choice has its reason")
  func reasons() {
    func reason(
      _ stated: Injection?, _ uinput: Set<InputEvent.Ability>, _ wayland: Set<InputEvent.Ability>, isDeaf: Bool = false
    ) -> String? {
      InjectionRoutes(stated: stated, uinput: uinput, wayland: wayland, hasDeafShortcuts: isDeaf).reason(for: .keys)
    }
    #expect(reason(nil, Self.uinput, Self.both) == "the compositor requires no permission for devices")
    #expect(reason(.uinput, Self.uinput, Self.both) == "as the rules file states")
    #expect(reason(nil, Self.uinput, []) == "the compositor offers neither virtual keyboards nor pointers")
    #expect(reason(nil, Self.uinput, Self.keyboard) == "the compositor offers no virtual pointers")
    #expect(
      reason(nil, Self.uinput, Self.both, isDeaf: true) == "the compositor's own shortcuts ignore virtual keyboards")
    #expect(reason(nil, [], Self.both, isDeaf: true)?.hasSuffix("/dev/uinput, which is not accessible") == true)
    #expect(reason(nil, [], []) == nil)
  }

  @Test("settings are followed, except for characters that uinput cannot type")
  func stated() {
    #expect(routes(.uinput, Self.uinput, Self.both) == "uwuu")
    #expect(routes(.uinput, [], Self.both) == "-w--")
    #expect(routes(.wayland, Self.uinput, Self.both) == "wwww")
    #expect(routes(.wayland, Self.uinput, Self.keyboard) == "ww--")
    #expect(routes(.wayland, Self.uinput, []) == "----")
  }

  // MARK: Missing capabilities

  private let denied = InjectionError.system(SystemError("open", path: "/dev/uinput", code: EACCES))

  @Test("both reasons and the fix are reported if nothing can press keys")
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

  @Test("missing protocols are reported if settings require the compositor, with uinput as the alternative")
  func statedLack() {
    #expect(
      told(
        [.pointer: .wayland(.missing(.virtualPointer))], stated: .wayland, compositorLacks: [.virtualPointer]) == [
          """
          the pointer cannot be used: the compositor does not offer zwlr_virtual_pointer_manager_v1 (virtual pointers)
          Remove 'inject: wayland' from the rules file to use /dev/uinput, if it is accessible.
          """
        ])
    #expect(
      told([.keyboard: .noCompositor], stated: .wayland, compositorLacks: []) == [
        """
        keys cannot be pressed: no Wayland compositor is running
        Remove 'inject: wayland' from the rules file to use /dev/uinput, if it is accessible.
        """
      ])
  }

  @Test(
    "on GNOME and KDE the desktop's own permission is named, and neither uinput's nor that of others",
    arguments: [
      "GNOME": "Sleight's extension of GNOME Shell is not enabled\nSleight's extension of GNOME Shell sends them; "
        + "'sleight doctor' shows how to enable it.",
      "KDE": "KWin does not permit this program org_kde_kwin_fake_input\nKWin permits it to programs with a desktop "
        + "entry; 'sleight doctor' shows the commands.",
    ])
  func grants(desktop: String, text: String) {
    let grant = DesktopGrant(currentDesktop: desktop)
    let messages = MissingCapability.all(
      [.keyboard: denied], stated: nil, missingGlobals: [.virtualKeyboard], grant: grant
    ).map(\.message)
    #expect(messages == ["keys cannot be pressed: open /dev/uinput: Permission denied, and \(text)"])
    // Stated, it is uinput that is missing.
    let stated = MissingCapability.all([.keyboard: denied], stated: .uinput, missingGlobals: [], grant: grant)
    #expect(stated.first?.message.contains("71-sleight-uinput.rules") == true)
  }

  @Test("on GNOME and KDE, keys wait for the compositor, unless settings require uinput", arguments: ["GNOME", "KDE"])
  func awaitedGrants(desktop: String) {
    let grant = DesktopGrant(currentDesktop: desktop)
    func error(_ stated: Injection?, _ absence: InjectionError?, _ grant: DesktopGrant?) -> InjectionError {
      RequiredAbilities.error(
        for: .keys, stated: stated, [.keyboard: .init("open", path: "/dev/uinput", code: EACCES)], absence: absence,
        grant: grant)
    }
    #expect(error(nil, .noCompositor, grant) == .noCompositor)
    #expect(error(.uinput, .noCompositor, grant) == denied)
    #expect(error(nil, nil, grant) == denied)
    #expect(error(nil, .noCompositor, nil) == denied)
  }

  @Test("the compositor is not mentioned if settings require uinput; nothing is if nothing is missing")
  func others() {
    let messages = told([.keyboard: denied], stated: .uinput, compositorLacks: [.virtualKeyboard])
    #expect(messages.first?.hasPrefix("keys cannot be pressed: open /dev/uinput: Permission denied\n") == true)
    #expect(told([:], stated: nil, compositorLacks: []).isEmpty)
  }

  /// The messages for the user.
  private func told(
    _ reasons: [InputEvent.Source: InjectionError], stated: Injection?, compositorLacks: [WaylandGlobal]
  ) -> [String] {
    MissingCapability.all(reasons, stated: stated, missingGlobals: compositorLacks).map(\.message)
  }
}
