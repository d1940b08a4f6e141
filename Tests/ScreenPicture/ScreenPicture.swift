/// A picture of a screen, as grim(1) takes it.
public struct ScreenPicture {
  public let width: Int
  public let height: Int
  /// Red, green and blue of each pixel.
  private let pixels: ArraySlice<UInt8>

  /// The picture in a file of the binary PPM format; nil if that is incomplete.
  public init?(ppm bytes: [UInt8]) {
    var words: [String] = []
    var start = 0
    while words.count < 4, let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x20 }) {
      words.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    guard words.count == 4, words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]), words[3] == "255",
      bytes.count - start == width * height * 3
    else { return nil }
    (self.width, self.height, pixels) = (width, height, bytes[start...])
  }

  /// Red, green and blue.
  public func colour(x: Int, y: Int) -> [UInt8] {
    let start = pixels.startIndex + (y * width + x) * 3
    return Array(pixels[start..<start + 3])
  }

  /// The difference measure: the number of pixels of a row that have a colour, but for what compositors round.
  public func count(of colour: [UInt8], inRow y: Int, _ columns: Range<Int>) -> Int {
    columns.count { x in zip(self.colour(x: x, y: y), colour).allSatisfy { abs(Int($0) - Int($1)) < 8 } }
  }

  /// True if all pixels are black.
  public var isBlack: Bool { pixels.allSatisfy { $0 == 0 } }
}
