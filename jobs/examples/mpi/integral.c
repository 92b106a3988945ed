/* Integrates 4/(1 + x^2) from 0 to 1 over the ranks of MPI and prints the number of ranks and the integral, which is pi.
 * Compile it with: mpicc -O2 -o integral integral.c */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const long parts = count > 1 ? atol(words[1]) : 1000;
  double own = 0, sum = 0;
  for (long i = rank; i < parts; i += ranks) {
    const double x = (i + 0.5) / parts;
    own += 4 / (1 + x * x) / parts;
  }
  MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d %.17g\n", ranks, sum);
  MPI_Finalize();
  return 0;
}
