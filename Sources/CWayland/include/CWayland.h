#ifndef SLEIGHT_CWAYLAND_H
#define SLEIGHT_CWAYLAND_H

#include <wayland-client.h>

// What wayland-scanner makes of Protocols/: see Tests/WaylandTests/ProtocolTests.swift, which makes it again.
#include "virtual-keyboard-unstable-v1.h"
#include "wlr-foreign-toplevel-management-unstable-v1.h"
#include "wlr-virtual-pointer-unstable-v1.h"

// An interface is told by its address, and Swift would take that of a copy.
static inline const struct wl_interface *sleight_output_interface(void) { return &wl_output_interface; }
static inline const struct wl_interface *sleight_seat_interface(void) { return &wl_seat_interface; }
static inline const struct wl_interface *sleight_toplevel_manager_interface(void) {
  return &zwlr_foreign_toplevel_manager_v1_interface;
}
static inline const struct wl_interface *sleight_virtual_keyboard_manager_interface(void) {
  return &zwp_virtual_keyboard_manager_v1_interface;
}
static inline const struct wl_interface *sleight_virtual_pointer_manager_interface(void) {
  return &zwlr_virtual_pointer_manager_v1_interface;
}

// libwayland says in words what a connection ended by to its log alone, which is stderr and takes a va_list. From
// sleight_keep_wayland_log on, the first line since sleight_clear_wayland_log is kept, for each thread its own.
void sleight_keep_wayland_log(void);
void sleight_clear_wayland_log(void);
const char *sleight_wayland_log(void);

#endif
