import Glibc
import HeadlessSway
import Testing

@testable import Desktop

@Suite("The locations of compositors' sockets")
struct CompositorSocketsTests {
  private let folder = Folder()

  private func locations(_ variables: [String: String], uid: UInt32 = geteuid()) -> [String] {
    CompositorSockets(variables.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }, uid: uid).locations()
      .filter { !$0.path.hasPrefix("/tmp/hypr") }
      .map { "\($0.kind) \($0.path.split(separator: "/").suffix(2).joined(separator: "/"))" }
  }

  @Test("variables come first, and among these the session's own desktop")
  func named() {
    let variables = [
      "SWAYSOCK": "/run/x/sway.sock", "HYPRLAND_INSTANCE_SIGNATURE": "abc", "NIRI_SOCKET": "/run/x/niri.sock",
    ]
    #expect(locations(variables) == ["sway x/sway.sock", "hyprland hypr/abc", "niri x/niri.sock"])
    #expect(
      locations(variables.merging(["XDG_CURRENT_DESKTOP": "Hyprland"]) { $1 })
        == ["hyprland hypr/abc", "sway x/sway.sock", "niri x/niri.sock"])
    #expect(locations(["SWAYSOCK": ""]) == [])
  }

  @Test("then come the newest sockets of the user, without files of similar names")
  func found() throws {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    let own = "sway-ipc.\(geteuid()).1.sock"
    let sway = try FakeCompositor(at: "\(folder.path)/\(own)")
    // An hour older, so that the resolution of file times does not matter.
    var times = [timespec(), timespec()]
    clock_gettime(CLOCK_REALTIME, &times[0])
    times[0].tv_sec -= 3600
    times[1] = times[0]
    #expect(utimensat(AT_FDCWD, "\(folder.path)/\(own)", times, 0) == 0)
    let niri = try FakeCompositor(at: "\(folder.path)/niri.wayland-1.2.sock")
    let foreign = try FakeCompositor(at: "\(folder.path)/sway-ipc.\(geteuid() + 1).3.sock")
    mkdir("\(folder.path)/niri.wayland-1.3.sock", 0o700)
    #expect(locations([:]) == ["niri \(name)/niri.wayland-1.2.sock", "sway \(name)/\(own)"])
    #expect(locations([:], uid: geteuid() + 1) == [])
    _ = (sway, niri, foreign)
  }

  @Test("a socket of another user is not connected to, even if a variable names it")
  func foreign() throws {
    let sway = try FakeCompositor(at: "\(folder.path)/sway-ipc.1.1.sock")
    let recorded = try RecordedLink(["SWAYSOCK": "\(folder.path)/sway-ipc.1.1.sock"], uid: geteuid() + 1)
    recorded.dispatch()
    #expect(
      recorded.reports == ["sway is unreachable: connect \(folder.path)/sway-ipc.1.1.sock: Permission denied"])
    _ = sway
  }

  @Test("only directories of the user are searched for Hyprlands, and few of them: others may write in /tmp")
  func hyprlands() throws {
    let hypr = folder.path + "/hypr"
    mkdir(hypr, 0o1777)
    let old = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
    for number in 0..<100 {
      mkdir("\(hypr)/\(number)", 0o700)
      #expect(utimensat(AT_FDCWD, "\(hypr)/\(number)", old, 0) == 0)
    }
    let socket = try FakeCompositor(at: "\(hypr)/7/.socket2.sock")
    func sockets(_ uid: UInt32) -> CompositorSockets {
      CompositorSockets(["XDG_RUNTIME_DIR": "/nowhere"], uid: uid, oldInstances: hypr)
    }
    let own = sockets(geteuid())
    #expect(own.locations().map(\.path) == ["\(hypr)/7"])
    #expect(own.directories().count == 1 + 1 + 16 && own.directories().contains { $0.path == "\(hypr)/7" })
    #expect(sockets(geteuid() + 1).directories().map(\.path) == ["/nowhere"])
    #expect(sockets(geteuid() + 1).locations() == [])
    symlink(hypr, "\(folder.path)/link")
    let linked = CompositorSockets([:], uid: geteuid(), oldInstances: "\(folder.path)/link")
    #expect(linked.directories().isEmpty && linked.locations().isEmpty)
    _ = socket
  }

  @Test("a file of another user in a watched directory is ignored", .enabled(if: geteuid() == 0))
  func foreignFile() throws {
    let hypr = folder.path + "/hypr"
    mkdir(hypr, 0o1777)
    let sockets = CompositorSockets([:], uid: geteuid(), oldInstances: hypr)
    var watch = try CompositorWatch()
    watch.watch(sockets)
    mkdir("\(hypr)/foreign", 0o700)
    chown("\(hypr)/foreign", 1, 1)
    // Outside of the expectations, which copy their operands.
    let foreign = watch.hasChanged(for: sockets)
    mkdir("\(hypr)/own", 0o700)
    let own = watch.hasChanged(for: sockets)
    #expect(!foreign && own)
  }
}
