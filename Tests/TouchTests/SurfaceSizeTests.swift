import Testing

@testable import Touch

/// The axes of real devices, as Linux reports them: with the vendor and product of HID touch panels from
/// bentiss/hid-devices (events/expected_evemu), and of touchpads from whot/evemu-devices.
@Suite("The size of a surface by its axes")
struct SurfaceSizeTests {
  private typealias Row = (device: String, x: Int, xResolution: Int, y: Int, yResolution: Int, size: String?)

  private static let touchscreens: [Row] = [
    ("03eb:201c", 19455, 1, 11263, 1, nil),
    ("03eb:211c", 4095, 15, 4095, 28, "273 x 146"),
    ("03eb:8409", 2159, 8, 3959, 25, "270 x 158"),
    ("03eb:840b", 4095, 16, 4095, 28, "256 x 146"),
    ("03f7:0003", 4095, 0, 4095, 0, nil),
    ("0408:3000", 1919, 4, 1079, 4, "480 x 270"),
    ("0408:3001", 1920, 4, 1080, 4, "480 x 270"),
    ("0408:3008", 1919, 4, 1079, 4, "480 x 270"),
    ("043e:9aa1", 1920, 4, 1080, 4, "480 x 270"),
    ("043e:9aa3", 1920, 4, 1080, 4, "480 x 270"),
    ("0486:0185", 3478, 0, 3478, 0, nil),
    ("04b4:c001", 2000, 0, 2000, 0, nil),
    ("04dd:9681", 1920, 4, 1080, 4, "480 x 270"),
    ("04e7:0022", 4095, 0, 4095, 0, nil),
    ("04e7:0080", 32767, 35, 32767, 62, "936 x 529"),
    ("04e8:2084", 32767, 62, 32767, 110, "529 x 298"),
    ("04f3:000a", 3776, 13, 2048, 12, "290 x 171"),
    ("04f3:000c", 3648, 14, 2048, 14, "261 x 146"),
    ("04f3:010c", 3312, 10, 1872, 10, "331 x 187"),
    ("04f3:0125", 3312, 10, 1872, 10, "331 x 187"),
    ("04f3:016f", 3776, 13, 2112, 13, "290 x 162"),
    ("04f3:0732", 3008, 12, 1856, 14, "251 x 133"),
    ("04f3:200a", 3776, 13, 2112, 13, "290 x 162"),
    ("0596:0500", 32767, 1, 32767, 1, nil),
    ("0596:0506", 32767, 0, 32767, 1, nil),
    ("0596:051c", 32767, 68, 32767, 109, "482 x 301"),
    ("05bd:0107", 1023, 0, 1023, 0, nil),
    ("06cb:1d10", 3132, 10, 1777, 10, "313 x 178"),
    ("093a:8002", 32767, 63, 32767, 112, "520 x 293"),
    ("0eef:7224", 32767, 1, 32767, 1, nil),
    ("0eef:72fa", 32767, 1, 32767, 3, nil),
    ("0eef:7336", 32767, 2, 32767, 2, nil),
    ("0eef:7337", 32767, 2, 32767, 3, nil),
    ("0eef:7349", 32767, 1, 32767, 1, nil),
    ("0eef:73f4", 32767, 1, 32767, 1, nil),
    ("0eef:790a", 4095, 13, 4095, 24, "315 x 171"),
    ("0eef:a001", 32767, 1, 32767, 2, nil),
    ("10c4:81b9", 1024, 0, 600, 0, nil),
    ("1130:3101", 511, 0, 511, 0, nil),
    ("1403:5001", 1168, 5, 848, 7, "234 x 121"),
    ("14c8:0005", 4096, 0, 4096, 0, nil),
    ("14c8:0006", 4096, 0, 4096, 0, nil),
    ("14e1:3500", 2047, 0, 2047, 0, nil),
    ("1784:0016", 1279, 0, 1279, 0, nil),
    ("1870:010d", 16383, 0, 16383, 0, nil),
    ("1870:0119", 16383, 0, 16383, 0, nil),
    ("1b96:0c01", 9600, 37, 7200, 49, "259 x 147"),
    ("1b96:0c03", 9600, 37, 7200, 49, "259 x 147"),
    ("1b96:0f00", 9600, 37, 7200, 50, "259 x 144"),
    ("1b96:0f04", 9600, 33, 7200, 43, "291 x 167"),
    ("1b96:1000", 9600, 37, 7200, 50, "259 x 144"),
    ("1cb6:6650", 8191, 0, 8191, 1, nil),
    ("1cb6:6651", 8191, 0, 8191, 1, nil),
    ("1ef1:0001", 16383, 25, 16383, 41, "655 x 400"),
    ("1f87:0002", 2047, 0, 2047, 0, nil),
    ("1fd2:0064", 1920, 0, 1080, 0, nil),
    ("1ff7:0013", 32767, 0, 32767, 0, nil),
    ("1ff7:0017", 4095, 0, 4095, 0, nil),
    ("202e:0006", 32767, 87, 32767, 109, "377 x 301"),
    ("202e:0007", 32767, 87, 32767, 107, "377 x 306"),
    ("2087:0a02", 4095, 0, 4095, 0, nil),
    ("2087:0b03", 18943, 1, 10751, 1, nil),
    ("20b3:0a18", 19455, 1, 11263, 1, nil),
    ("2101:1011", 19967, 1, 11263, 1, nil),
    ("2149:2306", 32767, 64, 32767, 114, "512 x 287"),
    ("2149:230a", 32767, 64, 32767, 114, "512 x 287"),
    ("2149:231c", 32767, 64, 32767, 114, "512 x 287"),
    ("2149:2703", 32767, 55, 32767, 97, "596 x 338"),
    ("2149:270b", 32767, 55, 32767, 98, "596 x 334"),
    ("2219:044c", 32767, 0, 32767, 0, nil),
    ("222a:0015", 5826, 26, 3266, 26, "224 x 126"),
    ("222a:001c", 7540, 22, 4212, 22, "343 x 191"),
    ("227d:0103", 20479, 1, 15359, 1, nil),
    ("238f:0001", 1023, 0, 1023, 0, nil),
    ("23c9:5666", 32767, 0, 32767, 0, nil),
    ("2512:5003", 16383, 0, 16383, 0, nil),
    ("2512:5004", 16383, 0, 16383, 0, nil),
    ("25aa:8883", 1919, 4, 1079, 4, "480 x 270"),
    ("25b5:0002", 11174, 16, 6288, 16, "698 x 393"),
    ("2619:5610", 32767, 58, 32767, 103, "565 x 318"),
    ("2793:0001", 32767, 1, 32767, 1, nil),
    ("6615:0070", 32767, 55, 32767, 88, "596 x 372"),
    ("6615:0081", 32767, 107, 32767, 142, "306 x 231"),
    ("7374:1232", 4095, 20, 4095, 26, "205 x 158"),
    ("7374:1252", 4095, 20, 4095, 26, "205 x 158"),
  ]

