internal import Diagnostics
internal import Touch

/// The whole picture: a heading, a panel for each scene, and a key.
struct PictureLayout {
  /// In pixels: about the width of the pages into which pictures are inserted.
  private static let width = 800.0
  private static let margin = 14.0
  /// The most scenes that are drawn.
  static let mostScenes = 24
  /// The approximate number of points of all paths together, each about 10 bytes.
  private static let mostPoints = 24_000

  private let title: String
  private let remarks: [String]
  private let panels: [ScenePanel]

  /// - Parameter isSmall: true for the width of two panels beside each other, also for one.
  init(
    title: String, devices: [Device], remark: String?, scenes: [Scene], rules: [PicturedRule], isAnimated: Bool,
    isSmall: Bool = false
  ) {
    self.title = title
    var remarks = devices.prefix(4).map(\.text)
    if devices.count > 4 { remarks.append(counted(devices.count - 4, "more device")) }
    if let remark { remarks.append(remark) }
    if devices.contains(where: { !$0.reportsPositions }) {
      remarks.append(
        "Touchpads report no positions: paths start in the middle, and two fingers represent those of a pinch or"
          + " rotation.")
    }
    let shown = scenes.prefix(Self.mostScenes)
    if let first = scenes.dropFirst(Self.mostScenes).first {
      remarks.append(
        "Not shown: \(counted(scenes.count - shown.count, "touch sequence")) from \(first.start.seconds) on.")
    }
    if scenes.isEmpty { remarks.append("The recording contains no touches.") }
    self.remarks = remarks
    let width = shown.count > 1 || isSmall ? (Self.width - 3 * Self.margin) / 2 : Self.width - 2 * Self.margin
    let paths = max(shown.reduce(0) { $0 + $1.tracks.count }, 1)
    let playbacks = isAnimated ? Playback.all(of: shown) : []
    panels = shown.enumerated().map { index, scene in
      ScenePanel(
        number: index + 1, scene: scene, playback: isAnimated ? playbacks[index] : nil, rules: rules, width: width,
        detail: min(max(Self.mostPoints / paths, 20), 1_000))
    }
  }

  var svg: String {
    let columns = panels.count > 1 ? 2 : 1
    let head = wrappedRemarks
    let top = Self.margin + 24 + Double(head.count) * 16 + 8
    let rows = stride(from: 0, to: panels.count, by: columns).map {
      Array(panels[$0..<min($0 + columns, panels.count)])
    }
    let heights = rows.map { row in row.map(\.height).max() ?? 0 }
    let key = SignKey(panels.reduce(into: []) { $0.formUnion($1.signs) }, width: Self.width - 2 * Self.margin)
    let bottom = top + heights.reduce(0) { $0 + $1 + Self.margin }
    let height = bottom + (panels.isEmpty ? 0 : key.height + Self.margin)

    var markup = document(PixelBox(x: 0, y: 0, width: Self.width, height: height))
    markup.add(
      "rect",
      [
        "class": "page", "x": 0.5, "y": 0.5, "width": .number(Self.width - 1), "height": .number(height - 1), "rx": 8,
      ])
    markup.write(
      Lettering.title.cut(title, to: Self.width - 2 * Self.margin), .title, at: PixelPoint(x: Self.margin, y: 32))
    for (index, line) in head.enumerated() {
      markup.write(line, .plain, at: PixelPoint(x: Self.margin, y: 52 + Double(index) * 16))
    }
    var y = top
    for (row, height) in zip(rows, heights) {
      for (column, panel) in row.enumerated() {
        panel.draw(
          at: PixelPoint(x: Self.margin + Double(column) * (panel.width + Self.margin), y: y), height: height,
          into: &markup)
      }
      y += height + Self.margin
    }
    if !panels.isEmpty { key.draw(at: PixelPoint(x: Self.margin, y: bottom), into: &markup) }
    markup.end()
    return markup.text
  }

  /// The field of the first panel alone; nil if there is none.
  var drawing: String? {
    guard let panel = panels.first else { return nil }
    var markup = document(panel.field)
    panel.drawField(into: &markup)
    markup.end()
    return markup.text
  }

  /// The beginning of a document that shows this box of what is drawn.
  private func document(_ box: PixelBox) -> Markup {
    var markup = Markup()
    markup.begin(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": .number(box.width), "height": .number(box.height),
        "viewBox": .text([box.x, box.y, box.width, box.height].map { Tenths($0).text }.joined(separator: " ")),
        "role": "img",
      ])
    markup.add("title", holding: title)
    markup.add("style", holding: StyleSheet.sheet)
    markup.begin("defs")
    markup.begin(
      "pattern",
      ["id": "hatch", "width": 6, "height": 6, "patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"])
    markup.add("path", ["d": "M0 0V6", "stroke": "#9aa4ae", "stroke-width": 1.4])
    markup.end()
    markup.end()
    return markup
  }

  private var wrappedRemarks: [String] {
    remarks.flatMap { Lettering.plain.wrap($0, to: Self.width - 2 * Self.margin, limit: 2) }
  }
}

extension Device {
  /// The kind, name and size.
  fileprivate var text: String {
    let extent = drawnExtent
    let size = "\(Tenths(extent.width).text) × \(Tenths(extent.height).text) mm"
    return "\(kind.rawValue) \(name.isEmpty ? "unnamed" : name): "
      + (self.size == nil ? "size unknown, drawn as \(size)" : size)
  }
}
