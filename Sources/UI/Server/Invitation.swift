import Foundation

/// The way of the address to the browser: a file that only the user can read, and that leads to the page. On the
/// command line of a browser, every user of the machine could read the secret.
struct Invitation: Sendable {
  private let address: String
  /// The file; nil without a directory in which the user alone may write.
  private let path: String?

  init(_ address: String) {
    self.address = address
    let directory = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
    var status = stat()
    let isOwn = stat(directory, &status) == 0 && status.st_uid == getuid() && status.st_mode & 0o022 == 0
    path = directory.hasPrefix("/") && isOwn ? "\(directory)/sleight-ui-\(getpid()).html" : nil
  }

  /// Opens the desktop's browser.
  /// - Returns: false if there is no way.
  func openBrowser() -> Bool {
    guard let path else { return false }
    unlink(path)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    let page = "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\">\n"
    guard (try? handle.write(contentsOf: Data(page.utf8))) != nil else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdg-open", path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.terminationHandler = { process in
      if process.terminationStatus != 0 { SleightUI.warn("xdg-open opened no browser; open the address above") }
    }
    return (try? process.run()) != nil
  }

  /// Removes the file: its secret has been used, or is of no use any more.
  func remove() {
    if let path { unlink(path) }
  }
}
