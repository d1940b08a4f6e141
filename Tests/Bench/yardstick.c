// yardstick: the least that a program in C must do to act on swipes of three fingers. Sleight is measured against it.
//
//   yardstick [-t] COMMAND DEVICE...
//
// It reads DEVICEs (/dev/input/event3) through libinput and adds up the movement of the fingers. 12 mm to the left with
// three fingers press the key `a` on a keyboard of its own; 12 mm to the right start COMMAND. The movement is
// libinput's swipe on touchpads, and the mean of the fingers on touchscreens. It prints "ready" once it waits for
// events.
//
// With -t it does neither, and prints the times of the event that decided and, on a touchpad, of the event that ended
// the swipe, in microseconds as reported by libinput.
#include <errno.h>
#include <fcntl.h>
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
#include <unistd.h>

enum { FINGERS = 3, SLOTS = 16 };
// libinput's unaccelerated units of touchpad motion per millimetre (see Sources/Touch/Recordings/LibinputNumbers.swift).
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
  if (count > 1 && strcmp(arguments[1], "-t") == 0) {
    only_tells_time = true;
    arguments++, count--;
  }
  if (count < 3) {
    fputs("usage: yardstick [-t] COMMAND DEVICE...\n", stderr);
    return 64;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGCHLD, SIG_IGN);  // commands are reaped by the kernel
  command[0] = arguments[1];
  keyboard = make_keyboard();
  struct libinput *context = libinput_path_create_context(&interface, NULL);
  for (int index = 2; context != NULL && index < count; index++) {
    if (libinput_path_add_device(context, arguments[index]) == NULL) {
      fprintf(stderr, "%s cannot be read\n", arguments[index]);
      return 1;
    }
  }
  if (context == NULL) return 1;
  struct pollfd waiting = {.fd = libinput_get_fd(context), .events = POLLIN};
  puts("ready");
  do {
    libinput_dispatch(context);
    struct libinput_event *event;
    while ((event = libinput_get_event(context)) != NULL) {
      take(event);
      libinput_event_destroy(event);
    }
  } while (poll(&waiting, 1, -1) >= 0 || errno == EINTR);
  return 1;
}
