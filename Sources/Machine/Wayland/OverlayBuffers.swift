internal import CWayland
internal import Glibc
internal import Linux

/// Two pictures in memory that the compositor shares: it reads one while the other is drawn.
final class OverlayBuffers {
  final class Buffer {
    let pointer: OpaquePointer
    let memory: UnsafeMutableRawPointer
    var isFree = true

    fileprivate init(_ pointer: OpaquePointer, _ memory: UnsafeMutableRawPointer) {
      (self.pointer, self.memory) = (pointer, memory)
    }

    deinit { wl_buffer_destroy(pointer) }
  }

  private static let listener: ListenerTable<wl_buffer_listener> = {
    var listener = wl_buffer_listener()
    listener.release = { data, _ in receiver(data, Buffer.self)?.isFree = true }
    return ListenerTable(listener)
  }()

  let scale: OverlayScale
  private var buffers: [Buffer] = []
  private let map: UnsafeMutableRawPointer
  private let size: Int
  private let display: WaylandDisplay

  init(
    _ area: Overlay.Area, _ scale: OverlayScale, of memory: borrowing Proxy, on display: WaylandDisplay
  ) throws(WaylandError) {
    self.scale = scale
    self.display = display
    let (width, height) = (scale.pixels(area.width), scale.pixels(area.height))
    let one = width * height * 4
    size = Int(one) * 2
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor.sealedMemory(named: "pictures", holding: [UInt8](repeating: 0, count: size))
    } catch {
      throw .failed(error)
    }
    guard let map = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), map != MAP_FAILED else {
      throw .failed(.last("mmap", path: "pictures"))
    }
    self.map = map
    var made: [OpaquePointer?] = []
    let (shared, number, length) = (memory.pointer, file.number, Int32(size))
    try display.request(128, descriptors: 1) {
      guard let pool = wl_shm_create_pool(shared, number, length) else { return }
      made = [0, one].map {
        wl_shm_pool_create_buffer(pool, $0, width, height, width * 4, WL_SHM_FORMAT_ARGB8888.rawValue)
      }
      wl_shm_pool_destroy(pool)
    }
    let pointers = made.compactMap { $0 }
    guard pointers.count == 2 else { throw .noMemory(for: "wl_buffer") }
    buffers = zip(pointers, [0, one]).map { Buffer($0, map + Int($1)) }
    for buffer in buffers { wl_buffer_add_listener(buffer.pointer, Self.listener.pointer, listenerData(buffer)) }
  }

  deinit { munmap(map, size) }

  /// A picture that the compositor does not read.
  var free: Buffer? { buffers.first(where: \.isFree) }
}
