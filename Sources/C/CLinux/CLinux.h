// Declarations that Swift's Glibc module lacks: it leaves out these headers and everything that requires _GNU_SOURCE.
#include "InputEvent.h"
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/input.h>
#include <linux/magic.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// POSIX_SPAWN_SETSID requires _GNU_SOURCE, which would change types that Glibc has declared already.
enum { SLEIGHT_SPAWN_SETSID = 0x80 };

// F_SETSIG and F_SETLEASE, commands of fcntl(2), require _GNU_SOURCE.
enum { SLEIGHT_SETSIG = 10, SLEIGHT_SETLEASE = 1024 };

// struct ucred, the credentials of a Unix socket's peer (SO_PEERCRED), requires _GNU_SOURCE.
struct sleight_peer { pid_t pid; uid_t uid; gid_t gid; };
static inline int sleight_peer_of(int fd, struct sleight_peer *peer) {
  socklen_t size = sizeof *peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

// A descriptor of the process that connected a Unix socket (pidfd_open(2)), and its number. SO_PEERPIDFD names the process
// itself, since Linux 6.5; before that, the number may be another process's by now. Returns -1 with errno if it has ended.
static inline int sleight_peer_process(int fd, pid_t *pid) {
  struct sleight_peer peer;
  if (sleight_peer_of(fd, &peer) < 0) return -1;
  *pid = peer.pid;
  int process = -1;
  socklen_t size = sizeof process;
  const int peer_pidfd = 77;
  if (getsockopt(fd, SOL_SOCKET, peer_pidfd, &process, &size) == 0) return process;
  return errno == ENOPROTOOPT ? pidfd_open(peer.pid, 0) : -1;
}
// 1 while the process runs.
static inline int sleight_is_running(int process) {
  struct pollfd state = {.fd = process, .events = POLLIN};
  return poll(&state, 1, 0) == 0;
}

// environ is a mutable global, which Swift's language mode 6 does not let us read. This is safe, since nothing in this
// program changes the environment.
extern char **environ;
static inline char **sleight_environment(void) { return environ; }

// The arguments of main as the kernel left them on the stack: argc, argv, NULL, and then the environment. Swift reads
// /proc/self/cmdline, which may be missing. To be called before anything changes the environment. The number is -1 if
// they are not found there.
static inline int sleight_arguments(char ***arguments) {
  char **end = environ ? environ - 1 : 0;
  if (!end || *end) return -1;
  for (int count = 0; count < 1 << 22; count++) {
    // No argument is at such a low address.
    if ((long)end[-1 - count] == count) {
      *arguments = end - count;
      return count;
    }
  }
  return -1;
}

// Marks all descriptors from `first` on as close-on-exec. Returns 0, or -1 with errno: before Linux 5.11, EINVAL.
extern int close_range(unsigned int first, unsigned int last, int flags);
static inline int sleight_close_on_exec(unsigned first) { return close_range(first, ~0U, 4); }

// Accepts a connection as close-on-exec and non-blocking; accept4 requires _GNU_SOURCE.
extern int accept4(int fd, struct sockaddr *address, socklen_t *size, int flags);
static inline int sleight_accept(int fd) { return accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }

// Starts a process that kills this one with SIGKILL, if nothing is written to `*feed` for so many milliseconds, and ends
// with it or when `*feed` is closed. It holds none of the other descriptors, so that the kernel closes devices with this
// process, and is in a session of its own, so that no signal of a terminal stops it. Swift cannot call fork(2).
// Returns 0, or -1 with errno.
extern int pipe2(int ends[2], int flags);
static inline int sleight_start_watchdog(int milliseconds, int *feed) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  // Not its number, which may be another process's by then.
  int self = pidfd_open(getpid(), 0);
  pid_t child = self < 0 ? -1 : fork();
  if (child == 0) {
    // Twice, so that nobody has to reap the second one.
    if (setsid() < 0 || fork() != 0) _exit(0);
    int low = ends[0] < self ? ends[0] : self, high = ends[0] < self ? self : ends[0];
    if (low > 3) close_range(3, low - 1, 0);
    if (high > low + 1) close_range(low + 1, high - 1, 0);
    close_range(high + 1, ~0U, 0);
    // Its command line is the daemon's: doctor goes by the name.
    prctl(PR_SET_NAME, "sleight-watch");
    for (;;) {
      struct pollfd waiting = {.fd = ends[0], .events = POLLIN};
      int count = poll(&waiting, 1, milliseconds);
      if (count < 0 && errno == EINTR) continue;
      char food[64];
      if (count > 0 && read(ends[0], food, sizeof food) > 0) continue;
      if (count == 0) {
        static const char message[] = "sleight: the daemon hangs, and is killed to release the devices it owns\n";
        if (write(2, message, sizeof message - 1) < 0) { /* nobody listens */ }
        pidfd_send_signal(self, SIGKILL, 0, 0);
      }
      _exit(0);
    }
  }
  int error = errno;
  if (child > 0) while (waitpid(child, 0, 0) < 0 && errno == EINTR) {}
  if (self >= 0) close(self);
  close(ends[0]);
  *feed = ends[1];
  if (child > 0) return 0;
  close(ends[1]);
  errno = error;
  return -1;
}

