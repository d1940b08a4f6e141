#include <dlfcn.h>
#include <libinput.h>
#include <link.h>
#include <linux/input-event-codes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// The functions of libinput that this program calls.
#define SLEIGHT_LIBINPUT(F) \
  F(device_config_accel_set_profile) F(device_config_middle_emulation_set_enabled) \
  F(device_config_scroll_get_methods) F(device_config_scroll_set_method) \
  F(device_config_scroll_set_natural_scroll_enabled) F(device_config_tap_set_button_map) \
  F(device_config_tap_set_drag_enabled) F(device_config_tap_set_drag_lock_enabled) F(device_config_tap_set_enabled) \
  F(device_get_output_name) F(device_get_size) F(device_get_sysname) F(device_get_user_data) F(device_ref) \
  F(device_set_user_data) F(device_unref) F(dispatch) F(event_destroy) F(event_gesture_get_angle_delta) F(event_gesture_get_cancelled) \
  F(event_gesture_get_dx_unaccelerated) F(event_gesture_get_dy_unaccelerated) F(event_gesture_get_finger_count) \
  F(event_gesture_get_scale) F(event_gesture_get_time_usec) F(event_get_device) F(event_get_gesture_event) \
  F(event_get_pointer_event) F(event_get_touch_event) F(event_get_type) F(event_pointer_get_button) \
  F(event_pointer_get_button_state) F(event_pointer_get_scroll_value) F(event_pointer_get_time_usec) \
  F(event_pointer_has_axis) F(event_touch_get_slot) F(event_touch_get_time_usec) F(event_touch_get_x) \
  F(event_touch_get_x_transformed) F(event_touch_get_y) F(event_touch_get_y_transformed) F(get_event) F(get_fd) \
  F(get_user_data) F(log_set_handler) F(log_set_priority) F(path_add_device) F(path_create_context) \
  F(path_remove_device) F(unref)

// A table of libinput's functions, filled by sleight_libinput_load. The library is not linked: its dependencies
// (libwacom, GLib) would take a fifth of the run time of a command that reads no device.
struct sleight_libinput {
#define SLEIGHT_FIELD(name) __typeof__(&libinput_##name) name;
  SLEIGHT_LIBINPUT(SLEIGHT_FIELD)
#undef SLEIGHT_FIELD
};

// Loads libinput until the program ends. Returns 1, or 0 if it is not installed, -1 if it lacks a function.
static inline int sleight_libinput_load(struct sleight_libinput *library, const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define SLEIGHT_LOOK_UP(function) \
  library->function = (__typeof__(library->function))dlsym(handle, "libinput_" #function); \
  if (!library->function) return -1;
  SLEIGHT_LIBINPUT(SLEIGHT_LOOK_UP)
#undef SLEIGHT_LOOK_UP
  return 1;
}

typedef void (*sleight_receiver)(struct libinput *, const char *);

// The variable with the receiver of libinput's messages.
static inline sleight_receiver *sleight_message_receiver(void) {
  static sleight_receiver receiver;
  return &receiver;
}

// The log handler. It is not in Swift, because a va_list differs between architectures.
static inline void sleight_log(struct libinput *context, enum libinput_log_priority priority, const char *format,
                               va_list arguments) {
  (void)priority;
  char text[512];
  if (vsnprintf(text, sizeof text, format, arguments) > 0) (*sleight_message_receiver())(context, text);
}

// Makes a function receive the messages of all contexts.
static inline void sleight_log_to(sleight_receiver receiver, const struct sleight_libinput *library,
                                  struct libinput *context) {
  *sleight_message_receiver() = receiver;
  library->log_set_handler(context, sleight_log);
}

// A search for text in the library that contains a function.
struct sleight_search {
  ElfW(Addr) function;
  const char *mark;
  const char *found;
  const char *end;
};

// dl_iterate_phdr(3) and the first members of its struct require _GNU_SOURCE.
struct dl_phdr_info;
extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);
struct sleight_library { ElfW(Addr) address; const char *name; const ElfW(Phdr) *headers; ElfW(Half) count; };

// Searches the read-only segments of the library with the function. Returns 1 for that library, which ends the
// iteration.
static inline int sleight_search_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct sleight_search *search = data;
  const struct sleight_library *library = (const void *)info;
  int contains = 0;
  for (int index = 0; index < library->count; index++) {
    const ElfW(Phdr) *segment = &library->headers[index];
    ElfW(Addr) start = library->address + segment->p_vaddr;
    if (segment->p_type == PT_LOAD && search->function >= start && search->function - start < segment->p_memsz)
      contains = 1;
  }
  if (!contains) return 0;
  const size_t length = strlen(search->mark);
  for (int index = 0; index < library->count; index++) {
    const ElfW(Phdr) *segment = &library->headers[index];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R) || segment->p_flags & PF_W) continue;
    const char *next = (const char *)(library->address + segment->p_vaddr);
    const char *end = next + segment->p_filesz;
    for (; end - next >= (ptrdiff_t)length; next++) {
      next = memchr(next, search->mark[0], end - next - length + 1);
      if (!next) break;
      if (memcmp(next, search->mark, length)) continue;
      search->found = next;
      search->end = end;
      return 1;
    }
  }
  return 1;
}

// Copies the text after "/libinput/doc/" in the loaded library, up to its NUL. Returns 0 if the library does not
// contain it, or it is too long.
static inline int sleight_libinput_documentation(const struct sleight_libinput *library, char *into, size_t size) {
  struct sleight_search search = { .function = (ElfW(Addr))library->dispatch, .mark = "/libinput/doc/" };
  dl_iterate_phdr(sleight_search_library, &search);
  if (!search.found) return 0;
  const char *text = search.found + strlen(search.mark);
  size_t length = strnlen(text, search.end - text);
  if (length >= size || text + length == search.end) return 0;
  memcpy(into, text, length + 1);
  return 1;
}

// Returns 1 if the loaded library has the functions for dragging with three fingers, which were added in 1.28.
static inline int sleight_libinput_has_drag(void) {
  void *handle = dlopen("libinput.so.10", RTLD_NOW | RTLD_NOLOAD);
  if (!handle) return 0;
  int has = dlsym(handle, "libinput_device_config_3fg_drag_get_enabled") != NULL;
  dlclose(handle);
  return has;
}
