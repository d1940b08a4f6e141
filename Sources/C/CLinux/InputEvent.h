// For CLibevdev as well: a C library is known to one module, and two of them read input events.
#include <linux/input.h>

// The time of an event, in microseconds. The members are macros, which Swift does not import.
static inline long long sleight_event_time(const struct input_event *event) {
  return (long long)event->input_event_sec * 1000000 + event->input_event_usec;
}
