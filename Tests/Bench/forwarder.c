// forwarder: the least that a program in C must do to own touch devices. Sleight as an owner is measured against it.
//
//   forwarder NODE...
//
// For each NODE (/dev/input/event3), it makes a device that is like the one there, grabs the latter, and writes each of
// its frames to the former, unchanged and at once. It prints the nodes of the new devices, one per line, once it waits
// for events.
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_FRAME = 1024, MOST_DEVICES = 8 };

static struct device {
  struct libevdev *real;
  struct libevdev_uinput *clone;
  struct input_event frame[LONGEST_FRAME];
  int count;
} devices[MOST_DEVICES];

// Ends the program if a call failed, in libevdev's way or the kernel's.
static void need(int result, const char *what) {
  if (result >= 0) return;
  fprintf(stderr, "%s: %s\n", what, strerror(result == -1 ? errno : -result));
  exit(1);
}

static void own(struct device *device, const char *path) {
  int node = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  need(node, path);
  need(libevdev_new_from_fd(node, &device->real), "libevdev_new_from_fd");
  need(libevdev_set_clock_id(device->real, CLOCK_MONOTONIC), "EVIOCSCLOCKID");
  int clone = open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  need(clone, "/dev/uinput");
  need(libevdev_uinput_create_from_device(device->real, clone, &device->clone), "UI_DEV_CREATE");
  need(libevdev_grab(device->real, LIBEVDEV_GRAB), "EVIOCGRAB");
}

// Writes the frames that are there.
static void forward(struct device *device) {
  unsigned flag = LIBEVDEV_READ_FLAG_NORMAL;
  int status;
  while ((status = libevdev_next_event(device->real, flag, &device->frame[device->count])) != -EAGAIN) {
    if (status == -EINTR) continue;
    need(status, "read");
    // Events were lost: those that lead to the present state are next.
    if (status == LIBEVDEV_READ_STATUS_SYNC && flag == LIBEVDEV_READ_FLAG_NORMAL) {
      flag = LIBEVDEV_READ_FLAG_SYNC;
      device->count = 0;
      continue;
    }
    const struct input_event *event = &device->frame[device->count++];
    if ((event->type != EV_SYN || event->code != SYN_REPORT) && device->count < LONGEST_FRAME) continue;
    ssize_t size = device->count * sizeof *event;
    need(write(libevdev_uinput_get_fd(device->clone), device->frame, size) == size ? 0 : -1, "write");
    device->count = 0;
  }
}

int main(int count, char **arguments) {
  if (count < 2 || count > 1 + MOST_DEVICES) {
    fputs("usage: forwarder NODE...\n", stderr);
    return 64;
  }
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  need(epoll, "epoll_create1");
  for (int index = 0; index < count - 1; index++) {
    struct device *device = &devices[index];
    own(device, arguments[1 + index]);
    struct epoll_event awaited = {.events = EPOLLIN, .data.ptr = device};
    need(epoll_ctl(epoll, EPOLL_CTL_ADD, libevdev_get_fd(device->real), &awaited), "epoll_ctl");
    puts(libevdev_uinput_get_devnode(device->clone));
  }
  fflush(stdout);
  struct epoll_event ready[MOST_DEVICES];
  int number;
  while ((number = epoll_wait(epoll, ready, MOST_DEVICES, -1)) >= 0 || errno == EINTR)
    for (int index = 0; index < number; index++) forward(ready[index].data.ptr);
  return 1;
}
