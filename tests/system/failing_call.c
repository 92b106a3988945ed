// Preloaded into a program. Counts its mutating calls on files whose name contains FAULT_NAME, and disturbs call number
// FAULT_CALL as FAULT_MODE states:
//   ENOSPC, EIO   the call fails; later calls succeed
//   kill          the process dies before the call
//   stop          the process freezes before the call, until SIGCONT
//   tear          half of the write is done, then the process dies; for a call without bytes, it dies before the call
//   flip          one bit of the written data is changed, except in a lease
//   misread       counts calls that read instead, and changes a bit of the data that the call returns in memory
// Files that it writes: FAULT_COUNT gets the number of calls at the end. FAULT_LOG gets number and name of each call
// that writes or syncs a store. FAULT_HIT gets the number of the disturbed call.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static long calls;
static pid_t owner;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_named(const char* path) {
  const char* name = getenv("FAULT_NAME");
  return name && path && strstr(path, name) != NULL && strstr(path, "OMPIO") == NULL &&
         strstr(path, "/ompi.") == NULL;  // not MPI's files in memory
}

/// Flips a bit of bytes in memory, if there are any.
static void flip(void* bytes, size_t size) {
  if (size > 0) ((char*)bytes)[size / 2] ^= 4;
}

static int is_file(int descriptor, int leases) {
  char link[64], path[4096];
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = '\0';
  return is_named(path) && (leases || strstr(path, ".lease") == NULL);
}
static int is_store(int descriptor) {
  return is_file(descriptor, 0);
}
static int is_of_interest(int descriptor) {
  const char* mode = getenv("FAULT_MODE");
  return is_file(descriptor, !mode || strcmp(mode, "flip") != 0);
}

