import Gestures
import Testing

@Suite("Recogniser states")
struct RecognizerStateTests {
  /// The table as a person would draw it: from, signal, to. What is not in it changes nothing.
  static let discrete: [(RecognizerState, RecognizerSignal, RecognizerState)] = [
    (.possible, .succeed, .recognized), (.possible, .finish, .failed), (.possible, .fail, .failed),
    (.possible, .cancel, .failed), (.recognized, .reset, .possible), (.failed, .reset, .possible),
  ]
  static let continuous: [(RecognizerState, RecognizerSignal, RecognizerState)] = [
    (.possible, .succeed, .began), (.possible, .finish, .failed), (.possible, .fail, .failed),
    (.possible, .cancel, .failed), (.began, .proceed, .changed), (.began, .finish, .ended),
    (.began, .fail, .cancelled), (.began, .cancel, .cancelled), (.changed, .proceed, .changed),
    (.changed, .finish, .ended), (.changed, .fail, .cancelled), (.changed, .cancel, .cancelled),
    (.ended, .reset, .possible), (.cancelled, .reset, .possible), (.failed, .reset, .possible),
  ]

  /// Signals that lead from possible to each state that a recogniser of the kind can be in.
  static func way(to state: RecognizerState, isContinuous: Bool) -> [RecognizerSignal]? {
    switch state {
    case .possible: []
    case .failed: [.fail]
    case .recognized: isContinuous ? nil : [.succeed]
    case .began: isContinuous ? [.succeed] : nil
    case .changed: isContinuous ? [.succeed, .proceed] : nil
    case .ended: isContinuous ? [.succeed, .finish] : nil
    case .cancelled: isContinuous ? [.succeed, .cancel] : nil
    }
  }

  @Test("every state and every signal", arguments: [false, true])
  func table(isContinuous: Bool) {
    for state in RecognizerState.allCases {
      guard let way = Self.way(to: state, isContinuous: isContinuous) else { continue }
      for signal in RecognizerSignal.allCases {
        var lifecycle = Lifecycle(isContinuous: isContinuous)
        for step in way { _ = lifecycle.receive(step) }
        #expect(lifecycle.state == state)
        let rows = isContinuous ? Self.continuous : Self.discrete
        let expected = rows.first { $0.0 == state && $0.1 == signal }?.2
        #expect(lifecycle.receive(signal) == expected, "\(state) × \(signal)")
        #expect(lifecycle.state == expected ?? state, "\(state) × \(signal)")
      }
    }
  }
}