// "TERM" for SIGTERM (glibc 2.32); requires _GNU_SOURCE.
extern const char *sigabbrev_np(int signal);
static inline const char *sleight_signal_name(int signal) { return sigabbrev_np(signal); }

// The requests of ioctl(2) are macros with sizeof, which Swift does not import.
static inline int sleight_terminal_size(int fd, struct winsize *size) { return ioctl(fd, TIOCGWINSZ, size); }
static inline int sleight_set_event_mask(int fd, unsigned type, const void *codes, unsigned size) {
  struct input_mask mask = {type, size, (__u64)(__UINTPTR_TYPE__)codes};
  return ioctl(fd, EVIOCSMASK, &mask);
}
enum { SLEIGHT_KEY_BYTES = (KEY_MAX + 8) / 8 };
static inline int sleight_use_monotonic_clock(int fd) {
  int clock = CLOCK_MONOTONIC;
  return ioctl(fd, EVIOCSCLOCKID, &clock);
}
static inline int sleight_switches_on(int fd, void *switches) {
  return ioctl(fd, EVIOCGSW(SLEIGHT_KEY_BYTES), switches);
}
static inline int sleight_keys_down(int fd, void *keys) { return ioctl(fd, EVIOCGKEY(SLEIGHT_KEY_BYTES), keys); }

// memfd_create(2) and the constants for sealing require _GNU_SOURCE: F_ADD_SEALS; F_SEAL_SEAL | F_SEAL_SHRINK |
// F_SEAL_GROW; MFD_CLOEXEC | MFD_ALLOW_SEALING.
enum { SLEIGHT_ADD_SEALS = 1033, SLEIGHT_SEALS = 1 | 2 | 4 };
// F_SETPIPE_SZ, which requires _GNU_SOURCE as well, and pipe2(2).
enum { SLEIGHT_SET_PIPE_SIZE = 1031 };
extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);
static inline int sleight_memory_file(const char *name) { return memfd_create(name, 1 | 2); }

// Renames a file to a name that must be free: EEXIST if it is not. renameat2 requires _GNU_SOURCE, as does its flag
// RENAME_NOREPLACE (1). File systems that lack it, such as NFS, have hard links.
extern int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);
static inline int sleight_rename_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, 1) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  return link(from, to) == 0 ? unlink(from) : -1;
}

// dl_iterate_phdr(3), which lists the segments of the program and of each library, requires _GNU_SOURCE, as do the
// first members of its struct.
struct dl_phdr_info;
extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);
struct sleight_loaded { ElfW(Addr) address; const char *name; const ElfW(Phdr) *headers; ElfW(Half) count; };

// Releases the read-only segments of an object. They are read from the file again when they are needed.
static inline int sleight_release_loaded(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  const struct sleight_loaded *loaded = (const void *)info;
  const size_t page = sysconf(_SC_PAGESIZE);
  for (int index = 0; index < loaded->count; index++) {
    const ElfW(Phdr) *part = &loaded->headers[index];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    size_t start = (loaded->address + part->p_vaddr) & ~(page - 1);
    madvise((void *)start, loaded->address + part->p_vaddr + part->p_memsz - start, 4 /* MADV_DONTNEED */);
  }
  return 0;
}
static inline void sleight_release_code(void) { dl_iterate_phdr(sleight_release_loaded, 0); }
