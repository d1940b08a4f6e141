internal import JSONLines

/// The abilities of the client, as far as the server depends on them.
struct Client {
  var encoding = PositionEncoding.utf16
  /// True if it shows related places of messages.
  var showsRelated = false
  /// True if it shows the manual behind the code of a message.
  var showsCodeDescription = false
  /// True if it takes Markdown beside completions, and when it hovers.
  var takesMarkdown = (completion: false, hover: false)
  /// True if it takes snippets in completions.
  var takesSnippets = false
  /// True if it takes edits of documents with their versions.
  var takesDocumentChanges = false
  /// True if it renames files as part of an edit.
  var renamesFiles = false
  /// True if it can show a gesture: it runs `sleight learn` in a terminal for the command `sleight.showGesture`.
  var showsGestures = false

  init() {}

  /// Reads the parameters of `initialize`.
  init(_ parameters: JSONValue) {
    let document = parameters.member("capabilities", "textDocument")
    let encodings = parameters.member("capabilities", "general", "positionEncodings")?.array ?? []
    if encodings.contains(.string(PositionEncoding.utf8.rawValue)) { encoding = .utf8 }
    let diagnostics = document?["publishDiagnostics"]
    showsRelated = diagnostics?["relatedInformation"]?.bool ?? false
    showsCodeDescription = diagnostics?["codeDescriptionSupport"]?.bool ?? false
    func takesMarkdown(_ formats: JSONValue?) -> Bool { formats?.array?.contains("markdown") == true }
    self.takesMarkdown = (
      takesMarkdown(document?.member("completion", "completionItem", "documentationFormat")),
      takesMarkdown(document?.member("hover", "contentFormat"))
    )
    takesSnippets = document?.member("completion", "completionItem", "snippetSupport")?.bool ?? false
    let edits = parameters.member("capabilities", "workspace", "workspaceEdit")
    takesDocumentChanges = edits?["documentChanges"]?.bool ?? false
    renamesFiles = takesDocumentChanges && edits?["resourceOperations"]?.array?.contains("rename") == true
    showsGestures = parameters.member("initializationOptions", "showGesture")?.bool ?? false
  }
}
