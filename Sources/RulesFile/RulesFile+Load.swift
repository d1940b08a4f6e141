internal import Diagnostics
public import Rules

extension RulesFile {
  /// Opens, reads and checks the file at `path` and those it includes. What a pipe holds is read as it comes, so that a
  /// shell's process substitution and `/dev/stdin` work.
  ///
  /// A file decides what runs in the user's name: one that somebody else may write is refused, and what is wrong in
  /// it is reported all the same.
  /// - Parameters:
  ///   - mayWait: false refuses what may keep its reader waiting: all but regular files. Those that are included
  ///   are always regular files.
  ///   - owners: tells whose files are that the kernel does not tell of.
  public static func load(
    path: String, keyNames: KeyNames? = nil, mayWait: Bool = true, desktop: DesktopGestures? = nil,
    owners: IncludedFiles.Owners? = nil
  ) -> RulesFile {
    switch IncludedFiles.read(path, mayWait: mayWait, owners: owners) {
    case .content(let bytes, let objection):
      check(
        bytes: bytes, name: path, keyNames: keyNames, files: .live(owners: owners), objection: objection,
        desktop: desktop)
    case .refused(let diagnostic):
      RulesFile(
        sources: SourceFiles(SourceFile(name: path, bytes: [])), diagnostics: [diagnostic], rules: nil, paths: [path])
    }
  }
}
