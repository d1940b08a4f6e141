package import Gestures

extension Edges {
  /// The words of the rules file for these edges.
  package var names: [String] {
    let all: [(Edges, String)] = [(.left, "left"), (.right, "right"), (.top, "top"), (.bottom, "bottom")]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension Corners {
  /// The words of the rules file for these corners.
  package var names: [String] {
    let all: [(Corners, String)] = [
      (.topLeft, "top-left"), (.topRight, "top-right"), (.bottomLeft, "bottom-left"), (.bottomRight, "bottom-right"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
