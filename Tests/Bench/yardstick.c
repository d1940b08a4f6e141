// yardstick: the least that a program in C must do to act on swipes of three fingers. Sleight is measured against it.
//
//   yardstick [-t] [-c TOUCHPAD] COMMAND DEVICE...
//
// It reads DEVICEs (/dev/input/event3) through libinput and adds up the movement of the fingers. 12 mm to the left with
// three fingers press the key `a` on a keyboard of its own; 12 mm to the right start COMMAND. The movement is
// libinput's swipe on touchpads, and the mean of the fingers on touchscreens. It prints "ready" once it waits for
// events.
//
// With -c it also reads the contacts of TOUCHPAD through libevdev: a tap of four fingers presses the key, and one
// finger that moves down by 12 mm from within 6 mm of the left edge starts COMMAND.
//
// With -t it does neither, and prints the times of the event that decided and, on a touchpad, of the event that ended
// the swipe, in microseconds as reported by libinput.
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <libinput.h>
#include <linux/uinput.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { FINGERS = 3, SLOTS = 16 };
// libinput's unaccelerated units of touchpad motion per millimetre (see Sources/Touch/Touch/Recordings/LibinputNumbers.swift).
static const double per_mm = 0.9 * 0.2968 * 1000 / 25.4;
static const double distance_mm = 12;
// The tangent of 30 degrees, the largest deviation from a direction.
static const double cone = 0.577350269;

// The swipe on one kind of device: the movement since the fingers landed, in millimetres.
struct swipe {
  int fingers;
  double x, y;
  bool decided;
};
static struct swipe touchpad, touchscreen;
static struct { double x, y; } slots[SLOTS];

extern char **environ;
static char *command[2];
static int keyboard;
static bool only_tells_time;

static void tell(uint64_t time) { printf("%llu\n", (unsigned long long)time); }

static void press_key(void) {
  const struct input_event events[] = {
    {.type = EV_KEY, .code = KEY_A, .value = 1}, {.type = EV_SYN, .code = SYN_REPORT},
    {.type = EV_KEY, .code = KEY_A, .value = 0}, {.type = EV_SYN, .code = SYN_REPORT},
  };
  if (write(keyboard, events, sizeof events) != sizeof events) perror("uinput");
}

static void start_command(void) {
  pid_t pid;
  int code = posix_spawn(&pid, command[0], NULL, NULL, command, environ);
  if (code != 0) fprintf(stderr, "%s: %s\n", command[0], strerror(code));
}

static void travel(struct swipe *swipe, double dx, double dy, uint64_t time) {
  swipe->x += dx;
  swipe->y += dy;
  if (swipe->decided || swipe->fingers != FINGERS) return;
  if (swipe->x * swipe->x + swipe->y * swipe->y < distance_mm * distance_mm) return;
  swipe->decided = true;
  double along = swipe->x < 0 ? -swipe->x : swipe->x, across = swipe->y < 0 ? -swipe->y : swipe->y;
  if (across > cone * along) return;
  if (only_tells_time) {
    tell(time);
  } else if (swipe->x < 0) {
    press_key();
  } else {
    start_command();
  }
}

static void take_touch(struct libinput_event *event, enum libinput_event_type type) {
  static double dx, dy;  // since the last frame, of all fingers together
  struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
  if (type == LIBINPUT_EVENT_TOUCH_FRAME) {
    int fingers = touchscreen.fingers;
    if (fingers > 0) travel(&touchscreen, dx / fingers, dy / fingers, libinput_event_touch_get_time_usec(touch));
    dx = dy = 0;
    return;
  }
  int slot = libinput_event_touch_get_slot(touch);
  if (slot < 0 || slot >= SLOTS) return;
  if (type == LIBINPUT_EVENT_TOUCH_UP || type == LIBINPUT_EVENT_TOUCH_CANCEL) {
    if (--touchscreen.fingers == 0) touchscreen = (struct swipe){0};
    return;
  }
  double x = libinput_event_touch_get_x(touch), y = libinput_event_touch_get_y(touch);
  if (type == LIBINPUT_EVENT_TOUCH_DOWN) {
    touchscreen.fingers++;
  } else {
    dx += x - slots[slot].x;
    dy += y - slots[slot].y;
  }
  slots[slot].x = x;
  slots[slot].y = y;
}

static void take(struct libinput_event *event) {
  enum libinput_event_type type = libinput_event_get_type(event);
  switch (type) {
  case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN:
    touchpad = (struct swipe){
      .fingers = libinput_event_gesture_get_finger_count(libinput_event_get_gesture_event(event))};
    break;
  case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: {
    struct libinput_event_gesture *gesture = libinput_event_get_gesture_event(event);
    travel(&touchpad, libinput_event_gesture_get_dx_unaccelerated(gesture) / per_mm,
           libinput_event_gesture_get_dy_unaccelerated(gesture) / per_mm,
           libinput_event_gesture_get_time_usec(gesture));
    break;
  }
  case LIBINPUT_EVENT_GESTURE_SWIPE_END:
    if (only_tells_time) tell(libinput_event_gesture_get_time_usec(libinput_event_get_gesture_event(event)));
    break;
  case LIBINPUT_EVENT_TOUCH_DOWN:
  case LIBINPUT_EVENT_TOUCH_MOTION:
  case LIBINPUT_EVENT_TOUCH_UP:
  case LIBINPUT_EVENT_TOUCH_CANCEL:
  case LIBINPUT_EVENT_TOUCH_FRAME:
    take_touch(event, type);
    break;
  default:
    break;
  }
}

// MARK: Contacts

enum { TAP_FINGERS = 4, TAP_US = 180000 };
static const double tap_mm = 2, edge_mm = 6;

