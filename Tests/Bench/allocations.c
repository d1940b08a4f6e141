// allocations: counts a program's memory allocations, in the first eight bytes of the file that ALLOCATIONS names.
//
//   ALLOCATIONS=/run/count LD_PRELOAD=allocations.so PROGRAM
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned long nowhere;
static unsigned long *made = &nowhere;

// glibc's own functions, under the names that it keeps for libraries that replace the others.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

__attribute__((constructor)) static void share(void) {
  const char *path = getenv("ALLOCATIONS");
  int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0 || ftruncate(file, sizeof *made) < 0) return;
  void *memory = mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) made = memory;
}

void *malloc(size_t size) {
  ++*made;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  ++*made;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  ++*made;
  return __libc_realloc(memory, size);
}
