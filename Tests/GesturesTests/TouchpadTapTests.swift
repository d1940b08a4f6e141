import Gestures
@testable import Hands
import Testing
import Touch

/// Tests taps on a touchpad as libinput reports them: a hold of one or two fingers begins after 40 ms; when they lift
/// within 180 ms, it ends uncancelled, and the tap follows.
@Suite("Taps on touchpads, with the holds before them")
struct TouchpadTapTests {
  private static func tap(_ pad: inout Pad, _ fingers: Int, for milliseconds: Int) {
    if fingers <= 2, milliseconds > 40 {
      pad.wait(40)
      pad.say(.holdBegin(fingers: fingers))
      pad.wait(milliseconds - 40)
      pad.say(.holdEnd(fingers: fingers, cancelled: false))
    } else {
      pad.wait(milliseconds)
    }
    pad.say(.tap(fingers: fingers, lasted: .milliseconds(milliseconds)))
  }

  @Test("one tap is a single tap, two are a double tap", arguments: 1...3, [30, 70])
  func double(fingers: Int, milliseconds: Int) {
    let rules = [Trigger.tap(fingers), .tap(fingers, 2)]
    var pad = Pad()
    Self.tap(&pad, fingers, for: milliseconds)
    #expect(story([rules[0]], pad.events) == ["\(milliseconds) tap x1 \(fingers) #0"])
    pad.wait(120)
    Self.tap(&pad, fingers, for: milliseconds)
    #expect(story(rules, pad.events) == ["\(2 * milliseconds + 120) tap x2 \(fingers) #1"])
  }

  @Test("a hold that is too long for a tap is none, and ends a series", arguments: 1...2)
  func rest(fingers: Int) {
    var pad = Pad()
    Self.tap(&pad, fingers, for: 70)
    pad.wait(160)
    pad.say(.holdBegin(fingers: fingers))
    pad.wait(400)
    pad.say(.holdEnd(fingers: fingers, cancelled: false))
    #expect(
      story([.tap(fingers), .tap(fingers, 2)], pad.events).map {
        $0.split(separator: " ").dropFirst().joined(separator: " ")
      } == ["tap x1 \(fingers) #0"])
  }

  @Test("a tap in time that a touchpad reports after its series makes no second gesture")
  func late() {
    let rules = [Trigger.tap(3), .tap(3, 2)]
    var pad = Pad()
    Self.tap(&pad, 3, for: 60)
    pad.wait(290)
    Self.tap(&pad, 3, for: 250)
    #expect(story(rules, pad.events) == ["540 tap x1 3 #0"])
    // The next one is a tap again.
    pad.wait(800)
    Self.tap(&pad, 3, for: 60)
    #expect(story(rules, pad.events) == ["540 tap x1 3 #0", "1940 tap x1 3 #0"])
  }
}
