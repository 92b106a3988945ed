/* Samplers for icsweep in C (C99), or in any language that can call and be called as C.
 *
 *     cc -O2 -shared -fPIC -o mine.so mine.c
 *
 * mine.c includes this header and defines icsweep_sample(). A sweep file names mine.so where a task has a class of
 * functions (regression) or contexts (augmented, plain). docs/guides/samplers.md has the details. */
#ifndef ICSWEEP_SAMPLER_H
#define ICSWEEP_SAMPLER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Increases when anything below changes. A program refuses samplers of another version. */
#define ICSWEEP_SAMPLER_VERSION 1

enum { ICSWEEP_INTEGER = 0, ICSWEEP_REAL = 1, ICSWEEP_TEXT = 2 };

/* A value of the sampler's own parameter: function.degree of a sweep file is called "degree", and function.net.width
 * "net_width". true and false are the integers 1 and 0, a list or table is its JSON as a text, none is the real NaN. A
 * parameter that the experiment does not have is missing. */
typedef struct {
  const char *name;
  int32_t type;    /* selects the one of the three that holds the value */
  int64_t integer;
  double real;
  const char *text;
} icsweep_parameter;

typedef struct {
  int32_t version;     /* ICSWEEP_SAMPLER_VERSION of the program */
  int32_t parameters;  /* their number */
  const icsweep_parameter *parameter;
  uint64_t seed;
  int64_t first, count;  /* examples first ... first+count-1 are requested */
  int64_t points, dim;   /* of an example */
  char *message;         /* place for a text, ended by 0, if examples cannot be drawn */
  size_t message_size;   /* bytes there, 256 or more */
} icsweep_request;

/* Draws examples: x[count][points][dim], y[count][points]. For contexts x is a sequence of `points` states and y is
 * null. Example i depends on seed, first+i and the other values of the request alone. Several
 * threads call it at the same time. Returns 0, or another number if examples cannot be drawn. */
__attribute__((visibility("default"))) int icsweep_sample(const icsweep_request *request, float *x, float *y);

#ifndef ICSWEEP_SAMPLER_HOST /* the program's side */

/* The version that the sampler was compiled for. */
extern __attribute__((weak, visibility("default"))) const int32_t icsweep_sampler_version;
const int32_t icsweep_sampler_version = ICSWEEP_SAMPLER_VERSION;

static inline const icsweep_parameter *icsweep_find(const icsweep_request *r, const char *name) {
  for (int32_t i = 0; i < r->parameters; ++i)
    if (strcmp(r->parameter[i].name, name) == 0) return &r->parameter[i];
  return NULL;
}

/* The value of a parameter, or another one if the sweep file does not name it. */
static inline int64_t icsweep_integer(const icsweep_request *r, const char *name, int64_t otherwise) {
  const icsweep_parameter *p = icsweep_find(r, name);
  return p == NULL ? otherwise : p->type == ICSWEEP_INTEGER ? p->integer : (int64_t)p->real;
}
static inline double icsweep_real(const icsweep_request *r, const char *name, double otherwise) {
  const icsweep_parameter *p = icsweep_find(r, name);
  return p == NULL ? otherwise : p->type == ICSWEEP_REAL ? p->real : (double)p->integer;
}
static inline const char *icsweep_text(const icsweep_request *r, const char *name, const char *otherwise) {
  const icsweep_parameter *p = icsweep_find(r, name);
  return p == NULL || p->type != ICSWEEP_TEXT ? otherwise : p->text;
}

/* Random numbers: those of a stream follow from (seed, index) alone. splitmix64 of Steele, Lea and Flood (2014), begun
 * at a hash of both. */
typedef struct { uint64_t state; } icsweep_random;

static inline uint64_t icsweep_bits(icsweep_random *random) {
  uint64_t z = (random->state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}
static inline icsweep_random icsweep_stream(uint64_t seed, uint64_t index) {
  icsweep_random random = {seed};
  random.state = icsweep_bits(&random) ^ index;
  random.state = icsweep_bits(&random);
  return random;
}
/* Uniform in (0, 1). */
static inline double icsweep_uniform(icsweep_random *random) {
  return ((double)(icsweep_bits(random) >> 12) + 0.5) / 4503599627370496.0;
}

#endif

#ifdef __cplusplus
}
#endif
#endif
