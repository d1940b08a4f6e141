import Touch

/// Contacts that a device splits, merges, exchanges or adds.
extension Scene {
  /// The same scene with a second contact within 4 mm of one finger, for `lasting` ms; nil if there is no room.
  func split(lasting: Double, _ random: inout SplitMix) -> Scene? {
    guard let index = contacts.indices.randomElement(using: &random) else { return nil }
    var scene = self
    let finger = contacts[index]
    guard finger.lifts - finger.lands > lasting + 20 else { return nil }
    let lands = random.within(finger.lands + 10...finger.lifts - lasting - 10)
    let offset = random.anyWay(1...4)
    scene.contacts.append(
      Contact(lands: lands, lifts: lands + lasting, position: { finger.position($0) + offset }, isStray: true))
    return scene
  }

  /// Merges a contact into its nearest neighbour for `lasting` ms, while all fingers are down.
  /// - Parameter room: the least time from the last landing and to the first lift.
  mutating func merge(lasting: Double, room: Double, _ random: inout SplitMix) -> Bool {
    guard let together, let index = contacts.indices.randomElement(using: &random),
      together.lowerBound + room < together.upperBound - room - lasting
    else { return false }
    let at = random.within(together.lowerBound + room...together.upperBound - room - lasting)
    return merge(index, during: at..<at + lasting)
  }

  /// Lets a contact land with its nearest neighbour, as one for `lasting` ms.
  mutating func landAsOne(lasting: Double, _ random: inout SplitMix) -> Bool {
    guard let together, together.upperBound - together.lowerBound > lasting + 60,
      let index = contacts.indices.randomElement(using: &random)
    else { return false }
    let lands = contacts[index].lands
    guard merge(index, during: lands..<lands + lasting), let host = contacts[index].merge?.host else { return false }
    contacts[host].lands = lands
    return true
  }

  /// Lets two contacts exchange their positions from a time on at which all fingers are down.
  mutating func exchange(_ random: inout SplitMix) -> Bool {
    guard let together, together.upperBound - together.lowerBound > 50 else { return false }
    let at = random.within(together.lowerBound + 20...together.upperBound - 20)
    let pair = contacts.indices.shuffled(using: &random).prefix(2)
    guard let one = pair.first, let other = pair.last else { return false }
    let (first, second) = (contacts[one].position, contacts[other].position)
    contacts[one].position = { $0 < at ? first($0) : second($0) }
    contacts[other].position = { $0 < at ? second($0) : first($0) }
    return true
  }

  /// Lets a contact land `offset` from its place, and reach it within `time` ms.
  mutating func settle(_ index: Int, from offset: Vector, within time: Double) {
    let (position, lands) = (contacts[index].position, contacts[index].lands)
    contacts[index].position = { position($0) + offset * (1 - leastJerk(($0 - lands) / time)) }
  }

  /// The same scene, `delay` ms later.
  func delayed(by delay: Double) -> Scene {
    var scene = self
    for index in scene.contacts.indices {
      let position = scene.contacts[index].position
      scene.contacts[index].lands += delay
      scene.contacts[index].lifts += delay
      scene.contacts[index].position = { position($0 - delay) }
    }
    return scene
  }

  /// The same scene, with a thumb or the parts of a palm that landed before it and rest.
  func beside(rest: ClosedRange<Double>, stays: ClosedRange<Double>, _ random: inout SplitMix) -> Scene {
    var scene = delayed(by: random.within(rest))
    let place = random.anyWay(60...130)
    let lifts = scene.end + random.within(stays)
    let drift = random.anyWay(0...1)
    for _ in 0..<(random.chance(0.6) ? 1 : 2) {
      let home = place + random.anyWay(0...1) * 15
      scene.contacts.append(
        Contact(
          lands: random.within(0...20), lifts: lifts, position: { home + drift * leastJerk($0 / lifts) }, isStray: true)
      )
    }
    return scene
  }
}
