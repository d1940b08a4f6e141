// hand: a virtual touchpad and touchscreen, and a hand that repeats the same movements on them.
//
//   hand
//
// It plugs the two in, prints their device nodes ("touchpad /dev/input/event3", "touchscreen ..."), reads commands from
// standard input, one per line, and answers each when it is done:
//
//   left, right            a swipe of three fingers on the touchpad; the answer is the number of the frame, from 0,
//                          with which it has come far enough
//   touchpad SECONDS       three fingers that move to and fro, and land anew every two seconds
//   touchscreen SECONDS    the same with ten fingers
//
// Frames are 8 ms apart (125 Hz). One frame decides a swipe without doubt: 14 frames move 0.8 mm each, the next one
// 4 mm. libinput withholds the first 2 mm, so a program has seen 9.2 mm before that frame and 13.2 mm with it, or
// 11.2 mm and 15.2 mm if it compensates; and libinput does not take 4 mm in one frame for a jump yet.
#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD_NS = 8000000, SLOW_FRAMES = 14, LAST_FRAMES = 8, UNITS_PER_MM = 40, MOST_FINGERS = 10 };
static const double slow_mm = 0.8, fast_mm = 4;

struct surface {
  const char *name;
  int width_mm, height_mm, property, slots;
  int descriptor;
  int fingers;
};
static struct surface touchpad = {"Bench touchpad", 100, 70, INPUT_PROP_POINTER, 5, -1, 0};
static struct surface touchscreen = {"Bench touchscreen", 310, 174, INPUT_PROP_DIRECT, 10, -1, 0};
static const int tools[] = {0, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP,
                            BTN_TOOL_QUINTTAP};

static void need(int result, const char *what) {
  if (result >= 0) return;
  perror(what);
  exit(1);
}

// MARK: Frames

static struct input_event events[MOST_FINGERS * 4 + 8];
static int event_count;

static void change(int type, int code, int value) {
  events[event_count++] = (struct input_event){.type = type, .code = code, .value = value};
}

static void report(const struct surface *surface) {
  change(EV_SYN, SYN_REPORT, 0);
  size_t size = event_count * sizeof *events;
  need(write(surface->descriptor, events, size) == (ssize_t)size ? 0 : -1, "write");
  event_count = 0;
}

// Places a finger: side by side, 20 mm apart, centred in the upper half; `x` is the distance that they have moved.
static void place(const struct surface *surface, int finger, double x) {
  x += surface->width_mm / 2.0 + (finger - (surface->fingers - 1) / 2.0) * 20;
  change(EV_ABS, ABS_MT_SLOT, finger);
  change(EV_ABS, ABS_MT_POSITION_X, (int)lround(x * UNITS_PER_MM));
  change(EV_ABS, ABS_MT_POSITION_Y, (int)lround(surface->height_mm * 0.45 * UNITS_PER_MM));
}

static void say_how_many(const struct surface *surface, int value) {
  if (surface == &touchpad) change(EV_KEY, tools[surface->fingers], value);
  change(EV_KEY, BTN_TOUCH, value);
}

static void land(struct surface *surface, int fingers) {
  static int contact;
  surface->fingers = fingers;
  for (int finger = 0; finger < fingers; finger++) {
    change(EV_ABS, ABS_MT_SLOT, finger);
    change(EV_ABS, ABS_MT_TRACKING_ID, contact++ & 0xffff);
    place(surface, finger, 0);
  }
  say_how_many(surface, 1);
  report(surface);
}

static void move(const struct surface *surface, double x) {
  for (int finger = 0; finger < surface->fingers; finger++) place(surface, finger, x);
  report(surface);
}

