import JSONLines
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  @Test(
    "valid JSON of RFC 8259 is accepted",
    arguments: [
      ("null", .null), (" \t\r\n true ", .bool(true)), ("false", .bool(false)), ("0", .number(0)), ("-0", .number(0)),
      ("12", .number(12)), ("-1.5", .number(-1.5)), ("1e3", .number(1000)), ("1.25E-2", .number(0.0125)),
      ("1e+2", .number(100)), (#""""#, .string("")), (#""a b""#, .string("a b")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")), (#""\u00e9\u20AC""#, .string("é€")),
      (#""\ud83d\ude00""#, .string("😀")), ("\"Grüße 😀\"", .string("Grüße 😀")), (#""\u0000""#, .string("\0")),
      ("[]", .array([])), ("[ 1 , [2] ]", .array([.number(1), .array([.number(2)])])), ("{}", .object([])),
      (#"{ "a" : 1 , "b" : { } }"#, .object([.init("a", .number(1)), .init("b", .object([]))])),
      ("\"\u{7f}\"", .string("\u{7f}")),
    ] as [(String, JSONValue)])
  func reads(text: String, value: JSONValue) throws {
    #expect(try JSONReader.read(text) == value)
  }

  @Test(
    "an error has its column",
    arguments: [
      ("", 1, "the line ends where a value is expected"), ("  ", 3, "the line ends where a value is expected"),
      ("nul", 1, "expected null"), ("True", 1, "expected a value"), ("1 2", 3, "something behind the value"),
      ("01", 3, "a number starts with 0"), ("-01", 4, "a number starts with 0"), ("-", 2, "expected a digit"),
      ("1.", 3, "expected a digit"), (".5", 1, "expected a value"), ("1e", 3, "expected a digit"),
      ("+1", 1, "expected a value"), ("1e999", 1, "a number out of range"), ("NaN", 1, "expected a value"),
      ("[1,]", 4, "expected a value"), ("[1", 3, "expected ',' or ']'"), ("[1 2]", 4, "expected ',' or ']'"),
      ("{\"a\"}", 5, "expected ':'"), ("{a: 1}", 2, "expected a member's name in quotes"),
      ("{\"a\": 1,}", 9, "expected a member's name in quotes"), ("{\"a\": 1", 8, "expected ',' or '}'"),
      ("{", 2, "expected a member's name in quotes"), ("\"a", 3, "a string without an end"),
      ("\"a\\", 4, "a string without an end"), ("\"a\tb\"", 3, "a control character in a string"),
      (#""\x""#, 4, "an unknown escape"), (#""\u12""#, 4, "expected four hexadecimal digits"),
      (#""\u+123""#, 4, "expected four hexadecimal digits"), (#""\u-000""#, 4, "expected four hexadecimal digits"),
      (#""\u12g4""#, 4, "expected four hexadecimal digits"),
      (#""\ud800""#, 8, "half of a surrogate pair"), (#""\ude00""#, 8, "half of a surrogate pair"),
      (#""\ud800\u0041""#, 14, "half of a surrogate pair"),
      ("'a'", 1, "expected a value"), ("1 // no", 3, "something behind the value"),
    ])
  func refuses(text: String, column: Int, reason: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.column == column)
    #expect(error?.reason == reason)
  }

  @Test("a string that is not UTF-8 is refused")
  func notUTF8() {
    for bytes: [UInt8] in [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]] {
      let line = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
      let error = #expect(throws: JSONError.self) { try JSONReader.read(line[...]) }
      #expect(error?.reason == "a string that is not UTF-8")
      #expect(error?.column == 1)
    }
    #expect(throws: JSONError.self) { try JSONReader.read([0xff, 0xfe][...]) }
  }

  @Test("a slice is read independently of the rest, with columns from its start")
  func slice() throws {
    let file = Array("first\n[1, 2]\nthird [".utf8)
    #expect(try JSONReader.read(file[6..<12]) == .array([.number(1), .number(2)]))
    let error = #expect(throws: JSONError.self) { try JSONReader.read(file[6..<11]) }
    #expect(error?.column == 6)
  }

  @Test("nesting is accepted up to the limit, and refused beyond")
  func depth() throws {
    let limit = JSONReader.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONReader.read(nested(limit))
    let reason = "nested deeper than \(limit) levels"
    #expect(#expect(throws: JSONError.self) { try JSONReader.read(nested(limit + 1)) }?.reason == reason)
    let deep = String(repeating: #"{"a":["#, count: 100_000)
    #expect(#expect(throws: JSONError.self) { try JSONReader.read(deep) }?.reason == reason)
  }

  @Test("values are found by name and type: the last of several members, nil for a wrong type")
  func access() throws {
    let value = try JSONReader.read(#"{"n": 3, "x": 2.5, "s": "t", "b": true, "a": [1], "big": 1e300, "n": 4}"#)
    #expect(value["n"]?.integer == 4)
    #expect(value["x"]?.number == 2.5)
    #expect(value["x"]?.integer == nil)
    #expect(value["big"]?.integer == nil)
    #expect(value["s"]?.string == "t")
    #expect(value["b"]?.bool == true)
    #expect(value["a"]?.array == [.number(1)])
    #expect(value["none"] == nil)
    #expect(value["s"]?.number == nil)
    #expect(value["a"]?["n"] == nil)
  }
}

@Suite("Writing JSON")
struct JSONLineTests {
  @Test("members are written in the order in which they are added")
  func order() {
    var line = JSONLine()
    #expect(line.text == "{}")
    line.add("t", Int64(812_000))
    line.add("gesture", "swipe")
    line.add("fingers", 3)
    line.add("dx", -14.06, decimals: 1)
    line.add("again", false)
    line.add("rule", .null)
    line.add("action", .object([.init("keys", .array([.string("a"), .string("b")]))]))
    #expect(
      line.text == #"{"t": 812000, "gesture": "swipe", "fingers": 3, "dx": -14.1, "again": false, "rule": null, "#
        + #""action": {"keys": ["a", "b"]}}"#)
  }

  @Test(
    "numbers are rounded and written in the shortest form; infinity and NaN are null",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (-0.04, "0"), (0.05, "0.1"), (96.0, "96"), (0.1 + 0.2, "0.3"), (-14.06, "-14.1"),
      (1e15, "1000000000000000"), (1e300, "1e+300"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ] as [(Double, String)])
  func numbers(value: Double, text: String) {
    var line = JSONLine()
    line.add("x", value, decimals: 1)
    #expect(line.text == "{\"x\": \(text)}")
  }

  @Test("a string contains no line breaks or control characters, and is read back unchanged")
  func strings() throws {
    let nasty = "\"\\/\n\r\t\u{0}\u{1}\u{1b}[31m\u{7f} Grüße 😀 \u{2028}"
    var line = JSONLine()
    line.add(nasty, nasty)
    #expect(line.text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f })
    #expect(try JSONReader.read(line.text) == .object([.init(nasty, .string(nasty))]))
  }

  @Test("written values are read back unchanged")
  func roundTrip() throws {
    let value = JSONValue.object([
      .init("", .null), .init("a", .array([.bool(true), .number(-1.25), .number(9_007_199_254_740_992), .string("")])),
      .init("b", .object([.init("c", .array([]))])), .init("d", .number(1e300)), .init("e", .number(0.000001)),
    ])
    #expect(try JSONReader.read(value.text) == value)
  }

  @Test("characters that a terminal acts on are escaped, and read back")
  func escapes() throws {
    let text = "a\u{1b}\u{7f}\u{80}\u{9b}\u{9f}\u{a0}\u{202a}\u{202e}\u{2066}\u{feff}é😀"
    var line = JSONLine()
    line.add("t", text)
    #expect(
      line.text
        == #"{"t": "a\u001b\u007f\u0080\u009b\u009f\#u{a0}\u202a\u202e\u2066\ufeffé😀"}"#)
    #expect(try JSONReader.read(line.text)["t"]?.string == text)
  }
}
