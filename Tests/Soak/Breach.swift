internal import Glibc
internal import Linux

/// Something that must not be is so: says what, and ends.
func breach(_ what: String) -> Never {
  try? StandardStream.error.write("soak: \(what)\n")
  exit(1)
}

/// Says how far it has come.
func say(_ text: String) { try? StandardStream.output.write("\(text)\n") }
