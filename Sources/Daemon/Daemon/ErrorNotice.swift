internal import Desktop
internal import Linux
internal import Logging
internal import Surroundings

/// The notification of the desktop about errors in the rules file: it shows those of the last save, and then that there
/// are none any more.
final class ErrorNotice {
  private let loop: EventLoop
  private let log: Logger
  /// Nil if none was shown, and after the connection to the bus was lost.
  private var notification: Notification?
  /// True if it shows errors.
  private var isShown = false

  /// A notice that is not shown yet.
  init(on loop: EventLoop, _ log: Logger) { (self.loop, self.log) = (loop, log) }

  /// Shows errors in place of those before.
  func show(_ errors: String) {
    connect()
    notification?.show("The rules file has errors", errors)
    isShown = notification != nil
  }

  /// Shows that the file has no errors, if errors are shown.
  func clear(_ loaded: String) {
    if isShown { notification?.show("The rules file has no errors", loaded) }
    isShown = false
  }

  private func connect() {
    dropLost()
    guard notification == nil, let new = Notification(failed: { [log] in log.info("no notification is shown: \($0)") })
    else { return }
    let ready = { [unowned self] (_: Epoll.Ready) in
      notification?.dispatch()
      dropLost()
    }
    guard (try? loop.add(new.descriptor, ready: ready)) != nil else { return }
    notification = new
  }

  private func dropLost() {
    guard let lost = notification, lost.isLost else { return }
    loop.remove(lost.descriptor)
    notification = nil
    isShown = false
  }
}
