// hand: virtual touchpads and a touchscreen, and a hand that repeats the same movements on them.
//
//   hand
//
// It plugs a touchpad and a touchscreen in, prints their device nodes ("touchpad /dev/input/event3", "touchscreen ..."), reads commands from
// standard input, one per line, and answers each when it is done:
//
//   left, right            a swipe of three fingers on the touchpad; the answer is the number of the frame, from 0,
//                          with which it has come far enough
//   tap                    a tap of four fingers on the touchpad; the answer is the number of the frame that ends it
//   slide                  one finger that moves down along the left edge of the touchpad; the answer is as for a swipe
//   touchpad SECONDS       three fingers that move to and fro, and land anew every two seconds
//   touchscreen SECONDS    the same with ten fingers
//   anchored SECONDS       one finger that moves to and fro beside one that rests, on the touchpad
//   follow DEVICE FINGERS SECONDS PERIOD NODE
//                          FINGERS that move to and fro on DEVICE, "touchpad" or "touchscreen", in frames PERIOD
//                          microseconds apart, each of which is to arrive at NODE before the next one; the answer is
//                          the number of frames that arrived in addition, and for each frame the time until it
//                          arrived, in microseconds, or "lost"
//   plug                   plugs in another touchpad, whose driver says with each frame that fingers are fingers, and
//                          prints its node ("precision /dev/input/event5"); only "precision" and "taken" use it
//   precision SECONDS      as "touchpad", on that one
//   taken SWIPES           swipes of three fingers on it; the answer is the number of frames after which nobody made
//                          palms of fingers, and for each of the others the time until that, in microseconds, both by
//                          the kernel
//
// Other frames are 8 ms apart (125 Hz). One frame decides a swipe without doubt: 14 frames move 0.8 mm each, the next
// one 4 mm. libinput withholds the first 2 mm, so a program has seen 9.2 mm before that frame and 13.2 mm with it, or
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

enum { SLOW_FRAMES = 14, SLIDE_FRAMES = 28, LAST_FRAMES = 8, UNITS_PER_MM = 40, MOST_FINGERS = 10 };
static const double slow_mm = 0.8, slide_mm = 0.4, fast_mm = 4;
static long period_ns = 8000000;

struct surface {
  const char *name;
  int width_mm, height_mm, property, slots, tells_tools;
  int descriptor;
  int fingers;
};
static struct surface touchpad = {"Bench touchpad", 100, 70, INPUT_PROP_POINTER, 5, 0, -1, 0};
static struct surface precision = {"Bench precision touchpad", 100, 70, INPUT_PROP_POINTER, 5, 1, -1, 0};
static struct surface touchscreen = {"Bench touchscreen", 310, 174, INPUT_PROP_DIRECT, 10, 0, -1, 0};
static const int tools[] = {0, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP,
                            BTN_TOOL_QUINTTAP};

static void need(int result, const char *what) {
  if (result >= 0) return;
  perror(what);
  exit(1);
}

// MARK: Frames

static struct input_event events[MOST_FINGERS * 5 + 12];
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

static void place(int finger, double x_mm, double y_mm) {
  int x = lround(x_mm * UNITS_PER_MM), y = lround(y_mm * UNITS_PER_MM);
  change(EV_ABS, ABS_MT_SLOT, finger);
  change(EV_ABS, ABS_MT_POSITION_X, x);
  change(EV_ABS, ABS_MT_POSITION_Y, y);
  if (finger > 0) return;
  // For programs that follow a single finger: drivers report the oldest one.
  change(EV_ABS, ABS_X, x);
  change(EV_ABS, ABS_Y, y);
}

// Places a finger of several: side by side, 20 mm apart, centred in the upper half; `x` is the distance that they have
// moved.
static void place_in_row(const struct surface *surface, int finger, double x) {
  x += surface->width_mm / 2.0 + (finger - (surface->fingers - 1) / 2.0) * 20;
  place(finger, x, surface->height_mm * 0.45);
  if (surface->tells_tools) change(EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER);
}

static void say_how_many(const struct surface *surface, int value) {
  if (surface->fingers == 0) return;
  if (surface->property == INPUT_PROP_POINTER) change(EV_KEY, tools[surface->fingers], value);
  change(EV_KEY, BTN_TOUCH, value);
}

static void begin_contact(int finger) {
  static int contact;
  change(EV_ABS, ABS_MT_SLOT, finger);
  change(EV_ABS, ABS_MT_TRACKING_ID, contact++ & 0xffff);
}

static void land(struct surface *surface, int fingers) {
  surface->fingers = fingers;
  for (int finger = 0; finger < fingers; finger++) {
    begin_contact(finger);
    place_in_row(surface, finger, 0);
  }
  say_how_many(surface, 1);
}

static void move(const struct surface *surface, double x) {
  for (int finger = 0; finger < surface->fingers; finger++) place_in_row(surface, finger, x);
}