  private static let touchpads: [Row] = [
    ("ALPS DualPoint", 2000, 0, 1400, 0, nil), ("Elantech", 1280, 0, 704, 0, nil),
    ("Synaptics without resolution", 4000, 0, 3040, 0, nil), ("Synaptics", 4026, 69, 3152, 100, "58 x 32"),
    ("Cypress", 1600, 16, 900, 15, "100 x 60"),
    // Resolutions that drivers have made up.
    ("one unit a millimetre", 1280, 1, 704, 1, nil), ("one axis", 4026, 69, 3152, 0, nil),
    ("units of a micrometre", 4026, 1000, 3152, 1000, nil), ("too wide", 4000, 10, 3000, 10, nil),
    ("a strip", 3000, 20, 500, 20, nil),
  ]

  private func check(_ rows: [Row], _ kind: Device.Kind) {
    for row in rows {
      let axes = [(row.x, row.xResolution), (row.y, row.yResolution)].map { most, resolution in
        KernelTouches.Axis([0, Double(most), 0, 0, Double(resolution)])
      }
      guard let x = axes[0], let y = axes[1] else {
        Issue.record("\(row.device)")
        continue
      }
      let size = KernelTouches.size(x, y, kind)
      let text = size.map { "\(Int($0.width.rounded())) x \(Int($0.height.rounded()))" }
      #expect(text == row.size, "\(row.device)")
      #expect(Device(id: DeviceID(0), name: row.device, kind: kind, size: size).isSizeAssumed == (row.size == nil))
    }
  }

