internal import Glibc
internal import Linux

/// Reports a breach of an invariant, and exits.
func fail(_ what: String) -> Never {
  try? StandardStream.error.write("soak: \(what)\n")
  exit(1)
}

/// Prints a line.
func say(_ text: String) { try? StandardStream.output.write("\(text)\n") }
