import Testing

@testable import Libinput

@Suite("Power supplies")
struct PowerSuppliesTests {
  private static let battery = PowerSupplies.Supply(type: "Battery", status: "Discharging")
  private static let charging = PowerSupplies.Supply(type: "Battery", status: "Charging")
  private static let penBattery = PowerSupplies.Supply(type: "Battery", scope: "Device", status: "Discharging")

  private static func mains(_ isOnline: Bool) -> PowerSupplies.Supply { .init(type: "Mains", isOnline: isOnline) }

  @Test(
    "a machine runs on its battery if it has one and no other supply is on",
    arguments: [
      ([], false), ([mains(true)], false), ([battery], true), ([charging], false), ([penBattery], false),
      ([mains(false), battery], true), ([mains(true), battery], false), ([mains(false), charging], true),
      ([mains(false), .init(type: "USB", isOnline: true), battery], false), ([mains(false), penBattery], false),
      ([mains(false), .init(type: "USB", isOnline: false), battery, penBattery], true),
    ] as [([PowerSupplies.Supply], Bool)])
  func onBattery(supplies: [PowerSupplies.Supply], isOnBattery: Bool) {
    #expect(PowerSupplies.isOnBattery(supplies) == isOnBattery)
  }
}
