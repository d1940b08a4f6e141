#include "CWayland.h"

#include <stdarg.h>
#include <stdio.h>

// The longest message on the wire has 4096 bytes; nobody reads a line as long as that.
static _Thread_local char line[512];

__attribute__((format(printf, 1, 0)))
static void keep(const char *format, va_list arguments) {
  if (line[0] == 0) vsnprintf(line, sizeof line, format, arguments);
}

void sleight_keep_wayland_log(void) { wl_log_set_handler_client(keep); }
void sleight_clear_wayland_log(void) { line[0] = 0; }
const char *sleight_wayland_log(void) { return line; }
