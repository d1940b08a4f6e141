import Testing
@testable import Touch
@Test func probe() {
  let text = "# libinput record\nndevices: 1\n- node: /dev/input/event1\n  - libinput:\n    - {time: 0.022170, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [ -9.36,   0.00], unaccel: [-10.52,   0.00]}\n"
  print(Recording.read(Array(text.utf8)))
}
