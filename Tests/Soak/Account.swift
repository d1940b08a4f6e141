internal import Actions
internal import Gestures
internal import Touch

/// What must be so whatever happens, kept account of. The first breach ends the soak.
struct Account {
  private struct Key: Hashable {
    var device: DeviceID
    var trigger: Int
  }

  private var open: Set<Key> = []
  private(set) var gestures = 0
  private(set) var presses = 0
  /// What is down, as the kernel would have it.
  private(set) var pressed: Set<KeyCode> = []

  /// Whether a gesture has begun and not ended.
  var isOpen: Bool { !open.isEmpty }

  /// A gesture was told of: each beginning has one end or one cancellation.
  mutating func tell(_ gesture: Gesture) {
    gestures += 1
    let key = Key(device: gesture.device, trigger: gesture.trigger ?? -1)
    switch gesture.phase {
    case .recognized: break
    case .began: if !open.insert(key).inserted { breach("\(gesture) began twice") }
    case .changed: if !open.contains(key) { breach("\(gesture) goes on without a beginning") }
    case .ended, .cancelled: if open.remove(key) == nil { breach("\(gesture) ends without a beginning") }
    }
  }

  /// An event was sent to keyboard or pointer.
  mutating func send(_ event: InputEvent) {
    guard case .key(let event) = event else { return }
    if event.isDown {
      presses += 1
      if !pressed.insert(event.key).inserted { breach("\(event.key) was pressed while it was down") }
    } else if pressed.remove(event.key) == nil {
      breach("\(event.key) was released while it was up")
    }
  }

  /// Nothing goes on any more: nothing is open and nothing pressed.
  func expectRest(_ when: String) {
    if isOpen { breach("\(when) a gesture has no end") }
    if !pressed.isEmpty { breach("\(when) these are pressed: \(pressed)") }
  }
}
