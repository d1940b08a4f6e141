import Engine
import Glibc
import Linux
import Testing

@testable import Actions

@Suite("Messages about uinput")
struct UinputUnavailableTests {
  @Test(
    "the missing udev rule is reported with commands to paste, even if the module is not loaded",
    arguments: [(true, "udevadm trigger --name-match=uinput --action=add"), (false, "modprobe uinput")])
  func permission(isModuleLoaded: Bool, last: String) {
    let error = UinputUnavailable(
      [.keyboard], cause: .init("open", path: "/dev/uinput", code: EACCES), isModuleLoaded: isModuleLoaded)
    #expect(
      error.description == #"""
        keys cannot be pressed: open /dev/uinput: Permission denied
        Reading touches does not require it. It is a separate permission, because it lets all your programs inject keys. To grant it:
          \#(UdevRules.uinput.installation())
          sudo udevadm control --reload
          sudo \#(last)
        """#)
  }

  @Test("a module that is not loaded is reported")
  func missing() {
    let error = UinputUnavailable([.keyboard], cause: .init("open", path: "/dev/uinput", code: ENOENT))
    #expect(
      error.description == """
        keys cannot be pressed: open /dev/uinput: No such file or directory
        The kernel's uinput module is not loaded. To load it now and at each boot:
          sudo modprobe uinput
          echo uinput | sudo tee /etc/modules-load.d/sleight.conf
        """)
  }

  @Test("a missing keyboard and pointer are reported in one message")
  func sources() {
    let cause = SystemError("open", path: "/dev/uinput", code: ENOTDIR)
    #expect(
      "\(UinputUnavailable([.pointer], cause: cause))"
        == "the pointer cannot be used: open /dev/uinput: Not a directory")
    #expect(
      "\(UinputUnavailable([.keyboard, .pointer], cause: cause))"
        == "keys cannot be pressed and the pointer cannot be used: open /dev/uinput: Not a directory")
  }

  @Test("a failure without a known fix is reported without advice")
  func other() {
    let error = UinputUnavailable([.keyboard], cause: .init("ioctl UI_DEV_CREATE", path: "/dev/uinput", code: ENOMEM))
    #expect(error.description == "keys cannot be pressed: ioctl UI_DEV_CREATE /dev/uinput: Cannot allocate memory")
    #expect(error.commands == [])
  }
}