  @Test("is sensible or unknown, never absurd")
  func axes() {
    check(Self.touchscreens, .touchscreen)
    check(Self.touchpads, .touchpad)
    #expect(Self.touchscreens.count >= 80)
  }

  @Test("is that of real devices from watches to boards, and no other")
  func limits() {
    let real: [(Device.Kind, Double, Double)] = [
      (.touchscreen, 21, 21), (.touchscreen, 72, 72), (.touchscreen, 68, 150), (.touchscreen, 148, 139),
      (.touchscreen, 376, 301), (.touchscreen, 299, 56), (.touchscreen, 3232, 1818), (.touchpad, 30, 20),
      (.touchpad, 160, 115), (.touchpad, 325, 203), (.touchpad, 134, 129),
    ]
    for (kind, width, height) in real {
      #expect(Size(width: width, height: height)?.isPossible(for: kind) == true, "\(kind) \(width) x \(height)")
    }
    let absurd: [(Device.Kind, Double, Double)] = [
      (.touchscreen, 256, 256), (.touchscreen, 8192, 8192), (.touchscreen, 4, 2), (.touchscreen, 600, 50),
      (.touchpad, 1000, 700), (.touchpad, 5, 3), (.touchpad, 300, 30),
    ]
    for (kind, width, height) in absurd {
      #expect(Size(width: width, height: height)?.isPossible(for: kind) == false, "\(kind) \(width) x \(height)")
    }
  }

  @Test("of an output is that of its panel, unless it is none, a ratio, or absurd")
  func panels() {
    func size(_ width: Int, _ height: Int, _ pixels: (Int, Int)? = nil) -> Size? {
      Size(ofPanel: width, height, pixels: pixels.map { (width: $0.0, height: $0.1) })
    }
    #expect(size(476, 268, (1920, 1080)) == Size(width: 476, height: 268))
    // The panel of a tablet is built in portrait.
    #expect(size(216, 135, (1200, 1920)) == Size(width: 135, height: 216))
    #expect(size(216, 135, (1920, 1200)) == Size(width: 216, height: 135))
    for (width, height) in [(0, 0), (160, 90), (1600, 900), (16, 9), (90, 160), (10, 10), (7000, 4000), (480, 0)] {
      #expect(size(width, height, (1920, 1080)) == nil, "\(width) x \(height)")
    }
  }

  @Test("that is absurd in a recording is replaced by the assumed one, and positions with it")
  func absurd() throws {
    let device = Device(
      id: DeviceID(0), name: "eGalax", kind: .touchscreen, size: Size(width: 8192, height: 8192))
    let adjustment = try #require(SurfaceAdjustment(of: device, size: nil, turn: .none))
    #expect(adjustment.adjusted(device).size == Size(width: 151, height: 94))
    #expect(adjustment.adjusted(device).isSizeAssumed)
    #expect(
      adjustment.adjusted(.touchDown(slot: 0, Point(x: 4096, y: 2048)))
        == .touchDown(slot: 0, Point(x: 75.5, y: 23.5)))
    let stated = try #require(SurfaceAdjustment(of: device, size: Size(width: 476, height: 268), turn: .none))
    #expect(!stated.adjusted(device).isSizeAssumed)
  }
}
