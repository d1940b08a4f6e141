/// The look of the picture. Its own background makes it readable on white and on dark pages. The colours of the fingers
/// are those of Okabe and Ito, distinct under every colour blindness, darkened for thin lines on white; besides, each
/// finger has its number and each sign its own shape.
enum StyleSheet {
  /// The colours of the fingers, used in turn.
  static let fingerColours = ["#0072b2", "#c24e00", "#007a5a", "#a8487f", "#2f7fae", "#8a6d00", "#4b4b4b", "#6a3d9a"]

  /// The CSS class of a finger, numbered from 1.
  static func finger(_ number: Int) -> String { "f\((number - 1) % fingerColours.count)" }

  /// The style sheet, on one line.
  static let sheet =
    [
      #"text{font-family:Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif;fill:#1f2328}"#,
      ".small,.halo{fill:#4d5661}",
      ".halo,.number{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}",
      ".in{fill:#fff;text-anchor:middle}",
      ".mid{text-anchor:middle}",
      ".far{text-anchor:end}",
      ".page{fill:#fff;stroke:#d0d7de}",
      ".panel{fill:#fff;stroke:#d0d7de}",
      ".grid{stroke:#e4e8ec;stroke-width:1;fill:none}",
      ".frame{fill:none;stroke:#d0d7de}",
      ".field{fill:#eef1f4}",
      ".surface{fill:#fff}",
      ".outline{fill:none;stroke:#57606a;stroke-width:1.5}",
      ".map{fill:#fff;stroke:#57606a;stroke-width:1.5}",
      ".region{fill:url(#hatch);stroke:#7d8590;stroke-width:.8}",
      ".limit{fill:#ffe9a8;fill-opacity:.45;stroke:#6b5200;stroke-width:1.2;stroke-dasharray:5 3}",
      ".missed{fill:none;stroke:#6b5200;stroke-width:1;stroke-dasharray:2 3}",
      ".path{fill:none;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}",
      ".middle{fill:none;stroke:#1f2328;stroke-width:1.2;stroke-linejoin:round}",
      ".pair{fill:none;stroke:#4d5661;stroke-width:1.6;stroke-dasharray:1 3;stroke-linecap:round}",
      ".landing{fill:#fff;stroke-width:2}",
      ".dot{fill:#fff;stroke:#1f2328;stroke-width:1}",
      ".mark{fill:#1f2328}",
      ".lead{stroke:#1f2328;stroke-width:1;fill:none}",
      ".waiting{stroke:#1f2328;stroke-width:1;stroke-dasharray:2 2;fill:none}",
      ".back{fill:#fff;stroke:#1f2328;stroke-width:1.2}",
      ".axis{stroke:#afb8c1;stroke-width:1;fill:none}",
      ".scale{stroke:#1f2328;stroke-width:1.5;fill:none}",
      ".now{opacity:0}",
      ".ring{fill:none;stroke:#1f2328;stroke-width:2.5}",
      ".seen{fill:#ffe9a8;stroke:#6b5200}",
    ].joined()
    + Lettering.allCases.map { style in
      ".\(style.rawValue){font-size:\(Tenths(style.size).text)px\(style.isBold ? ";font-weight:bold" : "")}"
    }.joined()
    + fingerColours.enumerated().map { number, colour in
      ".f\(number){stroke:\(colour)}.f\(number) .own{fill:\(colour);stroke:#fff}text.f\(number){fill:\(colour);stroke:#fff}"
        + "rect.f\(number),.lift.f\(number){fill:\(colour);stroke:none}"
    }.joined()
}
