internal import CLibinput
internal import Linux

/// libinput's functions without their common prefix: `libinput.dispatch` is libinput_dispatch. They must not be called
/// before `loadLibinput`; whoever creates a context does that.
var libinput: sleight_libinput { functions }

/// Loads libinput once.
/// - Throws: `SystemError` with the library's name: ELIBACC if it is not installed, ELIBBAD if it lacks a function.
func loadLibinput() throws(SystemError) { try loading.get() }

// Safe, since it is written once, before the first read.
nonisolated(unsafe) var functions = sleight_libinput()

private let loading: Result<Void, SystemError> = Result { () throws(SystemError) in
  // The ABI has kept this name since 1.0.
  try loadLibrary("libinput.so.10") { sleight_libinput_load(&functions, $0) }
}

/// The release of the loaded libinput. libinput has no function for it.
public enum LibinputRelease: Hashable, Sendable {
  case exact(major: Int, minor: Int, patch: Int)
  /// The release or a later one, by the functions that exist; its text was not found.
  case atLeast(minor: Int)
  /// Nothing is known except that libinput is loaded.
  case unknown

  /// The first release with a setting by which a compositor turns movements of three or four fingers into dragging.
  static let firstWithDrag = 28

  /// The release of the libinput that this program uses, which is loaded for it; nil if libinput is not installed.
  public static var loaded: LibinputRelease? {
    guard (try? loadLibinput()) != nil else { return nil }
    return LibinputRelease(documentation: documentation, hasDrag: sleight_libinput_has_drag() != 0)
  }

  /// Reads the release from the address of its documentation, which each release since 1.12 contains for its messages
  /// (meson.build, HTTP_DOC_LINK).
  ///
  ///     https://wayland.freedesktop.org/libinput/doc/1.22.1
  ///
  /// - Parameters:
  ///   - documentation: the text after `/libinput/doc/`; nil if the library does not contain it.
  ///   - hasDrag: true if it has the functions that were added in 1.28 (libinput.sym, LIBINPUT_1.28).
  init(documentation: String?, hasDrag: Bool) {
    let numbers = documentation?.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) } ?? []
    if numbers.count >= 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] {
      self = .exact(major: major, minor: minor, patch: patch)
    } else {
      self = hasDrag ? .atLeast(minor: Self.firstWithDrag) : .unknown
    }
  }

  /// True if a compositor can make this release drag with three or four fingers.
  public var canDrag: Bool {
    switch self {
    case .exact(let major, let minor, _): (major, minor) >= (1, Self.firstWithDrag)
    case .atLeast(let minor): minor >= Self.firstWithDrag
    case .unknown: false
    }
  }

  /// True if the libinput that is loaded detects palms at the edges of a clickpad also where its buttons are. 1.22 does
  /// not, and 1.28 does; those between were not tried.
  static var detectsPalmsAtButtons: Bool { sleight_libinput_has_drag() != 0 }

  private static var documentation: String? {
    var buffer = [CChar](repeating: 0, count: 32)
    guard sleight_libinput_documentation(&functions, &buffer, buffer.count) != 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension LibinputRelease: CustomStringConvertible {
  /// `libinput 1.28.1`
  public var description: String {
    switch self {
    case .exact(let major, let minor, let patch): "libinput \(major).\(minor).\(patch)"
    case .atLeast(let minor): "libinput 1.\(minor) or later"
    case .unknown: "libinput of an unknown release"
    }
  }
}