static void lift(const struct surface *surface) {
  for (int finger = 0; finger < surface->fingers; finger++) {
    change(EV_ABS, ABS_MT_SLOT, finger);
    change(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  say_how_many(surface, 0);
}

// MARK: Time

static struct timespec moment;
// Called after each frame.
static void (*after_frame)(void);

static void wait_for_frames(int count) {
  for (; count > 0; count--) {
    moment.tv_nsec += period_ns;
    if (moment.tv_nsec >= 1000000000) moment.tv_sec++, moment.tv_nsec -= 1000000000;
  }
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, NULL);
  if (after_frame) after_frame();
}

// MARK: Movements

// Lands fingers, and waits for the next frame.
static void begin(struct surface *surface, int fingers) {
  land(surface, fingers);
  report(surface);
  wait_for_frames(1);
}

// Lifts them, and rests for so many frames.
static void end(struct surface *surface, int frames) {
  lift(surface);
  report(surface);
  wait_for_frames(frames);
}

// The rest until everything that a gesture started has ended.
enum { REST = 30 };

static void swipe(struct surface *surface, double direction) {
  double x = 0;
  begin(surface, 3);
  for (int frame = 1; frame <= SLOW_FRAMES + 1 + LAST_FRAMES; frame++) {
    x += direction * (frame == SLOW_FRAMES + 1 ? fast_mm : slow_mm);
    move(surface, x);
    report(surface);
    wait_for_frames(1);
  }
  end(surface, REST);
}

static void tap(void) {
  begin(&touchpad, 4);
  wait_for_frames(5);
  end(&touchpad, REST);
}

static void slide(void) {
  static const double x = 2;
  double y = 15;
  touchpad.fingers = 1;
  begin_contact(0);
  say_how_many(&touchpad, 1);
  for (int frame = 0; frame <= SLIDE_FRAMES + 1 + LAST_FRAMES; frame++) {
    if (frame > 0) y += frame == SLIDE_FRAMES + 1 ? fast_mm : slide_mm;
    place(0, x, y);
    report(&touchpad);
    wait_for_frames(1);
  }
  end(&touchpad, REST);
}

// 2 s are 250 frames, the last ones of which are for lifting.
enum { TURN = 240, PAUSE = 10 };

static void move_about(struct surface *surface, int fingers, int seconds) {
  for (int turn = 0; turn < seconds / 2; turn++) {
    begin(surface, fingers);
    // First to the left, then 18 mm to each side.
    for (int frame = 1; frame < TURN; frame++) {
      move(surface, -18 * sin(frame * 2 * M_PI / 120));
      report(surface);
      wait_for_frames(1);
    }
    end(surface, PAUSE);
  }
}

static void move_beside(int seconds) {
  static const int resting = 40;
  for (int turn = 0; turn < seconds / 2; turn++) {
    begin(&touchpad, 1);
    wait_for_frames(resting - 1);
    say_how_many(&touchpad, 0);
    touchpad.fingers = 2;
    begin_contact(1);
    say_how_many(&touchpad, 1);
    for (int frame = 0; frame < TURN - resting; frame++) {
      place(1, 72 + 8 * sin(frame * 2 * M_PI / 120), 31.5);
      report(&touchpad);
      wait_for_frames(1);
    }
    end(&touchpad, PAUSE);
  }
}

// MARK: Following

// The node at which frames arrive, and the number of those that arrived in addition.
static int node, additional;
// The time that each frame took, in microseconds; negative if it did not arrive.
static double *delays;
static long delay_count;

// Reports the present frame, and notes when it arrived.
static void follow_frame(const struct surface *surface) {
  struct timespec sent;
  clock_gettime(CLOCK_MONOTONIC, &sent);
  report(surface);
  wait_for_frames(1);
  struct input_event arrived[256];
  ssize_t size;
  int frames = 0;
  double delay = -1;
  while ((size = read(node, arrived, sizeof arrived)) > 0) {
    for (const struct input_event *event = arrived; event < arrived + size / sizeof *arrived; event++) {
      if (event->type != EV_SYN || event->code != SYN_REPORT || frames++ > 0) continue;
      delay = (event->time.tv_sec - sent.tv_sec) * 1e6 + event->time.tv_usec - sent.tv_nsec / 1e3;
    }
  }
  delays[delay_count++] = delay;
  if (frames > 1) additional += frames - 1;
}

static void begin_following(const char *path, long frames) {
  need(node = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), path);
  need(ioctl(node, EVIOCSCLOCKID, &(int){CLOCK_MONOTONIC}), "EVIOCSCLOCKID");
  delays = malloc(frames * sizeof *delays);
  need(delays == NULL ? -1 : 0, "malloc");
  delay_count = additional = 0;
}

static void end_following(void) {
  close(node);
  printf("%d", additional);
  for (long index = 0; index < delay_count; index++) {
    if (delays[index] < 0) printf(" lost");
    else printf(" %.1f", delays[index]);
  }
  puts("");
  free(delays);
}

static void follow(struct surface *surface, int fingers, int seconds, const char *path) {
  long frames = 2000000000 / period_ns;
  begin_following(path, frames * (seconds / 2 + 1));
  for (int turn = 0; turn < seconds / 2; turn++) {
    land(surface, fingers);
    follow_frame(surface);
    for (long frame = 1; frame < frames - PAUSE; frame++) {
      move(surface, -18 * sin(frame * 2 * M_PI / 120));
      follow_frame(surface);
    }
    lift(surface);
    follow_frame(surface);
    wait_for_frames(PAUSE - 1);
  }
  end_following();
}

