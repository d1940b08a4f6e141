import CLinux
@testable import Libinput
import Testing
import Touch

@Suite("libinput's quirks")
struct LibinputQuirksTests {
  private let pad = LibinputQuirks.Subject(
    name: "ALPS I2C Touchpad", bus: BUS_I2C, vendor: 0x488, product: 0x1024, version: 1,
    machine: "dmi:bvnDell:svnDellInc.:pnXPS13:")

  private func values(_ text: String) -> QuirkValues {
    var quirks = LibinputQuirks()
    quirks.add(text)
    return quirks.values(of: pad)
  }

  @Test(
    "a section is valid for the devices that match all its lines",
    arguments: [
      ("MatchName=*I2C Touchpad*", true), ("MatchName=I2C", false), ("MatchBus=i2c", true), ("MatchBus=usb", false),
      ("MatchVendor=0x0488", true), ("MatchVendor=1160", true), ("MatchProduct=0x1;0x1024", true),
      ("MatchProduct=0x1025", false), ("MatchVersion=0x1", true), ("MatchUdevType=touchpad", true),
      ("MatchUdevType=mouse", false), ("MatchDMIModalias=dmi:*svnDellInc.:pnXPS*", true),
      ("MatchDMIModalias=dmi:*svnLenovo*", false), ("MatchDeviceTree=*pine64*", false),
      ("MatchBus=i2c\nMatchVendor=0x0489", false), ("MatchNewThing=1", false),
    ])
  func matches(lines: String, isMatch: Bool) {
    let values = values("[Some pad]\n\(lines)\nAttrPalmPressureThreshold=180 # a comment\n")
    #expect(values.number("AttrPalmPressureThreshold") == (isMatch ? 180 : nil))
  }

  @Test("the last matching section wins, and what is no value is none")
  func last() {
    let values = values(
      """
      AttrBeforeAll=1
      # a comment
      [first]
      MatchUdevType=touchpad
      AttrPressureRange=10:8
      AttrPalmSizeThreshold=many
      AttrTouchSizeRange=8:10
      ModelSomething

      [second]
      MatchBus=i2c
      AttrPressureRange=30:25
      """)
    #expect(values.range("AttrPressureRange") == .init(low: 25, high: 30))
    #expect(values.number("AttrPalmSizeThreshold") == nil)
    #expect(values.range("AttrTouchSizeRange") == nil)
    #expect(values.texts["AttrBeforeAll"] == nil)
  }

  @Test("the installed files are read")
  func installed() {
    let apple = LibinputQuirks.Subject(name: "bcm5974", bus: BUS_USB, vendor: 0x5AC, product: 0x262, version: 1)
    let values = LibinputQuirks.installed().values(of: apple)
    #expect(values.number("AttrPalmSizeThreshold") == 1600)
    #expect(values.range("AttrTouchSizeRange") == .init(low: 130, high: 150))
  }
}
