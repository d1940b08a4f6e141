import Diagnostics
import Linux

extension StandardStream {
  /// Writes text for people: on a terminal, it is wrapped between words. JSON, and lines to be pasted, are written as
  /// they are.
  func show(_ text: String) throws(SystemError) { try write(text.wrapped(to: columns)) }
}