static struct contact { bool is_down, lands; double x, y, start_x, start_y; } contacts[SLOTS];
static struct {
  struct libevdev *device;
  double left, unit_x, unit_y;
  int slot, down, most;
  bool has_moved, decided;
  uint64_t began;
} pad;

static void take_frame(uint64_t time) {
  int down = 0;
  for (int slot = 0; slot < SLOTS; slot++) down += contacts[slot].is_down;
  if (down > 0 && pad.down == 0) {
    pad.began = time;
    pad.most = 0;
    pad.has_moved = pad.decided = false;
  }
  if (down > pad.most) pad.most = down;
  for (int slot = 0; slot < SLOTS; slot++) {
    struct contact *contact = &contacts[slot];
    if (!contact->is_down) continue;
    if (contact->lands) {
      contact->start_x = contact->x;
      contact->start_y = contact->y;
      contact->lands = false;
    }
    double x = contact->x - contact->start_x, y = contact->y - contact->start_y, square = x * x + y * y;
    if (square > tap_mm * tap_mm) pad.has_moved = true;
    if (pad.decided || pad.most > 1 || contact->start_x > edge_mm || square < distance_mm * distance_mm) continue;
    pad.decided = true;
    if (y > 0 && x <= cone * y && -x <= cone * y) start_command();
  }
  if (down == 0 && pad.down > 0 && pad.most == TAP_FINGERS && !pad.has_moved && time - pad.began <= TAP_US) press_key();
  pad.down = down;
}

static void take_raw(const struct input_event *event) {
  struct contact *contact = &contacts[pad.slot];
  if (event->type == EV_SYN && event->code == SYN_REPORT) {
    take_frame(event->time.tv_sec * 1000000ull + event->time.tv_usec);
  } else if (event->type != EV_ABS) {
    return;
  } else if (event->code == ABS_MT_SLOT) {
    pad.slot = event->value < SLOTS ? event->value : SLOTS - 1;
  } else if (event->code == ABS_MT_TRACKING_ID) {
    contact->is_down = contact->lands = event->value >= 0;
  } else if (event->code == ABS_MT_POSITION_X) {
    contact->x = (event->value - pad.left) * pad.unit_x;
  } else if (event->code == ABS_MT_POSITION_Y) {
    contact->y = event->value * pad.unit_y;
  }
}

static void read_contacts(void) {
  struct input_event event;
  unsigned flag = LIBEVDEV_READ_FLAG_NORMAL;
  int status;
  while ((status = libevdev_next_event(pad.device, flag, &event)) >= 0) {
    // After lost events, those follow that lead to the present state.
    if (status == LIBEVDEV_READ_STATUS_SYNC) flag = LIBEVDEV_READ_FLAG_SYNC;
    take_raw(&event);
  }
}

static int open_contacts(const char *path) {
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0 || libevdev_new_from_fd(descriptor, &pad.device) < 0 ||
      libevdev_set_clock_id(pad.device, CLOCK_MONOTONIC) < 0) {
    perror(path);
    exit(1);
  }
  pad.left = libevdev_get_abs_minimum(pad.device, ABS_MT_POSITION_X);
  pad.unit_x = 1.0 / libevdev_get_abs_resolution(pad.device, ABS_MT_POSITION_X);
  pad.unit_y = 1.0 / libevdev_get_abs_resolution(pad.device, ABS_MT_POSITION_Y);
  return descriptor;
}

// MARK: Devices

static int open_device(const char *path, int flags, void *data) {
  (void)flags, (void)data;
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

static void close_device(int descriptor, void *data) {
  (void)data;
  close(descriptor);
}

static int make_keyboard(void) {
  int descriptor = open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}, .name = "Yardstick keyboard"};
  if (descriptor < 0 || ioctl(descriptor, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(descriptor, UI_SET_KEYBIT, KEY_A) < 0 ||
      ioctl(descriptor, UI_DEV_SETUP, &setup) < 0 || ioctl(descriptor, UI_DEV_CREATE) < 0) {
    perror("/dev/uinput");
    exit(1);
  }
  return descriptor;
}

int main(int count, char **arguments) {
  static const struct libinput_interface interface = {open_device, close_device};
  int raw = -1;
  for (int option; (option = getopt(count, arguments, "tc:")) != -1;) {
    if (option == 't') {
      only_tells_time = true;
    } else if (option == 'c') {
      raw = open_contacts(optarg);
    } else {
      count = 0;
    }
  }
  if (count < optind + 2) {
    fputs("usage: yardstick [-t] [-c TOUCHPAD] COMMAND DEVICE...\n", stderr);
    return 64;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGCHLD, SIG_IGN);  // commands are reaped by the kernel
  command[0] = arguments[optind];
  keyboard = make_keyboard();
  struct libinput *context = libinput_path_create_context(&interface, NULL);
  for (int index = optind + 1; context != NULL && index < count; index++) {
    if (libinput_path_add_device(context, arguments[index]) == NULL) {
      fprintf(stderr, "%s cannot be read\n", arguments[index]);
      return 1;
    }
  }
  if (context == NULL) return 1;
  struct pollfd waiting[] = {{.fd = libinput_get_fd(context), .events = POLLIN},
                             {.fd = raw, .events = POLLIN}};
  puts("ready");
  do {
    if (waiting[1].revents) read_contacts();
    libinput_dispatch(context);
    struct libinput_event *event;
    while ((event = libinput_get_event(context)) != NULL) {
      take(event);
      libinput_event_destroy(event);
    }
  } while (poll(waiting, 2, -1) >= 0 || errno == EINTR);
  return 1;
}
