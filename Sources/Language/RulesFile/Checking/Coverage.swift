package import Gestures
package import Rules
internal import Touch

/// Finds rules that never act because an earlier one matches every hand that they match.
///
/// Rules are filed by condition, kind of gesture, device, number of fingers and direction. A rule that hides another
/// one is filed in every slot in which that one is, so that looking in one of those suffices, once for each condition
/// that the other's implies.
package struct Coverage {
  /// The largest number of rules in one slot, to keep the time proportional to the file. Nobody has as many that
  /// differ in their limits alone.
  private static let mostInSlot = 200

  /// A place for rules of one condition.
  private struct Slot: Hashable {
    var kind: Gesture.Kind
    /// The number of the device filter; nil for all devices.
    var device: Int?
    var fingers: Int
    var direction: UInt8

    /// The slots for each combination of these.
    static func all(
      _ kinds: [Gesture.Kind], _ devices: [Int?], _ fingers: ClosedRange<Int>, _ directions: [UInt8]
    ) -> [Slot] {
      kinds.flatMap { kind in
        devices.flatMap { device in
          fingers.flatMap { count in
            directions.map { Slot(kind: kind, device: device, fingers: count, direction: $0) }
          }
        }
      }
    }
  }

  /// A trigger, prepared for comparison: of several steps, the first.
  // A class: a trigger is large.
  private final class Entry {
    let trigger: Trigger
    /// The numbers of the device filters, sorted; empty for all devices.
    let devices: [Int]
    /// True if other steps follow.
    let isStep: Bool
    /// The numbers of the slots in which its rules are filed: none for a step.
    var slots: [Int] = []
    /// The numbers of those in which rules are that may hide them.
    var hidingSlots: [Int] = []

    init(_ trigger: Trigger, devices: [Int], isStep: Bool) {
      (self.trigger, self.devices, self.isStep) = (trigger, devices, isStep)
    }

    /// The device filters of the slots in which its rules are filed.
    var filters: [Int?] { devices.isEmpty ? [nil] : devices }

    /// True if a rule with this trigger always acts where a later one with the other trigger would.
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
        // A first step waits for no rule, unless the gesture of that rule is the step.
        && !(other.isStep && other.trigger.isMadeInCommon(by: trigger))
    }
  }

  /// The entries, by the numbers of the triggers.
  private var entries: [Entry] = []
  private var slots: [Slot: Int] = [:]
  /// The rules in each slot, by its number and that of the condition.
  private var filed: [Int: [Int]] = [:]
  /// The numbers of device filters, which are faster to look up than names.
  private var numbers: [DeviceFilter: Int] = [:]
  private let triggers: Numbered<Trigger>
  private let conditions: ConditionIndex
  private let arePaired: (Int, Int) -> Bool

  /// For each rule the index of the one that hides it, or nil.
  /// - Parameters:
  ///   - triggers: the triggers of the rules in the order of the file.
  ///   - conditions: their conditions.
  ///   - order: the indices in the order in which the rules precede one another.
  ///   - isConsidered: false for a rule that neither hides others nor is hidden.
  ///   - arePaired: true if one of two rules permits its gesture beside that of the other.
  package static func hiding(
    _ triggers: Numbered<Trigger>, _ conditions: Numbered<Condition>, in order: [Int],
    where isConsidered: (Int) -> Bool, _ arePaired: @escaping (Int, Int) -> Bool = { _, _ in false }
  ) -> [Int?] {
    var coverage = Coverage(triggers, ConditionIndex(conditions), arePaired)
    var sequences: [Int: [Int]] = [:]
    var hiding = [Int?](repeating: nil, count: triggers.numbers.count)
    for rule in order where isConsidered(rule) {
      let number = triggers.numbers[rule]
      guard !triggers.all[number].isSimultaneous else { continue }
      hiding[rule] = coverage.add(rule)
      guard coverage.entries[number].isStep, hiding[rule] == nil else { continue }
      let (implied, same) = (coverage.conditions.implied(by: rule), sequences[number] ?? [])
      hiding[rule] = same.first { implied.contains(conditions.numbers[$0]) && !arePaired(rule, $0) }
      if same.count < mostInSlot { sequences[number, default: []].append(rule) }
    }
    return hiding
  }

  private init(
    _ triggers: Numbered<Trigger>, _ conditions: ConditionIndex, _ arePaired: @escaping (Int, Int) -> Bool
  ) {
    (self.triggers, self.conditions, self.arePaired) = (triggers, conditions, arePaired)
    for trigger in triggers.all {
      let first = trigger.step(1)
      entries.append(Entry(first, devices: numbers(of: first.devices), isStep: !trigger.before.isEmpty))
    }
    for entry in entries where !entry.isStep {
      let pattern = entry.trigger.pattern
      for slot in Slot.all([pattern.kind], entry.filters, entry.trigger.fingers, pattern.directionNumbers) {
        let number = slots[slot] ?? slots.count
        slots[slot] = number
        entry.slots.append(number)
      }
    }
    for entry in entries {
      let directions = entry.trigger.pattern.directionNumbers
      let fingers = entry.trigger.fingers.lowerBound
      entry.hidingSlots = Slot.all(
        entry.trigger.pattern.hidingKinds, entry.devices.isEmpty ? [nil] : [nil, entry.devices[0]], fingers...fingers,
        // A range of angles is hidden by the same range or by all directions.
        directions.last == 0 ? [0, 1] : [directions.first ?? 1]
      ).compactMap { slots[$0] }
    }
  }

  /// The index of the rule that hides another one, or nil; files that one then.
  private mutating func add(_ rule: Int) -> Int? {
    let entry = entries[triggers.numbers[rule]]
    for condition in conditions.implied(by: rule) {
      for slot in entry.hidingSlots {
        let hiding = filed[condition * slots.count + slot]?.first {
          entries[triggers.numbers[$0]].covers(entry) && !arePaired(rule, $0)
        }
        if let hiding { return hiding }
      }
    }
    let first = conditions.number(of: rule) * slots.count
    for slot in entry.slots where filed[first + slot, default: []].count < Self.mostInSlot {
      filed[first + slot, default: []].append(rule)
    }
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
