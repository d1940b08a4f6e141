/// Regular expressions are constants of a file: to build one takes longer than to search many lines. `Regex` is not
/// Sendable, because one may have closures in it; those of this program are literals, and never written.
extension Regex: @retroactive @unchecked Sendable {}
