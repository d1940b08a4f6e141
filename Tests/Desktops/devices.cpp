// Preloaded into KWin (`kwin_wayland --virtual`) and GNOME Shell (`gnome-shell --headless`), gives them what they
// otherwise have only with a screen and a seat: their own libinput, on the devices of the machine. So their own gestures
// on a touchpad can be tried in a guest of Tests/Guest.
//
// It replaces four functions, each by name, so that one file serves KWin 5.27, 6.3 and 6.7 and GNOME Shell 43, 48 and 51:
//
//  - libinput_udev_create_context: devices are opened directly, not through logind, which needs a session on a seat.
//  - libinput_udev_assign_seat: the seat is seat0, to which udev assigns devices; GNOME Shell would use its session's.
//  - KWin::OutputBackend::createInputBackend: the backend of `--virtual` has no devices; returns that of libinput.
//  - g_object_new, for mutter's MetaSeatNative: its headless backend creates it without libinput (META_SEAT_NATIVE_FLAG_
//    NO_LIBINPUT), and without a seat, whose name it needs then.
//
// Everything behind libinput is the desktop's own: its thread, its settings, its gestures. It does not draw with a GPU, as
// in all tests of desktops. Standard error tells which of them were replaced; a test checks that the desktop has a device.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define REPLACED extern "C" __attribute__((visibility("default")))

namespace {

// Ends the program: without the function, the desktop would be one without devices.
template <typename Function> Function find(void *library, const char *name) {
  void *function = dlsym(library, name);
  if (!function) {
    fprintf(stderr, "devices: no function %s\n", name);
    _exit(70);
  }
  return reinterpret_cast<Function>(function);
}

// As in libinput.h.
struct Interface {
  int (*openRestricted)(const char *path, int flags, void *data);
  void (*closeRestricted)(int descriptor, void *data);
};

int openDevice(const char *path, int flags, void *) {
  int descriptor = open(path, flags | O_CLOEXEC);
  int code = errno;
  if (descriptor < 0) fprintf(stderr, "devices: open %s: %s\n", path, strerror(code));
  return descriptor < 0 ? -code : descriptor;
}

void closeDevice(int descriptor, void *) { close(descriptor); }

// The programs that the desktop starts are none.
__attribute__((constructor)) void forget() { unsetenv("LD_PRELOAD"); }

const Interface direct = {openDevice, closeDevice};

}  // namespace

REPLACED void *libinput_udev_create_context(const Interface *, void *data, void *udev) {
  fprintf(stderr, "devices: opened directly\n");
  using Function = void *(*)(const Interface *, void *, void *);
  return find<Function>(RTLD_NEXT, "libinput_udev_create_context")(&direct, data, udev);
}

REPLACED int libinput_udev_assign_seat(void *context, const char *) {
  return find<int (*)(void *, const char *)>(RTLD_NEXT, "libinput_udev_assign_seat")(context, "seat0");
}

REPLACED void *g_object_new(unsigned long type, const char *first, ...) {
  static auto *create = find<void *(*)(unsigned long, const char *, va_list)>(RTLD_NEXT, "g_object_new_valist");
  static auto *nameOf = find<const char *(*)(unsigned long)>(RTLD_NEXT, "g_type_name");
  va_list values;
  va_start(values, first);
  void *object = nullptr;
  if (first && !strcmp(first, "backend") && !strcmp(nameOf(type), "MetaSeatNative")) {
    // All properties are pointers but the flags: "backend", "seat-id", "flags", and in newer releases "context", "name".
    void *backend = va_arg(values, void *), *context = nullptr;
    while (const char *name = va_arg(values, const char *)) {
      if (!strcmp(name, "flags")) {
        (void)va_arg(values, int);
      } else {
        void *value = va_arg(values, void *);
        if (!strcmp(name, "context")) context = value;
      }
    }
    fprintf(stderr, "devices: MetaSeatNative with libinput\n");
    auto *createNew = find<void *(*)(unsigned long, const char *, ...)>(RTLD_NEXT, "g_object_new");
    const char *seat = "seat0";
    void *end = nullptr;
    object = context ? createNew(type, "backend", backend, "context", context, "seat-id", seat, "name", seat, "flags", 0, end)
                     : createNew(type, "backend", backend, "seat-id", seat, "flags", 0, end);
  } else {
    object = create(type, first, values);
  }
  va_end(values);
  return object;
}

// std::unique_ptr<KWin::InputBackend> KWin::OutputBackend::createInputBackend(): the caller passes the place of the result
// and `this`. Ownership passes to KWin, which deletes the objects: they need memory of malloc's, whose size is unknown
// here; 4096 bytes are several times that of each release.
REPLACED void **_ZN4KWin13OutputBackend18createInputBackendEv(void **result, void *) {
  // KWin::Session::create(KWin::Session::Type): type 0, Noop, opens no device and is always active.
  auto *createSession = find<void **(*)(void **, int)>(RTLD_DEFAULT, "_ZN4KWin7Session6createENS0_4TypeE");
  auto *construct = find<void (*)(void *, void *, void *)>(
      RTLD_DEFAULT, "_ZN4KWin15LibinputBackendC1EPNS_7SessionEP7QObject");
  static void *session;
  createSession(&session, 0);
  void *backend = calloc(1, 4096);
  construct(backend, session, nullptr);
  fprintf(stderr, "devices: KWin's libinput\n");
  *result = backend;
  return result;
}
