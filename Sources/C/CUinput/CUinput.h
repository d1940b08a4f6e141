// The kernel's uinput interface. Its request numbers are computed by macros, which Swift does not import: each has a
// function here.
#include <linux/input.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>

static inline int sleight_uinput_set_event(int fd, int type) { return ioctl(fd, UI_SET_EVBIT, type); }
static inline int sleight_uinput_set_key(int fd, int code) { return ioctl(fd, UI_SET_KEYBIT, code); }
static inline int sleight_uinput_set_relative(int fd, int code) { return ioctl(fd, UI_SET_RELBIT, code); }
static inline int sleight_uinput_set_switch(int fd, int code) { return ioctl(fd, UI_SET_SWBIT, code); }
static inline int sleight_uinput_set_property(int fd, int code) { return ioctl(fd, UI_SET_PROPBIT, code); }
static inline int sleight_uinput_setup_axis(int fd, const struct uinput_abs_setup *axis) {
  return ioctl(fd, UI_ABS_SETUP, axis);
}
static inline int sleight_uinput_setup(int fd, const struct uinput_setup *setup) {
  return ioctl(fd, UI_DEV_SETUP, setup);
}
// Names the place of the device.
static inline int sleight_uinput_set_phys(int fd, const char *phys) { return ioctl(fd, UI_SET_PHYS, phys); }
static inline int sleight_uinput_create(int fd) { return ioctl(fd, UI_DEV_CREATE); }
static inline int sleight_uinput_destroy(int fd) { return ioctl(fd, UI_DEV_DESTROY); }
// Reads the name of the device's directory in /sys/devices/virtual/input; size includes the NUL.
static inline int sleight_uinput_name(int fd, void *into, size_t size) { return ioctl(fd, UI_GET_SYSNAME(size), into); }

// Gives all further events of an event device to this descriptor alone, until it is closed.
static inline int sleight_evdev_grab(int fd) { return ioctl(fd, EVIOCGRAB, 1); }
static inline int sleight_evdev_ungrab(int fd) { return ioctl(fd, EVIOCGRAB, 0); }
// Reads the keys of an event device that are down, one bit each.
static inline int sleight_evdev_pressed(int fd, unsigned char *bits, size_t size) {
  return ioctl(fd, EVIOCGKEY(size), bits);
}
