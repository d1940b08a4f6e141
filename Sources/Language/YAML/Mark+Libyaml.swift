internal import CYAML
internal import Diagnostics

extension Mark {
  /// Converts libyaml's mark, which counts from 0.
  init(_ mark: yaml_mark_t, file: Int) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1, file: file)
  }
}
