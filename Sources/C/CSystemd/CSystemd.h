#include <dlfcn.h>
#include <systemd/sd-bus.h>

// The functions of sd-bus that this program calls.
#define SLEIGHT_SD_BUS(F) \
  F(add_match_async) F(call_async) F(close_unref) F(get_events) F(get_fd) F(get_timeout) F(is_open) \
  F(message_append_basic) F(message_close_container) F(message_enter_container) F(message_exit_container) \
  F(message_get_bus) F(message_get_destination) F(message_get_interface) F(message_get_member) F(message_get_path) F(message_get_type) \
  F(message_new_method_errno) F(message_open_container) F(negotiate_fds) F(set_fd) F(set_server) \
  F(message_get_error) F(message_get_sender) F(message_new_method_call) F(message_peek_type) F(message_read_basic) \
  F(message_set_expect_reply) F(message_skip) F(message_unref) F(new) F(process) F(send) F(set_address) F(set_bus_client) F(set_watch_bind) \
  F(slot_set_destroy_callback) F(slot_unref) F(start)

// A table of sd-bus functions, filled by sleight_sd_bus_load. The library is not linked, since the program also runs on
// systems without it.
struct sleight_sd_bus {
#define SLEIGHT_FIELD(name) __typeof__(&sd_bus_##name) name;
  SLEIGHT_SD_BUS(SLEIGHT_FIELD)
#undef SLEIGHT_FIELD
};

// Loads the library until the program ends. Returns 1, or 0 if it is not installed, -1 if it lacks a function.
static inline int sleight_sd_bus_load(struct sleight_sd_bus *library, const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define SLEIGHT_LOOK_UP(function) \
  library->function = (__typeof__(library->function))dlsym(handle, "sd_bus_" #function); \
  if (!library->function) return -1;
  SLEIGHT_SD_BUS(SLEIGHT_LOOK_UP)
#undef SLEIGHT_LOOK_UP
  return 1;
}
