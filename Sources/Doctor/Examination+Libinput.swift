internal import Desktop
internal import Libinput
internal import Rules
internal import RulesFile
internal import Surroundings

/// libinput's release, and the dragging with several fingers that compositors can enable since 1.28: libinput then
/// moves the pointer with the button pressed, and reports no swipe to the compositor. Here it stays off, so the rules
/// act as well.
extension Examination {
  var libinputFindings: [Finding] {
    guard let release else { return [] }
    let good = Finding(.libinput, .good, "\(release) reads the devices")
    guard release.canDrag, desktop.waylandProblem == nil || desktop.compositor != nil else { return [good] }
    let fingers = desktop.compositorState.dragFingers
    guard fingers != 0 else { return [good] }
    let places = rules.rules(movingOnTouchpads: fingers.map { $0...$0 } ?? 3...4).map(\.place)
    guard let first = places.first else { return [good] }
    let acting = places.count > 1 ? "\(first) and \(places.count - 1) more act" : "\(first) acts"
    let name = desktop.compositor?.kind.name ?? desktopName ?? "the compositor"
    guard let fingers else {
      return [
        Finding(
          .libinput, .note,
          "\(release) can drag with 3 or 4 fingers, and \(name) does not report whether it does: "
            + "\(acting) at the same time if it does")
      ]
    }
    let remedy =
      desktop.compositor?.kind == .sway ? ["swaymsg input type:touchpad three_finger_drag disabled"] : []
    return [
      Finding(
        .libinput, .note, "\(release): \(name) drags with \(fingers) fingers, and \(acting) at the same time",
        remedy: remedy)
    ]
  }
}
