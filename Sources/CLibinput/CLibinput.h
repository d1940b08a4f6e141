#include <libinput.h>
#include <linux/input-event-codes.h>
#include <stdarg.h>
#include <stdio.h>

// libinput hands its log handler a va_list, which Swift cannot format: this writes the message into a buffer.
static inline int sleight_format(char *into, size_t size, const char *format, va_list arguments) {
  return vsnprintf(into, size, format, arguments);
}
