internal import Gestures
internal import Rules
internal import Touch

/// The programs that rules ask whether their gestures may begin.
extension Engine {
  /// Asks the programs of the rules that fingers landing with `event` may fulfil, and holds the event back if it would
  /// complete a gesture whose rule awaits an answer.
  /// - Returns: false if it is not held back.
  mutating func holdForAnswer(_ event: TouchEvent) -> Bool {
    guard questions.isOn else { return false }
    if questions.isHolding {
      if !questions.hold(event) {
        questions.giveUp(into: &performer.effects)
        applyAnswers()
      }
      return true
    }
    ask(with: event)
    guard questions.isPending else { return false }
    // Tried on a copy, which takes microseconds: the recognisers alone know what an event completes.
    var trial = recognition
    var found: [Gesture] = []
    trial.handle(event, into: &found)
    guard found.contains(where: { awaitsAnswer($0) }) else { return false }
    if !questions.hold(event) { questions.giveUp(into: &performer.effects) }
    return true
  }

  /// True if passing time would complete a gesture whose rule awaits an answer: it is held back then.
  mutating func holdsTimeForAnswer() -> Bool {
    guard questions.isPending, !questions.isHolding else { return questions.isHolding }
    var trial = recognition
    var found: [Gesture] = []
    trial.expire(at: now, into: &found)
    guard found.contains(where: { awaitsAnswer($0) }) else { return false }
    _ = questions.hold(nil)
    return true
  }

  private func awaitsAnswer(_ gesture: Gesture) -> Bool {
    guard gesture.phase == .recognized || gesture.phase == .began, let rule = rules.index(for: gesture) else {
      return false
    }
    return rules[rule].condition.questions.contains { questions.awaits($0) }
  }

  private mutating func ask(with event: TouchEvent) {
    let fingers = questions.follow(
      event, isAtRest: recognition.isAtRest(on: event.device), into: &performer.effects)
    if current.setRefusals(questions.refusals) { updateActiveRules() }
    guard let fingers, mayAct, let device = device(event.device) else { return }
    for index in rules.asking where rules[index].trigger.gestures.contains(where: { $0.fingers.contains(fingers) }) {
      let rule = rules[index]
      guard rule.trigger.includes(device), rule.acts(in: current.situation) else { continue }
      for question in rule.condition.questions
      where questions.ask(question, of: rule.location, on: event.device, at: now) {
        guard var gesture = Gesture.imitation(of: rule.trigger, rule: index, at: now).first else { continue }
        (gesture.device, gesture.fingers) = (event.device, fingers)
        performer.effects.append(
          .ask(
            question,
            ActionContext(
              location: rule.location, name: rule.name, gesture: gesture, device: device.name,
              situation: current.situation)))
      }
    }
  }

  mutating func handleAnswer(_ answer: QuestionAnswer, to question: Question) {
    questions.handle(answer, to: question, into: &performer.effects)
    applyAnswers()
  }

  /// Gives up the programs that are late.
  mutating func expireQuestions() {
    guard let due = questions.deadline, due <= now else { return }
    questions.expire(at: now, into: &performer.effects)
    applyAnswers()
  }

  /// Lets the recognisers go on with the answers.
  mutating func applyAnswers() {
    if current.setRefusals(questions.refusals) { updateActiveRules() }
    guard questions.isHolding else { return }
    // Each may be held back once more, for another question.
    for event in questions.takeEvents() { recogniseNow(event) }
    guard !questions.isHolding, let due = recognition.deadline, due <= now, !holdsTimeForAnswer() else { return }
    recognition.expire(at: now, into: &gestures)
    act()
  }
}
