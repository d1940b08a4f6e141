internal import Testing

extension Compositor {
  /// The keys that the window has received, in order.
  var keys: [Key] { window.keys }

  /// All input that the window has received, in order.
  var inputs: [Input] { window.inputs }

  /// The positions of fingers that landed or moved in the window, in order, in pixels.
  var touches: [Surface.Point] { window.touches }

  /// The text that the window's keys gave.
  var typed: String { window.typed }

  /// Waits until the window has received as many keys as `expected` has; returns all keys once no more are due. A
  /// failure prints the comment.
  func waitForKeys(_ expected: [Key], _ comment: @autoclosure () -> Comment? = nil) throws -> [Key] {
    try wait(otherwise: {
      "the window received \(self.keys), not \(expected): \(self.window.program) \(comment()?.rawValue ?? "")"
    }) {
      keys.count >= expected.count ? () : nil
    }
    settle()
    return keys
  }

  /// Waits until the window has received as many keys as `expected` has, and expects those once no more are due.
  func expectKeys(
    _ expected: [Key], _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let received = try waitForKeys(expected, comment())
    #expect(received == expected, comment(), sourceLocation: sourceLocation)
  }

  /// Waits until the window has received as much input as `expected`, except motion; returns all input once no more is
  /// due.
  func waitForInputs(_ expected: [Input]) throws -> [Input] {
    try wait(otherwise: { "the window received \(self.inputs), not \(expected): \(self.window.program)" }) {
      inputs.count { !$0.isMotion } >= expected.count ? () : nil
    }
    settle()
    return inputs
  }
}
