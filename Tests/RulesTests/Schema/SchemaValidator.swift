import Glibc
import JSONLines
import Testing

/// `Tests/validate-schema`: a YAML reader and a validator that Sleight shares no code with.
enum SchemaValidator {
  /// The schema's objection to each of `texts`, in order; nil if there is none. Files that are not YAML are left out.
  static func objections(to texts: [String], schema: String) throws -> [(text: String, objection: String?)] {
    var template = Array("/tmp/sleight-schema-XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    let (schemaPath, filesPath) = ("\(directory)/schema.json", "\(directory)/files.jsonl")
    defer {
      unlink(schemaPath)
      unlink(filesPath)
      rmdir(directory)
    }
    try write(schema, to: schemaPath)
    let lines = texts.enumerated().map { index, text in
      var line = JSONLine()
      line.add("name", "\(index)")
      line.add("text", text)
      return line.text + "\n"
    }
    try write(lines.joined(), to: filesPath)

    let script = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/validate-schema"
    // The distribution's packages are for the distribution's Python.
    let pipe = try #require(popen("PATH=/usr/bin:$PATH '\(script)' \(schemaPath) <\(filesPath)", "r"))
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
    try #require(pclose(pipe) == 0, "python3 with jsonschema and yaml is needed; 'make test' installs them")

    let results = try String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      try JSONReader.read(String($0))
    }
    try #require(results.count == texts.count)
    return zip(texts, results).compactMap { text, result in
      result["unreadable"] == nil ? (text, result["core"]?.string ?? result["yaml11"]?.string) : nil
    }
  }

  private static func write(_ text: String, to path: String) throws {
    let stream = try #require(fopen(path, "we"))
    fputs(text, stream)
    fclose(stream)
  }
}
