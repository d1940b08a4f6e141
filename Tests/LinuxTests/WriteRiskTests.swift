import CLinux
import Glibc
import Linux
import Testing

@Suite("Others who could write a file")
struct WriteRiskTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/sleight-risk-XXXXXX\0".utf8CString)
    folder = try #require(
      template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } })
    close(open("\(folder)/rules.yml", O_CREAT | O_WRONLY, 0o644))
  }

  /// The risk of the file itself.
  private func risk(of path: String) throws -> WriteRisk? {
    try WriteRisk(ofFile: try Descriptor.open(path, O_RDONLY), at: path, owners: nil)
  }

  private func remove() {
    unlink("\(folder)/rules.yml")
    rmdir(folder)
  }

  @Test("an access control list that lets another user or group write is one; one that lets them read is not")
  func accessList() throws {
    defer { remove() }
    let path = "\(folder)/rules.yml"
    /// Entries: tag, permissions, id (linux/posix_acl_xattr.h).
    func set(_ permissions: UInt8, id: UInt8, mask: UInt8, tag: UInt8 = 2) -> Bool {
      let none: [UInt8] = [255, 255, 255, 255]
      let entry: [UInt8] = [tag, 0, permissions, 0, id, 16, 0, 0]
      var list: [UInt8] = [2, 0, 0, 0] + [1, 0, 6, 0] + none
      if tag == 2 { list += entry }
      list += [4, 0, 4, 0] + none
      if tag == 8 { list += entry }
      list += [16, 0, mask, 0] + none + [32, 0, 4, 0] + none
      return setxattr(path, "system.posix_acl_access", list, list.count, 0) == 0
    }
    // Not every file system has access lists.
    guard set(4, id: 1, mask: 6) else { return }
    #expect(try risk(of: path) == nil, "the other user may only read, the mask permits writing")
    #expect(set(6, id: 1, mask: 4))
    #expect(try risk(of: path) == nil, "the mask forbids writing")
    for tag: UInt8 in [2, 8] {
      #expect(set(6, id: 1, mask: 6, tag: tag))
      #expect(try risk(of: path)?.reason == .accessList)
    }
  }

  @Test("a group is trusted only if it is the user's own, by its name and number")
  func group() throws {
    defer { remove() }
    let path = "\(folder)/rules.yml"
    chmod(path, 0o664)
    #expect(try (risk(of: path) == nil) == isPrivateGroup(getegid()))
    guard getuid() == 0 else { return }
    // Groups without members, as a directory service may list all of its groups.
    for group: UInt32 in [4, 6, 65_533] {
      chown(path, 0, group)
      #expect(try risk(of: path)?.reason == .permissions)
      #expect(!isPrivateGroup(group))
    }
  }

  @Test("directories and links that lead to a file are examined, up to the home directory")
  func way() throws {
    defer {
      for name in ["link.yml", "up"] { unlink("\(folder)/\(name)") }
      for name in ["a", "a/b"] { unlink("\(folder)/\(name)/rules.yml") }
      rmdir("\(folder)/a/b")
      rmdir("\(folder)/a")
      remove()
    }
    mkdir("\(folder)/a", 0o755)
    mkdir("\(folder)/a/b", 0o755)
    for name in ["a", "a/b"] { close(open("\(folder)/\(name)/rules.yml", O_CREAT | O_WRONLY, 0o644)) }
    symlink("a/b/../b/rules.yml", "\(folder)/link.yml")
    func risk(_ name: String, home: String? = nil) -> String? {
      do throws(SystemError) {
        return try WriteRisk(onTheWayTo: "\(folder)/\(name)", home: home, owners: nil)
          .map { "\($0.kind) \($0.reason) \($0.path)" }
      } catch {
        return "\(error)"
      }
    }
    #expect(risk("a/rules.yml") == nil && risk("link.yml") == nil)
    chmod("\(folder)/a/b", 0o757)
    #expect(risk("a/rules.yml") == nil)
    #expect(risk("link.yml") == "directory permissions \(folder)/a/b")
    #expect(risk("link.yml", home: "\(folder)/a/b") == "directory permissions \(folder)/a/b")
    chmod("\(folder)/a/b", 0o755)
    chmod(folder, 0o707)
    #expect(risk("link.yml") == "directory permissions \(folder)")
    // What contains the home directory is trusted, the home directory itself is not.
    #expect(risk("a/rules.yml", home: "\(folder)/a") == nil)
    #expect(risk("a/rules.yml", home: folder) == "directory permissions \(folder)")
    // What cannot be examined is not taken for safe.
    #expect(risk("nothing/rules.yml", home: "\(folder)/a") == "lstat \(folder)/nothing: No such file or directory")
    #expect(risk("a/none.yml", home: "\(folder)/a") == "lstat \(folder)/a/none.yml: No such file or directory")
    symlink("up", "\(folder)/up")
    #expect(
      risk("up", home: "\(folder)/a") == "readlink \(folder)/up: Too many levels of symbolic links")
  }
}
