internal import Linux

// soak [EVENTS [GESTURES [SEED]]]

private let numbers = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
private let events = numbers.first ?? 10_000_000
private let gestures = numbers.count > 1 ? numbers[1] : 10_000
private let seed = UInt64(numbers.count > 2 ? max(numbers[2], 0) : 20_26)

do {
  try EventSoak(seed: seed).run(events)
  try CommandSoak(seed: seed).run(gestures)
} catch {
  fail("\(error)")
}
