internal import Testing

extension InTheGuest {
  /// Gestures that follow one another, from the hand to the command.
  @Suite struct OneAfterAnother {
    /// Long enough for a slow guest.
    private static func rules(in folder: String, _ settings: String) -> String {
      """
      settings: \(settings)
      gestures:
        flick: [{swipe: left}, {tap: single, after: 20s}]
        press-and-flick: [{long-press: 500ms}, {swipe: up, same-touch: true}]
      rules:
        - {swipe: left, fingers: 3, do: echo left >>\(folder)/acts}
        - {swipe: right, fingers: 3, do: echo right >>\(folder)/acts}
        - {gesture: flick, fingers: 3, do: echo flick >>\(folder)/acts}
        - {long-press: 500ms, fingers: 4, also: true, do: echo press >>\(folder)/acts}
        - {gesture: press-and-flick, fingers: 4, do: echo press-and-flick >>\(folder)/acts}

      """
    }

    @Test(
      "a sequence acts in place of its steps, and a step that nothing follows acts before what comes next",
      arguments: [
        (Surface.Model.touchpad, "{contacts: true}"), (.touchpad, "{contacts: false}"), (.touchscreen, "{}"),
      ])
    func sequence(_ model: Surface.Model, _ settings: String) throws {
      let surface = try Surface(model)
      let folder = try Guest.folder()
      let daemon = try Daemon(rulesText: Self.rules(in: folder, settings), folder: folder, reading: [surface])
      let (left, right) = (Moves.mainDirections[0], Moves.mainDirections[1])
      try Moves.swipe(left, fingers: 3, on: surface)
      try surface.land(3)
      try surface.lift()
      surface.comeBack()
      try daemon.expectActs(["flick"])
      try Moves.swipe(left, fingers: 3, on: surface)
      try Moves.swipe(right, fingers: 3, on: surface)
      try daemon.expectActs(["flick", "left", "right"])
    }

    @Test("fingers that rest, and then swipe without lifting", arguments: [Surface.Model.touchscreen, .touchpad])
    func sameTouch(_ model: Surface.Model) throws {
      let surface = try Surface(model)
      let folder = try Guest.folder()
      let daemon = try Daemon(rulesText: Self.rules(in: folder, "{}"), folder: folder, reading: [surface])
      try surface.land(4)
      try daemon.expectActs(["press"])
      try surface.move(by: .init(x: 0, y: -30), in: .milliseconds(300))
      try surface.lift()
      try daemon.expectActs(["press", "press-and-flick"])
    }
  }
}
