internal import YAML

extension Node {
  /// The entries of a mapping; of several entries of one name the last, in the place of the first, as Ruby has it.
  var lastEntries: [Entry] {
    guard case .mapping(let entries) = content else { return [] }
    var result: [Entry] = []
    var places: [String: Int] = [:]
    for entry in entries {
      guard let name = entry.key.text else { continue }
      if let place = places[name] {
        result[place] = entry
      } else {
        places[name] = result.count
        result.append(entry)
      }
    }
    return result
  }
}
