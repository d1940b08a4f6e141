internal import Gestures
internal import Touch

/// Finds rules that an earlier one always comes before.
///
/// Rules are filed by kind of gesture, device, number of fingers and direction. A rule that hides another is filed in
/// each place the other is, so that looking in one of those is enough.
struct Coverage {
  /// Only so many rules of one place are looked at, so that the time stays in proportion to the file. Nobody has as
  /// many that differ in their limits alone.
  private static let mostInPlace = 200

  private struct Place: Hashable {
    var kind: Gesture.Kind
    var device: DeviceFilter?
    var fingers: Int
    var direction: UInt8
  }

  private var filed: [Place: [Int]] = [:]
  private var triggers: [Int: Trigger] = [:]

  /// The earlier rule that hides `trigger`, or nil; then `trigger` is filed as that of `rule`.
  mutating func add(_ trigger: Trigger, rule: Int) -> Int? {
    let devices = trigger.effectiveDevices
    let directions = trigger.pattern.directionBits
    let device = devices.first
    for filter in device == nil ? [nil] : [nil, device] {
      let place = Place(
        kind: trigger.pattern.kind, device: filter, fingers: trigger.fingers.lowerBound,
        direction: directions.first ?? 0)
      for candidate in filed[place, default: []].prefix(Self.mostInPlace) {
        if triggers[candidate]?.covers(trigger) == true { return candidate }
      }
    }
    triggers[rule] = trigger
    for filter in devices.isEmpty ? [nil] : devices.map({ Optional($0) }) {
      for fingers in trigger.fingers {
        for direction in directions {
          let place = Place(kind: trigger.pattern.kind, device: filter, fingers: fingers, direction: direction)
          filed[place, default: []].append(rule)
        }
      }
    }
    return nil
  }
}

extension Trigger {
  /// The devices meant, none where that is all of them, names in lower case.
  fileprivate var effectiveDevices: [DeviceFilter] {
    let filters = Set(
      devices.map { filter in
        switch filter {
        case .kind: filter
        case .named(let name): DeviceFilter.named(name.lowercased())
        }
      })
    let isEvery = filters.contains(.named("*")) || filters.isSuperset(of: Device.Kind.allCases.map { .kind($0) })
    return isEvery ? [] : Array(filters)
  }

  /// Whether whatever fulfils `other` has fulfilled this one by then.
  fileprivate func covers(_ other: Trigger) -> Bool {
    let devices = effectiveDevices
    guard devices.isEmpty || (!other.effectiveDevices.isEmpty && Set(devices).isSuperset(of: other.effectiveDevices))
    else { return false }
    return fingers.lowerBound <= other.fingers.lowerBound && fingers.upperBound >= other.fingers.upperBound
      && pattern.covers(other.pattern)
  }
}

extension Pattern {
  /// Which kind of gesture it is of.
  fileprivate var kind: Gesture.Kind {
    switch self {
    case .swipe: .swipe
    case .pinch: .pinch
    case .longPress: .longPress
    }
  }

  /// One bit a direction, each by itself; a long press has one.
  fileprivate var directionBits: [UInt8] {
    let bits: UInt8 =
      switch self {
      case .swipe(let swipe): swipe.directions.rawValue
      case .pinch(let pinch): pinch.directions.rawValue
      case .longPress: 1
      }
    return (0..<8).map { 1 << $0 }.filter { bits & $0 != 0 }
  }

  /// Whether whatever fulfils `other` has fulfilled this one by then: the same ways or more, after the same distance
  /// or less, in the same time or more. A rule that must not be reached too soon can miss what comes later and from
  /// farther, so that `after` covers at the same distance only.
  fileprivate func covers(_ other: Pattern) -> Bool {
    switch (self, other) {
    case (.swipe(let earlier), .swipe(let later)):
      earlier.directions.isSuperset(of: later.directions) && earlier.distance <= later.distance
        && earlier.within >= later.within
        && (earlier.after == .zero || earlier.distance == later.distance && earlier.after <= later.after)
    case (.pinch(let earlier), .pinch(let later)):
      earlier.directions.isSuperset(of: later.directions) && earlier.change <= later.change
        && (earlier.within == nil || later.within.map { $0 <= earlier.within ?? $0 } == true)
        && (earlier.after == .zero || earlier.change == later.change && earlier.after <= later.after)
    case (.longPress(let earlier), .longPress(let later)):
      earlier.duration <= later.duration && earlier.movement >= later.movement
    case (.swipe, _), (.pinch, _), (.longPress, _): false
    }
  }
}