// Notes the times from the driver's frames to those in which somebody made palms of fingers. The latter have nothing else.
static void note_palms(void) {
  static double driver;
  static int driver_is_answered = 1, moves, palms;
  struct input_event arrived[256];
  ssize_t size;
  while ((size = read(node, arrived, sizeof arrived)) > 0) {
    for (const struct input_event *event = arrived; event < arrived + size / sizeof *arrived; event++) {
      if (event->type == EV_ABS && event->code == ABS_MT_TOOL_TYPE) palms |= event->value == MT_TOOL_PALM;
      else if (event->type != EV_SYN && event->code != ABS_MT_SLOT) moves = 1;
      if (event->type != EV_SYN || event->code != SYN_REPORT) continue;
      double time = event->time.tv_sec * 1e6 + event->time.tv_usec;
      if (moves) {
        additional += !driver_is_answered;
        driver = time;
        driver_is_answered = 0;
      } else if (palms && !driver_is_answered) {
        delays[delay_count++] = time - driver;
        driver_is_answered = 1;
      }
      moves = palms = 0;
    }
  }
}

static void swipe_taken(int swipes, const char *path) {
  begin_following(path, swipes * (SLOW_FRAMES + LAST_FRAMES + 4L));
  // A driver waits for no other program.
  need(sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1}), "SCHED_FIFO");
  after_frame = note_palms;
  for (int number = 0; number < swipes; number++) swipe(&precision, number % 2 ? 1 : -1);
  after_frame = NULL;
  need(sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0}), "SCHED_IDLE");
  end_following();
}

// MARK: Devices

static void set_up_axis(const struct surface *surface, int code, int maximum, int resolution) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = maximum, .resolution = resolution}};
  need(ioctl(surface->descriptor, UI_ABS_SETUP, &setup), "UI_ABS_SETUP");
}

// Prints its node, and keeps it in `path`.
static void plug_in(struct surface *surface, const char *word, char *path, size_t size) {
  int descriptor = surface->descriptor = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  need(descriptor, "/dev/uinput");
  need(ioctl(descriptor, UI_SET_EVBIT, EV_KEY), "UI_SET_EVBIT");
  need(ioctl(descriptor, UI_SET_EVBIT, EV_ABS), "UI_SET_EVBIT");
  need(ioctl(descriptor, UI_SET_PROPBIT, surface->property), "UI_SET_PROPBIT");
  need(ioctl(descriptor, UI_SET_KEYBIT, BTN_TOUCH), "UI_SET_KEYBIT");
  if (surface->property == INPUT_PROP_POINTER) {
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
  if (surface->tells_tools) set_up_axis(surface, ABS_MT_TOOL_TYPE, MT_TOOL_PALM, 0);
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
    if (strncmp(entry->d_name, "event", 5) == 0) snprintf(path, size, "/dev/input/%s", entry->d_name);
  printf("%s %s\n", word, path);
  closedir(names);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  char precision_path[300], path[300];
  plug_in(&touchpad, "touchpad", path, sizeof path);
  plug_in(&touchscreen, "touchscreen", path, sizeof path);
  // A reader preempts the hand as soon as a frame is there.
  need(sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0}), "SCHED_IDLE");
  char line[400];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char device[16];
    int fingers, seconds, swipes, period, answer = SLOW_FRAMES + 1;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    if (strcmp(line, "left\n") == 0) {
      swipe(&touchpad, -1);
    } else if (strcmp(line, "right\n") == 0) {
      swipe(&touchpad, 1);
    } else if (strcmp(line, "tap\n") == 0) {
      tap();
      answer = 1;
    } else if (strcmp(line, "slide\n") == 0) {
      slide();
      answer = SLIDE_FRAMES + 1;
    } else if (sscanf(line, "touchpad %d", &seconds) == 1) {
      move_about(&touchpad, 3, seconds);
    } else if (sscanf(line, "touchscreen %d", &seconds) == 1) {
      move_about(&touchscreen, 10, seconds);
    } else if (strcmp(line, "plug\n") == 0) {
      plug_in(&precision, "precision", precision_path, sizeof precision_path);
      continue;
    } else if (sscanf(line, "precision %d", &seconds) == 1) {
      move_about(&precision, 3, seconds);
    } else if (sscanf(line, "taken %d", &swipes) == 1) {
      swipe_taken(swipes, precision_path);
      continue;
    } else if (sscanf(line, "anchored %d", &seconds) == 1) {
      move_beside(seconds);
    } else if (sscanf(line, "follow %15s %d %d %d %299s", device, &fingers, &seconds, &period, path) == 5) {
      long usual = period_ns;
      period_ns = period * 1000L;
      follow(strcmp(device, "touchpad") == 0 ? &touchpad : &touchscreen, fingers, seconds, path);
      period_ns = usual;
      continue;
    }
    printf("%d\n", answer);
  }
  return 0;
}
