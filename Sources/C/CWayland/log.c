#include "CWayland.h"

#include <stdarg.h>
#include <stdio.h>

// Shorter than the longest message on the wire, 4096 bytes, but enough for a message to users.
static _Thread_local char line[512];

__attribute__((format(printf, 1, 0)))
static void keep_first(const char *format, va_list arguments) {
  if (line[0] == 0) vsnprintf(line, sizeof line, format, arguments);
}

void sleight_keep_wayland_log(void) { wl_log_set_handler_client(keep_first); }
void sleight_clear_wayland_log(void) { line[0] = 0; }
const char *sleight_wayland_log(void) { return line; }
