internal import Foreign

/// A touchscreen whose lengths another tool states in pixels or in shares of it.
public struct ImportScreen: Hashable, Sendable {
  /// The width in millimetres.
  public let width: Double
  /// The height in millimetres.
  public let height: Double

  /// The screen of a laptop with a diagonal of 15.6 inches.
  public static let usual = ImportScreen(width: 344, height: 194)

  private init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Parses `68mm x 150mm`; nil if it is not a size that a device can have.
  public init?(_ text: String) {
    guard let size = WrittenSize(text), size.isExact(text) else { return nil }
    let sides = size.sides.compactMap { side in Unit.named(side.unit).map { side.value(in: $0) } }
    guard sides.count == 2, sides.allSatisfy(Limits.surface.contains) else { return nil }
    self.init(width: sides[0], height: sides[1])
  }

  /// The diagonal in millimetres.
  package var diagonal: Double { (width * width + height * height).squareRoot() }

  /// The size in the notation of rules files.
  package var text: String { "\(ImportedQuantity.length(width)) x \(ImportedQuantity.length(height))" }

  /// The pixels per millimetre if its longer side has 1920 pixels.
  package var usualDensity: Double { 5.6 * 344 / max(width, height) }
}
