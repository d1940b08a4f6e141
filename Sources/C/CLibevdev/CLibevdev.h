#include "../CLinux/InputEvent.h"
#include <dlfcn.h>
#include <libevdev-1.0/libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>

// From libevdev-uinput.h, which includes its other header by a path that only pkg-config's flags would make valid.
struct libevdev_uinput;
int libevdev_uinput_create_from_device(const struct libevdev *dev, int uinput_fd, struct libevdev_uinput **uinput_dev);
void libevdev_uinput_destroy(struct libevdev_uinput *uinput_dev);
const char *libevdev_uinput_get_devnode(struct libevdev_uinput *uinput_dev);

// The functions of libevdev that this program calls.
#define SLEIGHT_LIBEVDEV(F) \
  F(disable_event_type) F(enable_event_code) F(free) F(get_abs_info) F(get_phys) F(get_current_slot) F(get_event_value) F(get_id_bustype) F(get_id_product) F(get_id_vendor) \
  F(get_id_version) F(get_num_slots) F(get_slot_value) F(has_event_code) F(has_property) F(new_from_fd) F(next_event) \
  F(set_clock_id) F(uinput_create_from_device) F(uinput_destroy) F(uinput_get_devnode)

// A table of libevdev's functions, filled by sleight_libevdev_load. The library is not linked: a command that reads no
// device does without it.
struct sleight_libevdev {
#define SLEIGHT_EVDEV_FIELD(name) __typeof__(&libevdev_##name) name;
  SLEIGHT_LIBEVDEV(SLEIGHT_EVDEV_FIELD)
#undef SLEIGHT_EVDEV_FIELD
};

// Loads libevdev until the program ends. Returns 1, or 0 if it is not installed, -1 if it lacks a function.
static inline int sleight_libevdev_load(struct sleight_libevdev *library, const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define SLEIGHT_EVDEV_LOOK_UP(function) \
  library->function = (__typeof__(library->function))dlsym(handle, "libevdev_" #function); \
  if (!library->function) return -1;
  SLEIGHT_LIBEVDEV(SLEIGHT_EVDEV_LOOK_UP)
#undef SLEIGHT_EVDEV_LOOK_UP
  return 1;
}

// Returns 1 if a touch device is touched, 0 if not or unknown.
static inline int sleight_is_touched(int fd) {
  unsigned char keys[KEY_MAX / 8 + 1] = {0};
  if (ioctl(fd, EVIOCGKEY(sizeof keys), keys) < 0) return 0;
  return keys[BTN_TOUCH / 8] >> BTN_TOUCH % 8 & 1;
}

// Returns 1 if a contact, key or button of a device is down, 0 if not, -1 if unknown.
static inline int sleight_is_in_use(int fd, int slots) {
  unsigned char keys[KEY_MAX / 8 + 1] = {0};
  if (ioctl(fd, EVIOCGKEY(sizeof keys), keys) < 0) return -1;
  for (unsigned i = 0; i < sizeof keys; i++) if (keys[i]) return 1;
  struct { __u32 code; __s32 ids[64]; } contacts = {ABS_MT_TRACKING_ID, {0}};
  if (ioctl(fd, EVIOCGMTSLOTS(sizeof contacts), &contacts) < 0) return -1;
  for (int i = 0; i < slots && i < 64; i++) if (contacts.ids[i] >= 0) return 1;
  return 0;
}

// Names the place of a uinput device that is not created yet.
static inline int sleight_set_phys(int fd, const char *phys) { return ioctl(fd, UI_SET_PHYS, phys); }

// An event with its time in microseconds. The members are macros, which Swift does not import.
static inline struct input_event sleight_event(long long time, unsigned short type, unsigned short code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  event.input_event_sec = time / 1000000;
  event.input_event_usec = time % 1000000;
  return event;
}

// Takes all events of a device for this descriptor, or gives them back.
static inline int sleight_grab(int fd, int on) { return ioctl(fd, EVIOCGRAB, on); }

// Lets a descriptor receive the tool types of a device's contacts, or not. Returns 0, or -1 with errno.
static inline int sleight_pass_tool_types(int fd, int passes) {
  enum { BITS = 8 * sizeof(unsigned long) };
  unsigned long codes[(ABS_CNT + BITS - 1) / BITS];
  for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) codes[i] = ~0UL;
  if (!passes) codes[ABS_MT_TOOL_TYPE / BITS] &= ~(1UL << ABS_MT_TOOL_TYPE % BITS);
  struct input_mask mask = {.type = EV_ABS, .codes_size = sizeof codes, .codes_ptr = (__u64)(size_t)codes};
  return ioctl(fd, EVIOCSMASK, &mask);
}

// Reads the slot that the last event of a device described, or -1 with errno.
static inline int sleight_current_slot(int fd) {
  struct input_absinfo info;
  return ioctl(fd, EVIOCGABS(ABS_MT_SLOT), &info) < 0 ? -1 : info.value;
}

// Reads the value that each slot of a device has now, of an axis such as ABS_MT_TOOL_TYPE. Returns 0, or -1 with errno.
static inline int sleight_slot_values(int fd, unsigned code, int slots, __s32 *values) {
  struct { __u32 code; __s32 values[64]; } request = {code, {0}};
  if (ioctl(fd, EVIOCGMTSLOTS(sizeof request), &request) < 0) return -1;
  for (int i = 0; i < slots && i < 64; i++) values[i] = request.values[i];
  return 0;
}