static void tell(void) {
  const char* name = getenv("FAULT_COUNT");
  if (!name || getpid() != owner) return;
  const int file = NEXT(open)(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return;
  dprintf(file, "%ld\n", calls);
  close(file);
}

// Without mpirun, MPI starts another program beside the rank.
__attribute__((constructor)) static void begin(void) {
  owner = strcmp(program_invocation_short_name, "icsweep") == 0 ? getpid() : -1;
}
__attribute__((destructor)) static void end(void) {
  tell();
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

enum { sound, fails, torn, flipped };

static int misreads(void) {
  const char* mode = getenv("FAULT_MODE");
  return mode && !strcmp(mode, "misread");
}

static __thread long at;  // the number of this thread's last call

static int is_next(void) {
  const char *number = getenv("FAULT_CALL"), *hit = getenv("FAULT_HIT");
  at = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  if (!number || at != atol(number)) return 0;
  const int file = hit ? NEXT(open)(hit, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
  if (file >= 0) {
    dprintf(file, "%ld\n", at);
    close(file);
  }
  return 1;
}

static void note(const char* call, int descriptor) {
  const char* name = getenv("FAULT_LOG");
  if (!name || getpid() != owner || !is_store(descriptor)) return;
  const int file = NEXT(open)(name, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0) return;
  dprintf(file, "%ld %s\n", at, call);
  close(file);
}

/// Returns the disturbance of the next call. Calls of child processes do not count; one of them opens a store first.
static int fate(void) {
  const char* mode = getenv("FAULT_MODE");
  if (getpid() != owner || misreads() || !is_next() || !mode) return sound;
  if (!strcmp(mode, "flip")) return flipped;
  if (!strcmp(mode, "kill")) die();
  if (!strcmp(mode, "stop")) {
    raise(SIGSTOP);
    return sound;
  }
  if (!strcmp(mode, "tear")) return torn;
  errno = !strcmp(mode, "EIO") ? EIO : ENOSPC;
  return fails;
}

#define WRITER(type, name, arguments, values, half, data, length) \
  type name arguments {                                           \
    const int it = is_of_interest(descriptor) ? fate() : sound;   \
    note(#name, descriptor);                                      \
    if (it == fails) return -1;                                   \
    if (it == torn) {                                             \
      half;                                                       \
      die();                                                      \
    }                                                             \
    if (it == flipped) flip((void*)(data), length);               \
    const type result = NEXT(name) values;                        \
    if (it == flipped) flip((void*)(data), length);               \
    return result;                                                \
  }

WRITER(ssize_t, write, (int descriptor, const void* bytes, size_t size), (descriptor, bytes, size),
       NEXT(write)(descriptor, bytes, size / 2), bytes, size)
WRITER(ssize_t, pwrite, (int descriptor, const void* bytes, size_t size, off_t place), (descriptor, bytes, size, place),
       NEXT(pwrite)(descriptor, bytes, size / 2, place), bytes, size)
WRITER(ssize_t, pwrite64, (int descriptor, const void* bytes, size_t size, off64_t place),
       (descriptor, bytes, size, place), NEXT(pwrite64)(descriptor, bytes, size / 2, place), bytes, size)
WRITER(ssize_t, writev, (int descriptor, const struct iovec* parts, int count), (descriptor, parts, count),
       NEXT(write)(descriptor, parts[0].iov_base, parts[0].iov_len / 2), parts[0].iov_base, parts[0].iov_len)
WRITER(ssize_t, pwritev, (int descriptor, const struct iovec* parts, int count, off_t place),
       (descriptor, parts, count, place), NEXT(pwrite)(descriptor, parts[0].iov_base, parts[0].iov_len / 2, place),
       parts[0].iov_base, parts[0].iov_len)
WRITER(ssize_t, pwritev64, (int descriptor, const struct iovec* parts, int count, off64_t place),
       (descriptor, parts, count, place), NEXT(pwrite64)(descriptor, parts[0].iov_base, parts[0].iov_len / 2, place),
       parts[0].iov_base, parts[0].iov_len)
WRITER(int, ftruncate, (int descriptor, off_t size), (descriptor, size), (void)0, NULL, 0)
WRITER(int, ftruncate64, (int descriptor, off64_t size), (descriptor, size), (void)0, NULL, 0)
WRITER(int, fsync, (int descriptor), (descriptor), (void)0, NULL, 0)
WRITER(int, fdatasync, (int descriptor), (descriptor), (void)0, NULL, 0)

/// Disturbs only reads of a store, since a misread lease looks like that of another launch.
#define READER(name, arguments, values, data, size)                                      \
  ssize_t name arguments {                                                               \
    const int it = misreads() && getpid() == owner && is_store(descriptor) && is_next(); \
    const ssize_t result = NEXT(name) values;                                            \
    if (it && result > 0) flip(data, (size_t)result < (size) ? (size_t)result : (size)); \
    return result;                                                                       \
  }
READER(read, (int descriptor, void* bytes, size_t size), (descriptor, bytes, size), bytes, size)
READER(pread, (int descriptor, void* bytes, size_t size, off_t place), (descriptor, bytes, size, place), bytes, size)
READER(pread64, (int descriptor, void* bytes, size_t size, off64_t place), (descriptor, bytes, size, place), bytes,
       size)
READER(readv, (int descriptor, const struct iovec* parts, int count), (descriptor, parts, count), parts[0].iov_base,
       parts[0].iov_len)
READER(preadv, (int descriptor, const struct iovec* parts, int count, off_t place), (descriptor, parts, count, place),
       parts[0].iov_base, parts[0].iov_len)
READER(preadv64, (int descriptor, const struct iovec* parts, int count, off64_t place),
       (descriptor, parts, count, place), parts[0].iov_base, parts[0].iov_len)

#define MOVER(name, arguments, values)                              \
  int name arguments {                                              \
    const int it = is_named(from) || is_named(to) ? fate() : sound; \
    if (it == torn) die();                                          \
    return it == fails ? -1 : NEXT(name) values;                    \
  }
MOVER(rename, (const char* from, const char* to), (from, to))
MOVER(link, (const char* from, const char* to), (from, to))

#define REMOVER(name, arguments, values)            \
  int name arguments {                              \
    const int it = is_named(path) ? fate() : sound; \
    if (it == torn) die();                          \
    return it == fails ? -1 : NEXT(name) values;    \
  }
REMOVER(unlink, (const char* path), (path))
REMOVER(remove, (const char* path), (path))
REMOVER(mkdir, (const char* path, mode_t mode), (path, mode))
REMOVER(rmdir, (const char* path), (path))

static int is_in(int folder, const char* name) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return is_named(name);
  path[size] = '\0';
  return is_named(name) || is_named(path);
}
int unlinkat(int folder, const char* name, int flags) {
  const int it = is_in(folder, name) ? fate() : sound;
  if (it == torn) die();
  return it == fails ? -1 : NEXT(unlinkat)(folder, name, flags);
}
int renameat(int folder, const char* from, int other, const char* to) {
  const int it = is_in(folder, from) ? fate() : sound;
  if (it == torn) die();
  return it == fails ? -1 : NEXT(renameat)(folder, from, other, to);
}

#define OPENER(name)                                                               \
  int name(const char* path, int flags, ...) {                                     \
    va_list rest;                                                                  \
    va_start(rest, flags);                                                         \
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;  \
    va_end(rest);                                                                  \
    const int it = flags & (O_CREAT | O_TRUNC) && is_named(path) ? fate() : sound; \
    if (it == torn) die();                                                         \
    return it == fails ? -1 : NEXT(name)(path, flags, mode);                       \
  }
OPENER(open)
OPENER(open64)
int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  const int it = flags & (O_CREAT | O_TRUNC) && is_in(folder, path) ? fate() : sound;
  if (it == torn) die();
  return it == fails ? -1 : NEXT(openat)(folder, path, flags, mode);
}
#define STREAM(name)                                                  \
  FILE* name(const char* path, const char* mode) {                    \
    const int it = mode[0] != 'r' && is_named(path) ? fate() : sound; \
    if (it == torn) die();                                            \
    return it == fails ? NULL : NEXT(name)(path, mode);               \
  }
STREAM(fopen)
STREAM(fopen64)
