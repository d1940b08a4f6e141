internal import Gestures
package import Rules
internal import Touch

/// Finds rules that another one always comes before: an earlier one that asks for no more, or one that is fulfilled
/// sooner, wherever it stands.
///
/// Rules are filed by condition, kind of gesture, device, number of fingers and direction. A rule that hides another is
/// filed in each place the other is, so that looking in one of those is enough, once for each condition that follows
/// from the other's.
package struct Coverage {
  /// Only so many rules of one place are filed, so that the time stays in proportion to the file. Nobody has as many
  /// that differ in their limits alone.
  private static let mostInPlace = 200

  private struct Place: Hashable {
    /// By number.
    var condition: Int
    var kind: Gesture.Kind
    /// nil is every device.
    var device: Int?
    var fingers: Int
    var direction: UInt8
  }

  /// A rule as it is compared.
  private struct Entry {
    var rule: Int
    var trigger: Trigger
    /// By number, in order; none is every device.
    var devices: [Int]

    /// Whether whatever fulfils `other` has fulfilled this one by then.
    func covers(_ other: Entry) -> Bool {
      let isEarlier = rule < other.rule
      let isOfOtherKind = trigger.pattern.kind != other.trigger.pattern.kind
      return trigger.fingers.lowerBound <= other.trigger.fingers.lowerBound
        && trigger.fingers.upperBound >= other.trigger.fingers.upperBound
        && trigger.pattern.coversDirections(of: other.trigger.pattern)
        && trigger.pattern.precedes(other.trigger.pattern, isEarlier: isEarlier)
        && trigger.start.precedes(other.trigger.start, isEarlier: isEarlier || isOfOtherKind)
        && (devices.isEmpty || !other.devices.isEmpty && Set(devices).isSuperset(of: other.devices))
        && (trigger.namesTouchpads || !other.trigger.isMadeByScrolling)
    }
  }

  private var entries: [Entry] = []
  /// Which entries are in a place.
  private var filed: [Place: [Int]] = [:]
  /// Devices have numbers here: they are quicker to look up than names.
  private var numbers: [DeviceFilter: Int] = [:]
  private let conditions: ConditionIndex

  /// For each of `rules` the place of the one that hides it, or nil.
  /// - Parameter rules: the rules in the file's order; nil for one that hides nothing.
  package static func hiding(_ rules: [Rule?]) -> [Int?] {
    var coverage = Coverage(conditions: ConditionIndex(rules))
    var hiding = [Int?](repeating: nil, count: rules.count)
    let turns = rules.enumerated().compactMap { place, rule in
      rule.flatMap { $0.trigger.isSimultaneous ? nil : (place: place, turn: $0.trigger.pattern.precedenceOrder) }
    }
    // What can come before another comes before it in this order.
    for next in turns.sorted(by: { $0.turn == $1.turn ? $0.place < $1.place : $0.turn < $1.turn }) {
      guard let trigger = rules[next.place]?.trigger else { continue }
      hiding[next.place] = coverage.add(trigger, at: next.place)
    }
    return hiding
  }

  /// The rule that hides the one with this trigger, or nil; then that is filed.
  private mutating func add(_ trigger: Trigger, at rule: Int) -> Int? {
    let entry = Entry(rule: rule, trigger: trigger, devices: numbers(of: trigger.devices))
    let filters: [Int?] = entry.devices.isEmpty ? [nil] : entry.devices
    let directions = trigger.pattern.directionNumbers

    for condition in conditions.implied(by: rule) {
      for kind in trigger.pattern.hidingKinds {
        for device in entry.devices.isEmpty ? [nil] : [nil, filters[0]] {
          // What hides a range of angles has the same, or every direction.
          for direction in directions.last == 0 ? [0, 1] : [directions.first ?? 1] {
            let place = Place(
              condition: condition, kind: kind, device: device, fingers: trigger.fingers.lowerBound,
              direction: direction)
            guard let index = filed[place]?.first(where: { entries[$0].covers(entry) }) else { continue }
            return entries[index].rule
          }
        }
      }
    }
    for device in filters {
      for fingers in trigger.fingers {
        for direction in directions {
          let place = Place(
            condition: conditions.number(of: rule), kind: trigger.pattern.kind, device: device, fingers: fingers,
            direction: direction)
          if filed[place, default: []].count < Self.mostInPlace { filed[place, default: []].append(entries.count) }
        }
      }
    }
    entries.append(entry)
    return nil
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
  /// The kinds of gesture of which one may hide it.
  fileprivate var hidingKinds: [Gesture.Kind] {
    switch self {
    case .swipe, .stroke: [kind, .pan]
    case .tap, .longPress, .pan, .pinch, .rotate: [kind]
    }
  }

  /// One number a direction, each by itself; 0 for angles, and 1 for what goes no way.
  fileprivate var directionNumbers: [UInt8] {
    (0..<8).map { 1 << $0 }.filter { directionBits & $0 != 0 } + (angles.isEmpty ? [] : [0])
  }
}
