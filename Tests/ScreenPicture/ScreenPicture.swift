import Glibc

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

  /// The picture in a file of the PNG format; nil if there is none.
  public init?(png path: String) { self.init(output: "python3 '\(Self.folder)/ppm.py' '\(path)'") }

  /// The picture that a command writes in the binary PPM format; nil if it fails.
  init?(output command: String) {
    guard let pipe = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, pipe), count > 0 { bytes += part[..<count] }
    guard pclose(pipe) == 0 else { return nil }
    self.init(ppm: bytes)
  }

  /// Writes it in the PNG format.
  func write(png path: String) {
    guard let pipe = popen("python3 '\(Self.folder)/ppm.py' -w '\(path)'", "w") else { return }
    let bytes = Array("P6\n\(width) \(height)\n255\n".utf8) + pixels
    _ = fwrite(bytes, 1, bytes.count, pipe)
    pclose(pipe)
  }

  /// The folder of these files.
  static let folder =
    getenv("SLEIGHT_CHECKOUT").map { String(cString: $0) + "/Tests/ScreenPicture" }
    ?? "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")

  /// True if photographs replace the stored pictures.
  public static let areStored = getenv("SLEIGHT_REWRITE_PICTURES") != nil

  /// A part of it, within its bounds.
  func part(_ columns: Range<Int>, _ rows: Range<Int>) -> ScreenPicture {
    ScreenPicture(
      width: columns.count, height: rows.count,
      pixels: rows.flatMap { y in
        let row = pixels.startIndex + y * width * 3
        return pixels[row + columns.lowerBound * 3..<row + columns.upperBound * 3]
      }[...])
  }

  private init(width: Int, height: Int, pixels: ArraySlice<UInt8>) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The difference measure of pictures: the largest one, 0 to 255, between the mean red, green or blue of squares of
  /// eight pixels, so that the edges of letters do not matter.
  public func difference(from other: ScreenPicture, in columns: Range<Int>, _ rows: Range<Int>) -> Int {
    let side = 8
    func mean(_ picture: ScreenPicture, _ left: Int, _ top: Int, _ channel: Int) -> Int {
      var sum = 0
      for y in top..<top + side { for x in left..<left + side { sum += Int(picture.colour(x: x, y: y)[channel]) } }
      return sum / (side * side)
    }
    var most = 0
    for top in stride(from: rows.lowerBound, to: rows.upperBound - side + 1, by: side) {
      for left in stride(from: columns.lowerBound, to: columns.upperBound - side + 1, by: side) {
        for channel in 0..<3 {
          most = max(most, abs(mean(self, left, top, channel) - mean(other, left, top, channel)))
        }
      }
    }
    return most
  }

  /// Red, green and blue.
  public func colour(x: Int, y: Int) -> [UInt8] {
    let start = pixels.startIndex + (y * width + x) * 3
    return Array(pixels[start..<start + 3])
  }

  /// The difference measure of a bar: the number of pixels of a row that have a colour, but for what compositors round.
  public func count(of colour: [UInt8], inRow y: Int, _ columns: Range<Int>) -> Int {
    columns.count { x in zip(self.colour(x: x, y: y), colour).allSatisfy { abs(Int($0) - Int($1)) < 8 } }
  }

  /// True if all pixels are black.
  public var isBlack: Bool { pixels.allSatisfy { $0 == 0 } }
}
