// Preloaded into a program. Records its changes of files whose path contains FAULT_NAME, in order, in the file
// RECORD_TO, which power_cuts.py replays. A record is a line and, for a write, its bytes:
//   write PATH\tOFFSET\tSIZE\n BYTES    truncate PATH\tSIZE    sync PATH    create PATH    rename FROM\tTO    remove
//   PATH
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int record = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  const char* to = getenv("RECORD_TO");
  if (to && strcmp(program_invocation_short_name, getenv("RECORD_OF") ? getenv("RECORD_OF") : "icsweep") == 0)
    record = NEXT(open)(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

static int is_named(const char* path) {
  const char* name = getenv("FAULT_NAME");
  return record >= 0 && name && path && strstr(path, name) && !strstr(path, "OMPIO") && !strstr(path, "/ompi.");
}

/// Finds the path of an open file, or of a named file's folder, if its changes are recorded.
static const char* path_of(int descriptor, char* path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = readlink(link, path, 4095);
  if (size < 0) return NULL;
  path[size] = '\0';
  struct stat status;
  const int folder = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
  return record >= 0 && (folder || is_named(path)) ? path : NULL;
}

static void put(const char* line, const void* bytes, size_t size) {
  const int error = errno;
  pthread_mutex_lock(&turn);
  const struct iovec parts[2] = {{(void*)line, strlen(line)}, {(void*)bytes, size}};
  if (NEXT(writev)(record, parts, 2) < 0) abort();
  pthread_mutex_unlock(&turn);
  errno = error;
}

static void wrote(int descriptor, const void* bytes, ssize_t size, off_t place) {
  char path[4096], line[4200];
  if (size <= 0 || !path_of(descriptor, path)) return;
  snprintf(line, sizeof line, "write %s\t%lld\t%zd\n", path, (long long)place, size);
  put(line, bytes, (size_t)size);
}

static void did(const char* what, const char* path, const char* other) {
  char line[8400];
  snprintf(line, sizeof line, "%s %s%s%s\n", what, path, other ? "\t" : "", other ? other : "");
  put(line, "", 0);
}

static void did_to(const char* what, int descriptor, long long number) {
  char path[4096], text[32];
  snprintf(text, sizeof text, "%lld", number);
  if (path_of(descriptor, path)) did(what, path, number >= 0 ? text : NULL);
}

/// Resolves a name as the kernel does, since names may be relative.
static const char* absolute(int folder, const char* name, char* path) {
  if (name[0] == '/') return name;
  char at[4096];
  if (folder == AT_FDCWD) {
    if (!getcwd(at, sizeof at)) return name;
  } else if (!path_of(folder, at)) {
    return name;
  }
  snprintf(path, 8192, "%s/%s", at, name);
  return path;
}

#define PLACED(name, offset)                                                   \
  ssize_t name(int descriptor, const void* bytes, size_t size, offset place) { \
    const ssize_t done = NEXT(name)(descriptor, bytes, size, place);           \
    wrote(descriptor, bytes, done, place);                                     \
    return done;                                                               \
  }
PLACED(pwrite, off_t)
PLACED(pwrite64, off64_t)

ssize_t write(int descriptor, const void* bytes, size_t size) {
  const off_t place = record >= 0 ? lseek(descriptor, 0, SEEK_CUR) : 0;
  const ssize_t done = NEXT(write)(descriptor, bytes, size);
  if (place >= 0) wrote(descriptor, bytes, done, place);
  return done;
}

static void wrote_parts(int descriptor, const struct iovec* parts, int count, ssize_t done, off_t place) {
  for (int i = 0; i < count && done > 0; ++i) {
    const ssize_t size = done < (ssize_t)parts[i].iov_len ? done : (ssize_t)parts[i].iov_len;
    wrote(descriptor, parts[i].iov_base, size, place);
    place += size;
    done -= size;
  }
}
ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  const off_t place = record >= 0 ? lseek(descriptor, 0, SEEK_CUR) : 0;
  const ssize_t done = NEXT(writev)(descriptor, parts, count);
  if (place >= 0) wrote_parts(descriptor, parts, count, done, place);
  return done;
}
ssize_t pwritev(int descriptor, const struct iovec* parts, int count, off_t place) {
  const ssize_t done = NEXT(pwritev)(descriptor, parts, count, place);
  wrote_parts(descriptor, parts, count, done, place);
  return done;
}
ssize_t pwritev64(int descriptor, const struct iovec* parts, int count, off64_t place) {
  const ssize_t done = NEXT(pwritev64)(descriptor, parts, count, place);
  wrote_parts(descriptor, parts, count, done, place);
  return done;
}

#define SIZED(name, offset)                              \
  int name(int descriptor, offset size) {                \
    const int done = NEXT(name)(descriptor, size);       \
    if (done == 0) did_to("truncate", descriptor, size); \
    return done;                                         \
  }
SIZED(ftruncate, off_t)
SIZED(ftruncate64, off64_t)

#define SYNCED(name)                               \
  int name(int descriptor) {                       \
    const int done = NEXT(name)(descriptor);       \
    if (done == 0) did_to("sync", descriptor, -1); \
    return done;                                   \
  }
SYNCED(fsync)
SYNCED(fdatasync)

static int opened(int file, const char* path, int flags, int was_there) {
  if (file < 0 || !is_named(path)) return file;
  if (flags & O_CREAT && !was_there) did_to("create", file, -1);
  else if (flags & O_TRUNC) did_to("truncate", file, 0);
  return file;
}
#define OPENER(name)                                                              \
  int name(const char* path, int flags, ...) {                                    \
    va_list rest;                                                                 \
    va_start(rest, flags);                                                        \
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                                 \
    const int was_there = access(path, F_OK) == 0;                                \
    return opened(NEXT(name)(path, flags, mode), path, flags, was_there);         \
  }
OPENER(open)
OPENER(open64)
int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  char whole[8192];
  const char* name = absolute(folder, path, whole);
  const int was_there = access(name, F_OK) == 0;
  return opened(NEXT(openat)(folder, path, flags, mode), name, flags, was_there);
}

static int renamed(int done, const char* from, const char* to) {
  if (done == 0 && (is_named(from) || is_named(to))) did("rename", from, to);
  return done;
}
int rename(const char* from, const char* to) {
  char a[8192], b[8192];
  return renamed(NEXT(rename)(from, to), absolute(AT_FDCWD, from, a), absolute(AT_FDCWD, to, b));
}
int renameat(int folder, const char* from, int other, const char* to) {
  char a[8192], b[8192];
  return renamed(NEXT(renameat)(folder, from, other, to), absolute(folder, from, a), absolute(other, to, b));
}
static int removed(int done, const char* path) {
  if (done == 0 && is_named(path)) did("remove", path, NULL);
  return done;
}
int unlink(const char* path) {
  char whole[8192];
  return removed(NEXT(unlink)(path), absolute(AT_FDCWD, path, whole));
}
int remove(const char* path) {
  char whole[8192];
  return removed(NEXT(remove)(path), absolute(AT_FDCWD, path, whole));
}
int unlinkat(int folder, const char* path, int flags) {
  char whole[8192];
  return removed(NEXT(unlinkat)(folder, path, flags), absolute(folder, path, whole));
}
