internal import Time

/// The playback of a scene in an animated picture: the fingers move, one scene after another, in a loop without end.
///
/// Programs that show SVG without animation show the picture as if it had none: what moves is invisible in it.
struct Playback {
  /// The slow motion: a swipe of 200 ms is too short to be seen.
  private static let slowness = 3.0
  /// The time after the end of each scene, in seconds.
  private static let pause = 1.2
  /// The most positions of a finger; each is about 20 bytes.
  private static let mostPositions = 80

  private let scene: Scene
  /// The time in the loop at which the scene begins, in seconds.
  private let start: Double
  /// The duration of the loop, in seconds.
  private let loop: Double

  /// The playbacks of scenes, in their order.
  static func all(of scenes: some Collection<Scene>) -> [Playback] {
    let lengths = scenes.map { ($0.end - $0.start).inSeconds * slowness + pause }
    let loop = lengths.reduce(0, +)
    var start = 0.0
    return zip(scenes, lengths).map { scene, length in
      defer { start += length }
      return Playback(scene: scene, start: start, loop: loop)
    }
  }

  /// Draws a finger that moves along its path while it is down.
  func draw(_ track: Track, in view: Viewport, into markup: inout Markup) {
    let first = track.moments[0].time
    let last = max(track.lifted ?? track.end, first)
    let step = max((last - first).inSeconds / Double(Self.mostPositions), 0.01)
    var moments: [Timed<PixelPoint>] = []
    for index in 0...Int((last - first).inSeconds / step) {
      let time = min(first + .microseconds(Int64(Double(index) * step * 1e6)), last)
      moments.append(Timed(time: time, value: view.point(track.moments.latest(at: time) ?? track.moments[0].value)))
    }
    let style: String
    switch track.kind {
    case .finger(let number): style = StyleSheet.finger(number)
    case .centroid, .pair: style = StyleSheet.finger(7)
    }
    markup.begin("circle", ["class": "now lift \(style)", "r": 8])
    animate("cx", moments.map { ($0.time, Tenths($0.value.x).text) }, into: &markup)
    animate("cy", moments.map { ($0.time, Tenths($0.value.y).text) }, into: &markup)
    animateSteps("opacity", [(scene.start, "0"), (first, "0.8"), (last, "0")], into: &markup)
    markup.end()
  }

  /// Draws a ring that spreads around a point when a gesture is recognised there.
  func drawRing(at point: PixelPoint, _ time: Timestamp, into markup: inout Markup) {
    let end = time + .milliseconds(200)
    markup.begin("circle", ["class": "now ring", "cx": .number(point.x), "cy": .number(point.y), "r": 3])
    animate("r", [(time, "3"), (end, "30")], into: &markup)
    animate("opacity", [(time, "1"), (end, "0")], hiddenBefore: time, into: &markup)
    markup.end()
  }

  /// Draws the present time on a time line.
  /// - Parameter x: the horizontal position of a time.
  func drawTime(height: Double, x: (Timestamp) -> Double, into markup: inout Markup) {
    markup.begin("rect", ["class": "now mark", "width": 1.5, "height": .number(height)])
    animate("x", [scene.start, scene.end].map { ($0, Tenths(x($0)).text) }, into: &markup)
    animateSteps("opacity", [(scene.start, "1"), (scene.end, "0")], into: &markup)
    markup.end()
  }

  /// Changes an attribute continuously; before and after the values it has the first and the last of them.
  /// - Parameter hidden: a time before which the value is 0.
  private func animate(
    _ attribute: String, _ values: [(time: Timestamp, value: String)], hiddenBefore hidden: Timestamp? = nil,
    into markup: inout Markup
  ) {
    guard let first = values.first, let last = values.last else { return }
    let before = hidden.map { [("0", "0"), (text(share($0)), "0")] } ?? [("0", first.value)]
    add(attribute, before + values.map { (text(share($0.time)), $0.value) } + [("1", last.value)], "linear", &markup)
  }

  /// Changes an attribute at once at each time; before the first it is 0.
  private func animateSteps(
    _ attribute: String, _ values: [(time: Timestamp, value: String)], into markup: inout Markup
  ) {
    add(attribute, [("0", "0")] + values.map { (text(share($0.time)), $0.value) }, "discrete", &markup)
  }

  private func add(
    _ attribute: String, _ values: [(share: String, value: String)], _ mode: Markup.Attribute, _ markup: inout Markup
  ) {
    markup.add(
      "animate",
      [
        "attributeName": .text(attribute), "dur": "\(Tenths(loop).text)s", "repeatCount": "indefinite",
        "calcMode": mode, "keyTimes": .text(values.map(\.share).joined(separator: ";")),
        "values": .text(values.map(\.value).joined(separator: ";")),
      ])
  }

  /// The share of the loop at which a time is shown, 0 to 1.
  private func share(_ time: Timestamp) -> Double {
    min(max((start + (time - scene.start).inSeconds * Self.slowness) / loop, 0), 1)
  }

  /// A share with four decimals: a loop of ten seconds then has steps of a millisecond.
  private func text(_ share: Double) -> String {
    let parts = Int((share * 10_000).rounded())
    return parts == 10_000 ? "1" : "0.\(String(10_000 + parts).dropFirst())"
  }
}
