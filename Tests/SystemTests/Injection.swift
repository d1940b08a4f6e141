internal import CUinput
internal import Linux
internal import Testing

/// The injector.
enum Injection: String, CaseIterable, CustomTestStringConvertible {
  /// Input devices of the kernel's.
  case uinput
  /// The compositor's protocols, while access to /dev/uinput is denied.
  case wayland

  var testDescription: String { rawValue }
}

/// A desktop that tests share one after the other, because starting it takes longer than most tests: sway, a plugged-in
/// keyboard, and a touchpad. Safe to share, since the tests that do are serialized.
final class Desk: @unchecked Sendable {
  /// The desk of the running suite.
  @TaskLocal static var shared: Desk?

  let sway: Sway
  let touchpad: Surface
  // A seat has a keymap once it has a keyboard.
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

  /// Starts a daemon with one injector, runs `work` once it is ready for gestures and a new window is ready for input,
  /// and stops it.
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
    // wev requests one more keyboard and pointer with each that is plugged in, and writes each event as often.
    try sway.reopenWindow()
    try work(daemon)
    try daemon.stop()
  }
}

/// Creates the desk that the tests of a suite share.
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
