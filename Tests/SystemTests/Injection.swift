internal import CUinput
internal import Linux
internal import Testing

/// By which of two ways what a rule presses reaches the desktop.
enum Injection: String, CaseIterable, CustomTestStringConvertible {
  /// Input devices of the kernel's.
  case uinput
  /// The compositor's protocols, while /dev/uinput may not be used.
  case wayland

  var testDescription: String { rawValue }
}

/// A desktop that tests share, one after the other, for starting it takes longer than most of what they do in it: sway,
/// a keyboard that is plugged in, and a touchpad.
final class Desk: @unchecked Sendable {
  /// The one that a suite's tests share.
  @TaskLocal static var shared: Desk?

  let sway: Sway
  let touchpad: Surface
  // A seat has a keymap to tell of once it has a keyboard.
  private let keyboard: VirtualDevice

  init() throws {
    touchpad = try Surface(.touchpad)
    keyboard = try VirtualDevice(
      name: "Virtual Keyboard", keys: (KEY_ESC...KEY_COMPOSE).map { CInt($0) }, axes: [], properties: [])
    sway = try Sway(layout: "us")
  }

  /// Presses a key of the keyboard that is plugged in, and waits until the window has received it.
  func pressKey() throws {
    let before = sway.keys.count
    for value: CInt in [1, 0] { try keyboard.report([.init(type: EV_KEY, code: KEY_LEFTALT, value: value)]) }
    try wait(otherwise: { "the window received no key" }) { sway.keys.count >= before + 2 ? () : nil }
  }

  /// Starts a daemon that presses keys and buttons one way, and does `work` once it is ready for gestures and a new
  /// window for what it presses; then ends it.
  func act(
    through injection: Injection, rules: String, _ work: (Daemon) throws -> Void
  ) throws {
    let settings = injection == .uinput ? "settings: {inject: uinput}\n" : ""
    if injection == .wayland { try Program.run("setfacl", "-b", "/dev/uinput") }
    defer {
      if injection == .wayland { _ = try? Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", "/dev/uinput") }
    }
    let daemon = try Daemon(
      rulesText: "\(settings)rules:\n\(rules)", folder: Guest.folder(), reading: [touchpad],
      environment: sway.environment)
    try sway.waitForInput(named: injection == .uinput ? "Sleight " : "\"virtual ")
    // wev asks for one more keyboard and pointer with each that is plugged in, and writes as often what they tell.
    try sway.reopenWindow()
    try work(daemon)
    try daemon.stop()
  }
}

/// Makes the desk that the tests of a suite share.
struct SharingADesk: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Desk.$shared.withValue(Desk()) { try await function() }
  }
}

extension Trait where Self == SharingADesk {
  /// The suite's tests share a desk.
  static var sharingADesk: Self { SharingADesk() }
}
