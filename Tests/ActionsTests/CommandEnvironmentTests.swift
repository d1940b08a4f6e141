@testable import Actions
import Engine
@testable import Gestures
import Linux
import Rules
import Testing
import Time
import Touch

extension Gesture {
  /// A three-finger swipe to the left.
  static let swipe = Gesture(
    time: Timestamp(microseconds: 812_000), device: DeviceID(0), kind: .swipe, phase: .recognized, fingers: 3,
    direction: .left, translation: Vector(dx: -14.06, dy: 0.04), velocity: Vector(dx: -96, dy: 0), scale: nil,
    rotation: nil, trigger: 0)
}

@Suite("The environment of commands")
struct CommandEnvironmentTests {
  private func variables(
    _ gesture: Gesture, name: String? = nil, _ situation: Situation = Situation(), steps: Int = 0
  ) -> [String] {
    CommandEnvironment.variables(
      for: ActionContext(
        location: "rules.yml:12", name: name, gesture: gesture, device: "Some Touchpad", situation: situation),
      steps: steps
    ).entries
  }

  @Test("a swipe is described in millimetres, without inapplicable variables")
  func swipe() {
    let entries = variables(.swipe)
    #expect(
      entries == [
        "SLEIGHT_RULE=rules.yml:12", "SLEIGHT_GESTURE=swipe", "SLEIGHT_PHASE=recognized", "SLEIGHT_FINGERS=3",
        "SLEIGHT_DIRECTION=left", "SLEIGHT_DX=-14.1", "SLEIGHT_DY=0.0", "SLEIGHT_SPEED=96.0",
        "SLEIGHT_VX=-96.0", "SLEIGHT_VY=0.0", "SLEIGHT_DEVICE=Some Touchpad", "SLEIGHT_MODE=default",
      ])
  }

  @Test("a pinch has its scale and its rotation")
  func pinch() {
    var gesture = Gesture.swipe
    gesture.kind = .pinch
    gesture.phase = .began
    gesture.direction = .outwards
    gesture.scale = 1.25
    gesture.rotation = -12.34
    let entries = variables(gesture)
    #expect(entries.contains("SLEIGHT_DIRECTION=out"))
    #expect(entries.contains("SLEIGHT_SCALE=1.250"))
    #expect(entries.contains("SLEIGHT_ROTATION=-12.3"))
  }

  @Test("speed, taps, shape and steps have variables")
  func others() {
    var gesture = Gesture.swipe
    gesture.kind = .rotate
    gesture.phase = .changed
    gesture.scaleSpeed = -0.5
    gesture.rotationSpeed = 90.25
    gesture.taps = 3
    gesture.stroke = "circle"
    let entries = variables(gesture, steps: -2)
    #expect(entries.contains("SLEIGHT_SCALE_SPEED=-0.500"))
    #expect(entries.contains("SLEIGHT_ROTATION_SPEED=90.3"))
    #expect(entries.contains("SLEIGHT_STEPS=-2"))
    #expect(entries.contains("SLEIGHT_TAPS=3"))
    #expect(entries.contains("SLEIGHT_STROKE=circle"))
  }

  @Test("positions are in millimetres and shares of the device, the fingers' in one variable")
  func positions() {
    var gesture = Gesture.swipe
    gesture.position = Point(x: 60, y: 35)
    gesture.positions = FingerPositions([Point(x: 40, y: 30), Point(x: 60, y: 35.25), Point(x: 80, y: 40)])
    gesture.extent = Size(width: 120, height: 70)
    let entries = variables(gesture)
    #expect(
      entries.filter { $0.hasPrefix("SLEIGHT_X") || $0.hasPrefix("SLEIGHT_Y") || $0.hasPrefix("SLEIGHT_POS") } == [
        "SLEIGHT_X=60.0", "SLEIGHT_Y=35.0", "SLEIGHT_X_SHARE=0.5000", "SLEIGHT_Y_SHARE=0.5000",
        "SLEIGHT_POSITIONS=40.0,30.0 60.0,35.3 80.0,40.0",
        "SLEIGHT_POSITION_SHARES=0.3333,0.4286 0.5000,0.5036 0.6667,0.5714",
      ])
    #expect(!variables(.swipe).contains { $0.hasPrefix("SLEIGHT_X") || $0.hasPrefix("SLEIGHT_POS") })
  }

  @Test("a long press has no direction")
  func longPress() {
    var gesture = Gesture.swipe
    gesture.kind = .longPress
    gesture.direction = nil
    let entries = variables(gesture)
    #expect(entries.contains("SLEIGHT_GESTURE=long-press"))
    #expect(!entries.contains { $0.hasPrefix("SLEIGHT_DIRECTION") })
  }

  @Test("the rule, the mode and, if known, the focused window have variables")
  func situation() {
    let entries = variables(
      .swipe, name: "next song", Situation(app: "mpv", title: "A = B; $(reboot) 'x'\n", mode: "media"))
    #expect(entries.contains("SLEIGHT_NAME=next song"))
    #expect(entries.contains("SLEIGHT_MODE=media"))
    #expect(entries.contains("SLEIGHT_APP=mpv"))
    #expect(entries.contains("SLEIGHT_TITLE=A = B; $(reboot) 'x'\n"))
    #expect(!variables(.swipe).contains { $0.hasPrefix("SLEIGHT_APP") || $0.hasPrefix("SLEIGHT_TITLE") })
    #expect(variables(.swipe, Situation(app: "", title: "")).contains("SLEIGHT_TITLE="))
    var touching = Situation(app: "mpv", title: "Song")
    touching.touched = TouchedWindow(app: "foot", title: "~")
    let touched = variables(.swipe, touching)
    #expect(touched.contains("SLEIGHT_UNDER_APP=foot"))
    #expect(touched.contains("SLEIGHT_UNDER_TITLE=~"))
    #expect(!entries.contains { $0.hasPrefix("SLEIGHT_UNDER_") })
  }

  @Test("a long title is cut off between two characters, and a NUL in it is harmless")
  func hostileTitles() {
    let long = variables(.swipe, Situation(title: "x" + String(repeating: "é", count: 1_000_000)))
    #expect(long.contains("SLEIGHT_TITLE=x" + String(repeating: "é", count: 2047)))
    #expect(variables(.swipe, Situation(title: "a\0b\0SLEIGHT_APP=c")).contains("SLEIGHT_TITLE=abSLEIGHT_APP=c"))
  }

  @Test("variables for sleight alone are not inherited")
  func inherited() {
    let inherited = CommandEnvironment.shared([
      "HOME=/home/a", "SLEIGHT_SCALE=2", "SLEIGHT_APP=x", "NOTIFY_SOCKET=@x", "LISTEN_FDS=1", "LISTEN_PID=5",
      "WATCHDOG_USEC=5", "NOTIFY_SOCKETS=kept", "MY_SLEIGHT_X=kept",
    ])
    #expect(inherited == ["HOME=/home/a", "NOTIFY_SOCKETS=kept", "MY_SLEIGHT_X=kept"])
  }

  @Test("the process's own environment is inherited")
  func own() throws {
    let path = try #require(Environment.value(of: "PATH"))
    #expect(CommandEnvironment.shared().contains("PATH=\(path)"))
  }

  @Test(
    "numbers have the stated digits, and a missing number has no variable",
    arguments: [
      (0.0, 1, "0.0"), (-0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (12.34, 1, "12.3"),
      (1e9, 1, "1000000000.0"), (-9e17, 1, "-900000000000000000.0"), (0.005, 3, "0.005"), (-1.2344, 3, "-1.234"),
      (10, 3, "10.000"), (1e300, 1, nil), (.infinity, 1, nil), (.nan, 1, nil),
    ] as [(Double, Int, String?)])
  func decimal(value: Double, digits: Int, text: String?) {
    var bytes: [UInt8] = []
    let isNumber = CommandEnvironment.append(value, digits: digits, to: &bytes)
    #expect((isNumber ? String(decoding: bytes, as: UTF8.self) : nil) == text)
  }
}
