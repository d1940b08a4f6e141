public import Control
internal import Glibc
internal import JSONLines
public import Linux

/// Asks the session's daemon something.
public enum ControlClient {
  /// Why there is no answer.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// XDG_RUNTIME_DIR is not set.
    case noRuntimeDirectory
    /// Nobody listens at the path.
    case notRunning(String)
    /// The connection failed.
    case system(SystemError)
    /// The answer is none.
    case nonsense(String)

    /// For people.
    public var description: String {
      switch self {
      case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set, so there is no place where a daemon would listen"
      case .notRunning(let path): "no daemon is running (nobody listens at \(path))"
      case .system(let error): "\(error)"
      case .nonsense(let reason): "the daemon's answer makes no sense: \(reason)"
      }
    }
  }

  /// The reply to `request`.
  /// - Throws: `Failure`.
  public static func ask(_ request: ControlRequest) throws(Failure) -> ControlReply {
    guard let path = ControlSocket.path(runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR")) else {
      throw .noRuntimeDirectory
    }
    do {
      let socket = try UnixSocket.connect(to: path, nonblocking: false)
      try socket.write(Array("\(request.line)\n".utf8))
      var received: [UInt8] = []
      while received.count <= ControlSocket.longestLine, let bytes = try socket.read(upTo: 4096), !bytes.isEmpty {
        received += bytes
      }
      do {
        return try ControlReply(line: received[...])
      } catch {
        throw Failure.nonsense(error.reason)
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      if error.isMissing || error.code == ECONNREFUSED { throw .notRunning(path) }
      throw .system(error)
    } catch {
      throw .nonsense("\(error)")
    }
  }
}
