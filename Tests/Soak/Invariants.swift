internal import Engine
internal import Gestures
internal import Touch

/// The invariants of the soak. The first breach ends it.
struct Invariants {
  private struct Key: Hashable {
    var device: DeviceID
    var trigger: Int
  }

  private var open: Set<Key> = []
  private(set) var gestures = 0
  private(set) var presses = 0
  /// The keys and buttons that are down, as the kernel would count them.
  private(set) var pressed: Set<KeyCode> = []

  /// True if a gesture has begun and not ended.
  var isOpen: Bool { !open.isEmpty }

  /// Checks a gesture: each beginning has one end or one cancellation.
  mutating func check(_ gesture: Gesture) {
    gestures += 1
    let key = Key(device: gesture.device, trigger: gesture.trigger ?? -1)
    switch gesture.phase {
    case .recognized: break
    case .began: if !open.insert(key).inserted { fail("\(gesture) began twice") }
    case .changed: if !open.contains(key) { fail("\(gesture) goes on without a beginning") }
    case .ended, .cancelled: if open.remove(key) == nil { fail("\(gesture) ends without a beginning") }
    }
  }

  /// Checks an event sent to the keyboard or the pointer.
  mutating func check(_ event: InputEvent) {
    guard case .key(let event) = event else { return }
    if event.isDown {
      presses += 1
      if !pressed.insert(event.key).inserted { fail("\(event.key) was pressed while it was down") }
    } else if pressed.remove(event.key) == nil {
      fail("\(event.key) was released while it was up")
    }
  }

  /// Checks that no gesture is in progress and no key is down.
  func expectRest(_ when: String) {
    if isOpen { fail("\(when) a gesture has no end") }
    if !pressed.isEmpty { fail("\(when) these are pressed: \(pressed)") }
  }
}
