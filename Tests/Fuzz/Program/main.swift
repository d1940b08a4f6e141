internal import Fuzzing
internal import Glibc
internal import Linux

// fuzz TARGET [OPTION]... FOLDER...   what libFuzzer does with its options
// fuzz unpack FILE FOLDER             a kept corpus to inputs
// fuzz pack FILE INPUT...             and back
//
// Tests/Fuzz/fuzz puts these together.

private func fail(_ message: String) -> Never {
  try? StandardStream.error.write("fuzz: \(message)\n")
  exit(64)
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// libFuzzer's own main.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let words = Array(CommandLine.arguments.dropFirst())
guard let first = words.first else { fail("which target?") }
do {
  switch first {
  case "unpack" where words.count == 3:
    try Corpus.unpack(words[1], into: words[2])
    exit(0)
  case "pack" where words.count > 1:
    try Corpus.pack(Array(words.dropFirst(2)), into: words[1])
    exit(0)
  default: break
  }
} catch {
  fail("\(error)")
}

guard let named = FuzzTarget(rawValue: first) else { fail("no target '\(first)'") }
private let target = named
var count = CommandLine.argc - 1
// The target takes the program's place.
var arguments = CommandLine.unsafeArgv + 1
exit(runDriver(&count, &arguments, testOneInput))
