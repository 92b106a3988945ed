/* Draws the linear functions of the task regression: y = w.x, x and w ~ N(0, I). */
#include <icsweep/sampler.h>
#include <math.h>

/* Box and Muller 1958. */
static void normals(icsweep_random *random, float *values, int64_t count) {
  for (int64_t i = 0; i < count; i += 2) {
    const float radius = sqrtf(-2 * logf((float)icsweep_uniform(random)));
    const float angle = 6.2831853f * (float)icsweep_uniform(random);
    values[i] = radius * cosf(angle);
    if (i + 1 < count) values[i + 1] = radius * sinf(angle);
  }
}

int icsweep_sample(const icsweep_request *r, float *x, float *y) {
  float w[64];
  if (r->dim > 64) {
    strcpy(r->message, "dim must be at most 64");
    return 1;
  }
  for (int64_t i = 0; i < r->count; ++i) {
    icsweep_random random = icsweep_stream(r->seed, (uint64_t)(r->first + i));
    normals(&random, w, r->dim);
    normals(&random, x, r->points * r->dim);
    for (int64_t t = 0; t < r->points; ++t, x += r->dim) {
      float value = 0;
      for (int64_t j = 0; j < r->dim; ++j) value += w[j] * x[j];
      *y++ = value;
    }
  }
  return 0;
}
