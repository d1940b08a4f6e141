internal import Control
internal import JSONLines

/// Reads one line that another program wrote.
enum LineReading {
  static func readJSON(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes[...]) else { return }
    // Not compared with the original: numbers are written with few digits.
    precondition((try? JSONReader.read(value.text)) != nil, "no JSON: \(value.text)")
  }

  static func readControl(_ bytes: [UInt8]) {
    if let request = ControlRequest(line: bytes[...]) {
      precondition(ControlRequest(line: ArraySlice(request.line.utf8)) == request, "written otherwise: \(request.line)")
    }
    guard let reply = try? ControlReply(line: bytes[...]) else { return }
    precondition((try? ControlReply(line: ArraySlice(reply.line.utf8))) != nil, "written otherwise: \(reply.line)")
  }
}
