@testable import Actions
import Glibc
import Linux
import Testing
import Touch

@Suite("A new keyboard")
struct KeyboardReadinessTests {
  @Test("is ready 200 ms after udev has seen it")
  func seen() {
    var readiness = KeyboardReadiness(created: Timestamp(microseconds: 1_000_000))
    func wait(_ milliseconds: Int64, seen: Bool) -> Int64? {
      readiness.wait(at: Timestamp(microseconds: milliseconds * 1000)) { seen }.map { $0.microseconds / 1000 }
    }
    let waits = [
      wait(1000, seen: false), wait(1020, seen: false), wait(1030, seen: true), wait(1229, seen: true),
      wait(1230, seen: true), wait(9000, seen: false),
    ]
    #expect(waits == [1020, 1040, 1230, 1230, nil, nil])
  }

  @Test("is ready after 2 s where udev says nothing, and at once where it is asked for later than that")
  func unseen() {
    var readiness = KeyboardReadiness(created: .zero)
    let first = readiness.wait(at: Timestamp(microseconds: 1_990_000)) { false }
    #expect(first == Timestamp(microseconds: 2_000_000))
    let second = readiness.wait(at: Timestamp(microseconds: 2_000_000)) { false }
    #expect(second == nil)
    var late = KeyboardReadiness(created: .zero)
    let only = late.wait(at: Timestamp(microseconds: 3_000_000)) { true }
    #expect(only == nil)
  }
}

@Suite("Where there is no keyboard to press keys on")
struct KeyboardUnavailableTests {
  @Test("the rule that allows it is named, with commands to paste")
  func permission() {
    let error = KeyboardUnavailable(cause: .init("open", path: "/dev/uinput", code: EACCES))
    #expect(
      error.description == #"""
        keys cannot be pressed: open /dev/uinput: Permission denied
        Touches are read without it. It is a permission of its own, because every program of yours can type with it. To give it:
          echo 'KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput"' | sudo tee /etc/udev/rules.d/71-sleight-uinput.rules
          sudo udevadm control --reload
          sudo udevadm trigger /dev/uinput
        """#)
  }

  @Test("it is the rule that the installation brings")
  func rule() throws {
    let project = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try Descriptor.open("\(project)/config/udev/71-sleight-uinput.rules", O_RDONLY)
    let text = String(decoding: try #require(try file.read(upTo: 4096)), as: UTF8.self)
    let rules = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let told = KeyboardUnavailable(cause: .init("open", path: "/dev/uinput", code: EACCES)).description
    #expect(rules.count == 1)
    #expect(rules.allSatisfy { told.contains("echo '\($0)' | sudo tee") })
  }

  @Test("a module that is not loaded is named")
  func missing() {
    let error = KeyboardUnavailable(cause: .init("open", path: "/dev/uinput", code: ENOENT))
    #expect(
      error.description == """
        keys cannot be pressed: open /dev/uinput: No such file or directory
        The kernel's uinput module is not loaded. To load it, now and at every start:
          sudo modprobe uinput
          echo uinput | sudo tee /etc/modules-load.d/sleight.conf
        """)
  }

  @Test("what nobody knows a remedy for is only told")
  func other() {
    let error = KeyboardUnavailable(cause: .init("ioctl UI_DEV_CREATE", path: "/dev/uinput", code: ENOMEM))
    #expect(error.description == "keys cannot be pressed: ioctl UI_DEV_CREATE /dev/uinput: Cannot allocate memory")
    #expect(error.remedy == nil)
  }
}
