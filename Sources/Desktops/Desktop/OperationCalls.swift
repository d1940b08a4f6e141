internal import Linux

/// Calls of methods on the session bus that perform operations of the desktop. Failures are reported, with the location
/// of the rule.
final class OperationCalls {
  /// The maximum number of unanswered calls. A hand makes a few gestures a second: only a desktop that hangs leaves
  /// this many unanswered.
  static let limit = 64

  private let bus: MessageBus
  private let failed: (_ location: String, _ text: String) -> Void
  private var count = 0
  private var pending: [Int: MessageBus.Slot] = [:]
  /// The operation that calls are for, and the source location of its rule.
  private var current = (text: "", location: "")

  /// - Parameter failed: called with each failure, for people.
  init(on bus: MessageBus, failed: @escaping (_ location: String, _ text: String) -> Void) {
    (self.bus, self.failed) = (bus, failed)
  }

  /// True if no call is unanswered.
  var isIdle: Bool { pending.isEmpty }

  /// Drops the unanswered calls: the connection is lost.
  func abandon() { pending = [:] }

  /// Runs `body`, whose calls are for an operation.
  /// - Parameters:
  ///   - operation: the operation, as in the rule.
  ///   - location: the source location of the rule.
  func perform(_ operation: String, location: String, _ body: () -> Void) {
    let outer = current
    current = (operation, location)
    body()
    current = outer
  }

  /// Reports that the operation has failed.
  /// - Parameter reason: a clause for people.
  func fail(_ reason: String) { failed(current.location, "cannot perform '\(current.text)': \(reason)") }

  /// Calls `method`.
  /// - Parameter answered: called with the results, for the same operation. An error is reported.
  func call(
    _ method: BusMethod, _ arguments: [MessageBus.Argument] = [], answered: @escaping ([BusValue]) -> Void = { _ in }
  ) {
    guard pending.count < Self.limit else { return fail("\(Self.limit) calls wait for an answer") }
    count += 1
    let (number, caller) = (count, current)
    do throws(SystemError) {
      pending[number] = try bus.call(method, arguments) { [unowned self] reply in
        pending[number] = nil
        perform(caller.text, location: caller.location) {
          switch reply {
          case .success(let values): answered(values)
          case .failure(let error): fail("\(error)")
          }
        }
      }
    } catch {
      fail("\(error)")
    }
  }
}

extension DesktopWay {
  /// The method on the session bus that performs the operation; nil if it is performed by other means.
  var method: BusMethod? {
    switch self {
    // (name) -> in Plasma 5 false if the component has no such shortcut
    case .shortcut(let component, _): Self.method("invokeShortcut", of: component)
    case .method(let service, let path, let interface, let member):
      BusMethod(destination: service, path: path, interface: interface, member: member)
    case .command, .shellExtension, .virtualDesktops, .windowList, .workspaceList, .keys, .none: nil
    }
  }

  /// () -> the names of the global shortcuts of a component
  static func shortcutNames(of component: String) -> BusMethod { method("shortcutNames", of: component) }

  private static func method(_ member: String, of component: String) -> BusMethod {
    BusMethod(
      destination: "org.kde.kglobalaccel", path: "/component/\(component)",
      interface: "org.kde.kglobalaccel.Component", member: member)
  }
}
