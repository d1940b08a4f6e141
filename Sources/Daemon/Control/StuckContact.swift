internal import JSONLines

/// A contact that is down and has not moved for a long time.
public struct StuckContact: Hashable, Sendable {
  /// The name of its device.
  public var device: String
  /// Its distance from the left edge, in mm.
  public var x: Double
  /// Its distance from the top edge, in mm.
  public var y: Double
  /// The distance from the left edge as a share of the device's width, 0 to 1.
  public var xShare: Double
  /// The distance from the top edge as a share of the device's height, 0 to 1.
  public var yShare: Double
  /// The time for which it has not moved, in milliseconds.
  public var lasting: Int

  /// A contact with these properties.
  public init(device: String, x: Double, y: Double, xShare: Double, yShare: Double, lasting: Int) {
    self.device = device
    (self.x, self.y) = (x, y)
    (self.xShare, self.yShare) = (xShare, yShare)
    self.lasting = lasting
  }

  /// Its place, for people.
  public var place: String {
    "\(Int(x.rounded())) mm from the left and \(Int(y.rounded())) mm from the top of '\(device)'"
  }

  /// The contact, for people.
  public var text: String { "\(place), without movement for \(Age(milliseconds: lasting).text)" }
}

extension StuckContact {
  init(_ value: JSONValue) {
    func number(_ key: String) -> Double { value[key]?.number ?? 0 }
    self.init(
      device: value["device"]?.string ?? "", x: number("x"), y: number("y"), xShare: number("x_share"),
      yShare: number("y_share"), lasting: value["lasting"]?.integer ?? 0)
  }

  var json: JSONValue {
    func rounded(_ value: Double, to unit: Double) -> JSONValue { .number((value * unit).rounded() / unit) }
    return .object([
      .init("device", .string(device)), .init("x", rounded(x, to: 10)), .init("y", rounded(y, to: 10)),
      .init("x_share", rounded(xShare, to: 10_000)), .init("y_share", rounded(yShare, to: 10_000)),
      .init("lasting", .number(Double(lasting))),
    ])
  }
}

/// A time that has passed, for people.
public struct Age: Hashable, Sendable {
  private let seconds: Int

  /// An age of so many milliseconds.
  public init(milliseconds: Int) { seconds = milliseconds / 1000 }

  /// The age in the largest unit that it has reached: `45 s`, `3 min` or `7 h`.
  public var text: String {
    seconds < 60 ? "\(seconds) s" : seconds < 3600 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }
}
