internal import Gestures
internal import Touch

/// Finds rules that an earlier one always comes before.
///
/// Rules are filed by kind of gesture, device, number of fingers and direction. A rule that hides another is filed in
/// each place the other is, so that looking in one of those is enough.
struct Coverage {
  /// Only so many rules of one place are filed, so that the time stays in proportion to the file. Nobody has as many
  /// that differ in their limits alone.
  private static let mostInPlace = 200

  private struct Place: Hashable {
    var kind: Gesture.Kind
    /// nil is every device.
    var device: Int?
    var fingers: Int
    var direction: UInt8
  }

  /// A trigger as it is compared.
  private struct Entry {
    var rule: Int
    var pattern: Pattern
    var fingers: ClosedRange<Int>
    /// By number, in order; none is every device.
    var devices: [Int]

    /// Whether whatever fulfils `other` has fulfilled this one by then.
    func covers(_ other: Entry) -> Bool {
      fingers.lowerBound <= other.fingers.lowerBound && fingers.upperBound >= other.fingers.upperBound
        && pattern.covers(other.pattern)
        && (devices.isEmpty || !other.devices.isEmpty && Set(devices).isSuperset(of: other.devices))
    }
  }

  private var entries: [Entry] = []
  /// Which entries are in a place.
  private var filed: [Place: [Int]] = [:]
  /// Devices have numbers here: they are quicker to look up than names.
  private var numbers: [DeviceFilter: Int] = [:]

  /// The earlier rule that hides `trigger`, or nil; then `trigger` is filed as that of `rule`.
  mutating func add(_ trigger: Trigger, rule: Int) -> Int? {
    let devices = numbers(of: trigger.devices)
    let entry = Entry(rule: rule, pattern: trigger.pattern, fingers: trigger.fingers, devices: devices)
    let kind = trigger.pattern.kind
    let directions = trigger.pattern.directionBits
    let filters: [Int?] = devices.isEmpty ? [nil] : devices

    for device in devices.isEmpty ? [nil] : [nil, filters[0]] {
      let place = Place(
        kind: kind, device: device, fingers: trigger.fingers.lowerBound, direction: directions.first ?? 0)
      for index in filed[place, default: []] where entries[index].covers(entry) { return entries[index].rule }
    }
    for device in filters {
      for fingers in trigger.fingers {
        for direction in directions {
          file(entries.count, in: Place(kind: kind, device: device, fingers: fingers, direction: direction))
        }
      }
    }
    entries.append(entry)
    return nil
  }

  private mutating func file(_ entry: Int, in place: Place) {
    if filed[place, default: []].count < Self.mostInPlace { filed[place, default: []].append(entry) }
  }

  /// The numbers of the devices meant, in order; none where that is all of them.
  private mutating func numbers(of devices: [DeviceFilter]) -> [Int] {
    let filters = Set(devices.map(\.folded))
    let isEvery = filters.contains(.named("*")) || filters.isSuperset(of: Device.Kind.allCases.map { .kind($0) })
    guard !isEvery else { return [] }
    var found: [Int] = []
    for filter in filters {
      let number = numbers[filter] ?? numbers.count
      numbers[filter] = number
      found.append(number)
    }
    return found.sorted()
  }
}

extension DeviceFilter {
  /// Itself, a name in lower case: names match in either.
  fileprivate var folded: DeviceFilter {
    switch self {
    case .kind: self
    case .named(let name): .named(name.lowercased())
    }
  }
}

extension Pattern {
  /// One bit a direction, each by itself; a long press has one.
  fileprivate var directionBits: [UInt8] {
    let bits: UInt8 =
      switch self {
      case .swipe(let swipe): swipe.directions.rawValue
      case .pinch(let pinch): pinch.directions.rawValue
      case .pan(let pan): pan.directions.rawValue
      case .rotate(let rotate): rotate.directions.rawValue
      case .tap, .longPress, .stroke: 1
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
    case (.tap, _), (.swipe, _), (.pan, _), (.pinch, _), (.rotate, _), (.longPress, _), (.stroke, _): false
    }
  }
}
