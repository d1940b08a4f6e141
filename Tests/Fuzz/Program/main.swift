internal import Fuzzing
internal import Glibc
internal import Linux

// fuzz --target=TARGET [OPTION]... FOLDER...   runs libFuzzer with its own options
// fuzz unpack FILE FOLDER                      writes a kept corpus to a folder, a file per input
// fuzz add FILE INPUT...                       adds inputs to a kept corpus
//
// Tests/Fuzz/fuzz combines them.

private func fail(_ message: String) -> Never {
  try? StandardStream.error.write("fuzz: \(message)\n")
  exit(64)
}

/// The function that libFuzzer calls with each input.
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
// libFuzzer ignores options with two dashes, and passes them on when it starts this program again, as for a merge.
private let option = "--target="
do {
  switch first {
  case "unpack" where words.count == 3:
    try Corpus.unpack(words[1], into: words[2])
    exit(0)
  case "add" where words.count > 1:
    try Corpus.add(Array(words.dropFirst(2)), to: words[1])
    exit(0)
  default: break
  }
} catch {
  fail("\(error)")
}

guard first.hasPrefix(option), let named = FuzzTarget(rawValue: String(first.dropFirst(option.count))) else {
  fail("no target '\(first)'")
}
private let target = named
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments, testOneInput))