static void lift(struct surface *surface) {
  for (int finger = 0; finger < surface->fingers; finger++) {
    change(EV_ABS, ABS_MT_SLOT, finger);
    change(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  say_how_many(surface, 0);
  report(surface);
}

// MARK: Time

static struct timespec moment;

static void wait_for_frames(int count) {
  for (; count > 0; count--) {
    moment.tv_nsec += PERIOD_NS;
    if (moment.tv_nsec >= 1000000000) moment.tv_sec++, moment.tv_nsec -= 1000000000;
  }
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, NULL);
}

// MARK: Movements

static void swipe(double direction) {
  double x = 0;
  land(&touchpad, 3);
  for (int frame = 1; frame <= SLOW_FRAMES + 1 + LAST_FRAMES; frame++) {
    wait_for_frames(1);
    x += direction * (frame == SLOW_FRAMES + 1 ? fast_mm : slow_mm);
    move(&touchpad, x);
  }
  wait_for_frames(1);
  lift(&touchpad);
  // The hand rests until everything that the swipe started has ended.
  wait_for_frames(30);
}

static void move_about(struct surface *surface, int fingers, int seconds) {
  for (int turn = 0; turn < seconds / 2; turn++) {
    // 2 s are 250 frames, the last ones of which are for lifting. First to the left, then 18 mm to each side.
    land(surface, fingers);
    for (int frame = 1; frame <= 240; frame++) {
      wait_for_frames(1);
      move(surface, -18 * sin(frame * 2 * M_PI / 120));
    }
    wait_for_frames(1);
    lift(surface);
    wait_for_frames(9);
  }
}

// MARK: Devices

static void set_up_axis(const struct surface *surface, int code, int maximum, int resolution) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = maximum, .resolution = resolution}};
  need(ioctl(surface->descriptor, UI_ABS_SETUP, &setup), "UI_ABS_SETUP");
}

static void plug_in(struct surface *surface, const char *word) {
  int descriptor = surface->descriptor = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  need(descriptor, "/dev/uinput");
  need(ioctl(descriptor, UI_SET_EVBIT, EV_KEY), "UI_SET_EVBIT");
  need(ioctl(descriptor, UI_SET_EVBIT, EV_ABS), "UI_SET_EVBIT");
  need(ioctl(descriptor, UI_SET_PROPBIT, surface->property), "UI_SET_PROPBIT");
  need(ioctl(descriptor, UI_SET_KEYBIT, BTN_TOUCH), "UI_SET_KEYBIT");
  if (surface == &touchpad) {
    need(ioctl(descriptor, UI_SET_PROPBIT, INPUT_PROP_BUTTONPAD), "UI_SET_PROPBIT");
    need(ioctl(descriptor, UI_SET_KEYBIT, BTN_LEFT), "UI_SET_KEYBIT");
    for (int fingers = 1; fingers <= 5; fingers++)
      need(ioctl(descriptor, UI_SET_KEYBIT, tools[fingers]), "UI_SET_KEYBIT");
  }
  int width = surface->width_mm * UNITS_PER_MM, height = surface->height_mm * UNITS_PER_MM;
  set_up_axis(surface, ABS_X, width, UNITS_PER_MM);
  set_up_axis(surface, ABS_Y, height, UNITS_PER_MM);
  set_up_axis(surface, ABS_MT_SLOT, surface->slots - 1, 0);
  set_up_axis(surface, ABS_MT_POSITION_X, width, UNITS_PER_MM);
  set_up_axis(surface, ABS_MT_POSITION_Y, height, UNITS_PER_MM);
  set_up_axis(surface, ABS_MT_TRACKING_ID, 65535, 0);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 1}};
  strncpy(setup.name, surface->name, sizeof setup.name - 1);
  need(ioctl(descriptor, UI_DEV_SETUP, &setup), "UI_DEV_SETUP");
  need(ioctl(descriptor, UI_DEV_CREATE), "UI_DEV_CREATE");

  char input[64], folder[128];
  need(ioctl(descriptor, UI_GET_SYSNAME(sizeof input), input), "UI_GET_SYSNAME");
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", input);
  DIR *names = opendir(folder);
  need(names ? 0 : -1, folder);
  for (struct dirent *entry; (entry = readdir(names)) != NULL;)
    if (strncmp(entry->d_name, "event", 5) == 0) printf("%s /dev/input/%s\n", word, entry->d_name);
  closedir(names);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  plug_in(&touchpad, "touchpad");
  plug_in(&touchscreen, "touchscreen");
  // A reader preempts the hand as soon as a frame is there.
  need(sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0}), "SCHED_IDLE");
  char line[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    int seconds;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    if (strcmp(line, "left\n") == 0) {
      swipe(-1);
    } else if (strcmp(line, "right\n") == 0) {
      swipe(1);
    } else if (sscanf(line, "touchpad %d", &seconds) == 1) {
      move_about(&touchpad, 3, seconds);
    } else if (sscanf(line, "touchscreen %d", &seconds) == 1) {
      move_about(&touchscreen, 10, seconds);
    }
    printf("%d\n", SLOW_FRAMES + 1);
  }
  return 0;
}
