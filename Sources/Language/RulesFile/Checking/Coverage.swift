package import Gestures
package import Rules
internal import Touch

/// Finds rules that never act because an earlier one matches every hand that they match.
///
/// Rules are filed by condition, kind of gesture, device, number of fingers and direction. A rule that hides another
/// one is filed in every bucket in which that one is, so that looking in one of those suffices, once for each condition
/// that the other's implies.
package struct Coverage {
  /// The largest number of rules in one bucket, to keep the time proportional to the file. Nobody has as many that
  /// differ in their limits alone.
  private static let mostInBucket = 200

  private struct Bucket: Hashable {
    /// The number of the condition.
    var condition: Int
    var kind: Gesture.Kind
    /// The number of the device filter; nil for all devices.
    var device: Int?
    var fingers: Int
    var direction: UInt8
  }

  /// A rule, prepared for comparison.
  private struct Entry {
    var rule: Int
    var trigger: Trigger
    /// The numbers of the device filters, sorted; empty for all devices.
    var devices: [Int]

    /// True if this rule always acts where `other`, a later one, would.
    func covers(_ other: Entry) -> Bool {
      trigger.fingers.lowerBound <= other.trigger.fingers.lowerBound
        && trigger.fingers.upperBound >= other.trigger.fingers.upperBound
        && trigger.pattern.coversDirections(of: other.trigger.pattern)
        && trigger.pattern.isImplied(by: other.trigger.pattern)
        && trigger.start.contains(other.trigger.start)
        && (trigger.apart == nil
          ? other.trigger.apart.map { $0.upperBound <= Trigger.handSpan } ?? true
          : trigger.apart.contains(other.trigger.apart))
        && (devices.isEmpty || !other.devices.isEmpty && Set(devices).isSuperset(of: other.devices))
        && (trigger.namesTouchpads || !other.trigger.isMadeByScrolling)
    }
  }

  private var entries: [Entry] = []
  /// The indices of the entries in each bucket.
  private var filed: [Bucket: [Int]] = [:]
  /// The numbers of device filters, which are faster to look up than names.
  private var numbers: [DeviceFilter: Int] = [:]
  private let conditions: ConditionIndex

  /// For each of `rules` the index of the one that hides it, or nil.
  /// - Parameters:
  ///   - rules: the rules in the order of the file; nil for a rule that is not considered.
  ///   - order: their indices in the order in which they precede one another.
  ///   - arePaired: true if one of two rules permits its gesture beside that of the other.
  package static func hiding(
    _ rules: [(trigger: Trigger, condition: Condition)?], in order: [Int],
    _ arePaired: (Int, Int) -> Bool = { _, _ in false }
  ) -> [Int?] {
    let conditions = ConditionIndex(rules.indices.map { rules[$0]?.condition })
    var coverage = Coverage(conditions: conditions)
    var sequences: [Trigger: [Int]] = [:]
    var hiding = [Int?](repeating: nil, count: rules.count)
    // By index: a loop over the elements would copy each of them.
    for location in order {
      guard let trigger = rules[location]?.trigger, !trigger.isSimultaneous else { continue }
      // Its first step waits for no rule, unless the gesture of that rule is the step.
      let first = trigger.step(1)
      hiding[location] = coverage.add(first, at: location, isFiled: trigger.before.isEmpty) { other in
        (trigger.before.isEmpty || !first.isMadeInCommon(by: other.trigger)) && !arePaired(location, other.rule)
      }
      guard !trigger.before.isEmpty, hiding[location] == nil else { continue }
      hiding[location] = sequences[trigger]?.first {
        conditions.implied(by: location).contains(conditions.number(of: $0)) && !arePaired(location, $0)
      }
      if sequences[trigger]?.count ?? 0 < mostInBucket { sequences[trigger, default: []].append(location) }
    }
    return hiding
  }

  /// The index of the rule that hides the one with this trigger, or nil; files that rule then.
  private mutating func add(
    _ trigger: Trigger, at rule: Int, isFiled: Bool, where mayHide: (Entry) -> Bool
  ) -> Int? {
    let entry = Entry(rule: rule, trigger: trigger, devices: numbers(of: trigger.devices))
    let filters: [Int?] = entry.devices.isEmpty ? [nil] : entry.devices
    let directions = trigger.pattern.directionNumbers
    // A range of angles is hidden by the same range or by all directions.
    let hidingDirections: [UInt8] = directions.last == 0 ? [0, 1] : [directions.first ?? 1]

    for condition in conditions.implied(by: rule) {
      for kind in trigger.pattern.hidingKinds {
        for device in entry.devices.isEmpty ? [nil] : [nil, filters[0]] {
          for direction in hidingDirections {
            let bucket = Bucket(
              condition: condition, kind: kind, device: device, fingers: trigger.fingers.lowerBound,
              direction: direction)
            guard
              let index = filed[bucket]?.first(where: {
                entries[$0].covers(entry) && mayHide(entries[$0])
              })
            else { continue }
            return entries[index].rule
          }
        }
      }
    }
    guard isFiled else { return nil }
    for device in filters {
      for fingers in trigger.fingers {
        for direction in directions {
          let bucket = Bucket(
            condition: conditions.number(of: rule), kind: trigger.pattern.kind, device: device, fingers: fingers,
            direction: direction)
          if filed[bucket, default: []].count < Self.mostInBucket { filed[bucket, default: []].append(entries.count) }
        }
      }
    }
    entries.append(entry)
    return nil
  }

  /// The sorted numbers of the devices; empty for all devices.
  private mutating func numbers(of devices: [DeviceFilter]) -> [Int] {
    if devices.isEmpty { return [] }
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
  /// The filter with its name in lower case, since names match in either case.
  fileprivate var folded: DeviceFilter {
    switch self {
    case .kind: self
    case .named(let name): .named(name.lowercased())
    }
  }
}

extension Pattern {
  /// The kinds of gesture that may hide it.
  fileprivate var hidingKinds: [Gesture.Kind] {
    kind.isOneMovement ? [kind, .pan] : [kind]
  }

  /// The directions as one bit each; 0 stands for angles, and 1 for gestures without a direction.
  fileprivate var directionNumbers: [UInt8] {
    let bits = directionBits
    var numbers: [UInt8] = []
    for bit in 0..<8 where bits & 1 << bit != 0 { numbers.append(1 << bit) }
    if !angles.isEmpty { numbers.append(0) }
    return numbers
  }
}
