internal import Time
internal import Touch

/// The device in its proportions, with the fingers on it: a digit for each, and its trail.
struct LiveField {
  /// A part of the screen, in cells.
  typealias Area = (column: Int, row: Int, columns: Int, rows: Int)

  /// The colours of the fingers, used in turn.
  private static let colours = Look.Colour.allCases

  let surface: LiveSurface
  let now: Timestamp

  func draw(into screen: inout Screen, in area: Area) {
    let extent = surface.device.drawnExtent
    let (across, down) = (Double(Canvas.dots.across), Double(Canvas.dots.down))
    // In dots per millimetre.
    let scale = min(
      Double(area.columns - 2) * across / extent.width, Double(area.rows - 2) * down / extent.height)
    let columns = max(Int((extent.width * scale / across).rounded()), 1)
    let rows = max(Int((extent.height * scale / down).rounded()), 1)
    let corner = (column: area.column + (area.columns - columns - 2) / 2 + 1, row: area.row + 1)
    drawOutline(into: &screen, in: (corner.column, corner.row, columns, rows))

    var canvas = Canvas(columns: columns, rows: rows)
    let last = (x: columns * Canvas.dots.across - 1, y: rows * Canvas.dots.down - 1)
    func dot(_ position: Point) -> (x: Int, y: Int) {
      // A touchpad's fingers may leave its outline if their start is unknown: they are drawn at the edge.
      (
        min(max(Int(clamping: position.x / extent.width * Double(last.x)), 0), last.x),
        min(max(Int(clamping: position.y / extent.height * Double(last.y)), 0), last.y)
      )
    }
    let trails = surface.trails(at: now)
    for fading in Fading.allCases.reversed() {
      for trail in trails { draw(trail, fading, into: &canvas, dot) }
    }
    canvas.draw(into: &screen, column: corner.column, row: corner.row)
    for trail in trails where trail.isDown || Fading(after: now - trail.end.time) != nil {
      let position = dot(trail.end.value)
      screen.write(
        "\(trail.finger % 10)", column: corner.column + position.x / Canvas.dots.across,
        row: corner.row + position.y / Canvas.dots.down,
        style: Look(Self.colour(of: trail), trail.isDown ? .bold : .faint))
    }
  }

  private static func colour(of trail: Trail) -> Look.Colour { colours[trail.finger % colours.count] }

  private func drawOutline(into screen: inout Screen, in area: Area) {
    let line = String(repeating: "─", count: area.columns)
    screen.write("┌\(line)┐", column: area.column - 1, row: area.row - 1, style: LiveLayout.label)
    for row in area.row..<(area.row + area.rows) {
      screen.write("│", column: area.column - 1, row: row, style: LiveLayout.label)
      screen.write("│", column: area.column + area.columns, row: row, style: LiveLayout.label)
    }
    screen.write("└\(line)┘", column: area.column - 1, row: area.row + area.rows, style: LiveLayout.label)
    guard !surface.device.reportsPositions else { return }
    screen.write(
      " no positions reported ", column: area.column, row: area.row + area.rows,
      room: area.columns, style: LiveLayout.label)
  }

  /// Draws the part of a trail that has faded by `fading`.
  private func draw(
    _ trail: Trail, _ fading: Fading, into canvas: inout Canvas, _ dot: (Point) -> (x: Int, y: Int)
  ) {
    let style = Look(Self.colour(of: trail), fading == .clear ? .normal : .faint)
    for (from, to) in zip(trail.moments, trail.moments.dropFirst() + [trail.end])
    where Fading(after: now - from.time) == fading {
      let (start, end) = (dot(from.value), dot(to.value))
      let count = max(abs(end.x - start.x), abs(end.y - start.y))
      for step in 0...count {
        let x = start.x + (end.x - start.x) * step / max(count, 1)
        let y = start.y + (end.y - start.y) * step / max(count, 1)
        // The choice depends on the position alone: a line looks the same however it is divided into pieces.
        if (x + y).isMultiple(of: fading.thinning) { canvas.dot(x, y, style) }
      }
    }
  }
}
