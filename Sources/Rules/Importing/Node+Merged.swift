internal import YAML

extension Node {
  /// The entries of a mapping with those of `<<` where the mapping has none of that name itself; of several entries of
  /// one name the last, as Ruby has it.
  var mergedEntries: [Entry] { mergedEntries(depth: 0) }

  private func mergedEntries(depth: Int) -> [Entry] {
    guard case .mapping(let entries) = content, depth < 16 else { return [] }
    var result: [Entry] = []
    var places: [String: Int] = [:]
    func add(_ entry: Entry, replaces: Bool) {
      guard let name = entry.key.text else { return }
      if let place = places[name] {
        if replaces { result[place] = entry }
      } else {
        places[name] = result.count
        result.append(entry)
      }
    }
    for entry in entries where entry.key.text != "<<" { add(entry, replaces: true) }
    for entry in entries where entry.key.text == "<<" {
      if case .sequence(let others) = entry.value.content {
        for other in others { for merged in other.mergedEntries(depth: depth + 1) { add(merged, replaces: false) } }
      } else {
        for merged in entry.value.mergedEntries(depth: depth + 1) { add(merged, replaces: false) }
      }
    }
    return result
  }
}
