import Glibc
import HeadlessSway
import Linux
import Testing
import Waiting

@Suite("The C code of the protocols")
struct ProtocolTests {
  @Test(
    "is up to date with wayland-scanner's output",
    arguments: [
      "cosmic-toplevel-info-unstable-v1", "ext-foreign-toplevel-list-v1", "ext-idle-notify-v1",
      "ext-workspace-v1", "fractional-scale-v1",
      "org-kde-kwin-fake-input",
      "org-kde-plasma-window-management", "viewporter", "virtual-keyboard-unstable-v1",
      "wlr-foreign-toplevel-management-unstable-v1", "wlr-layer-shell-unstable-v1", "wlr-virtual-pointer-unstable-v1",
      "xdg-output-unstable-v1",
    ])
  func generated(name: String) throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/C/CWayland"
    let folder = Folder()
    for (kind, file) in [("client-header", "include/\(name).h"), ("private-code", "\(name).c")] {
      let made = "\(folder.path)/\(kind)"
      let pid = try ChildProcess.spawn(
        ["wayland-scanner", "-c", kind, "\(root)/Protocols/\(name).xml", made], environment: Environment.all())
      let status = try wait(otherwise: { "wayland-scanner does not end" }) { try ChildProcess.reap(pid) }
      #expect(status.isSuccess)
      // The first line contains the scanner's version.
      let lines = contents(of: made).split(separator: "\n").dropFirst()
      #expect(lines.count > 30)
      #expect(lines == contents(of: "\(root)/\(file)").split(separator: "\n").dropFirst(), "\(file)")
    }
  }
}
