/* polynomials.py in C: y = sum of a_k x^k, a_k ~ N(0, 1), x uniform on [-1, 1]. The header icsweep/sampler.h is in
 * PREFIX/include, where PREFIX is the prefix of the installation or build/release:
 *
 *     cc -O2 -shared -fPIC -I PREFIX/include -o polynomials.so polynomials.c -lm
 */
#include <icsweep/sampler.h>
#include <math.h>

static double normal(icsweep_random *random) { /* Box and Muller 1958 */
  const double radius = sqrt(-2 * log(icsweep_uniform(random)));
  return radius * cos(6.283185307179586 * icsweep_uniform(random));
}

int icsweep_sample(const icsweep_request *r, float *x, float *y) {
  enum { most = 100 };
  const int64_t degree = icsweep_integer(r, "degree", 1);
  if (degree < 0 || degree > most) {
    strcpy(r->message, "degree must be 0 to 100");
    return 1;
  }
  for (int64_t i = 0; i < r->count; ++i) {
    icsweep_random random = icsweep_stream(r->seed, (uint64_t)(r->first + i));
    double a[most + 1];
    for (int64_t k = 0; k <= degree; ++k) a[k] = normal(&random);
    for (int64_t t = 0; t < r->points; ++t, x += r->dim) {
      for (int64_t j = 0; j < r->dim; ++j) x[j] = (float)(2 * icsweep_uniform(&random) - 1);
      double value = 0;
      for (int64_t k = degree; k >= 0; --k) value = value * x[0] + a[k];
      *y++ = (float)value;
    }
  }
  return 0;
}
