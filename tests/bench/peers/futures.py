"""Calls a function that computes nothing, by mpi4py.futures: rank 0 hands out, the other ranks compute.

    mpirun -n 2 python3 futures.py 100000

Prints the microseconds of wall time per call, if all results are right. Nothing is stored.
"""
import sys
import time

from mpi4py import MPI
from mpi4py.futures import MPICommExecutor


def noop(seed):
    return 0.5 * seed


if __name__ == "__main__":
    count = int(sys.argv[1])
    with MPICommExecutor(MPI.COMM_WORLD, root=0) as executor:
        if executor is not None:
            list(executor.map(noop, range(1000)))  # makes connections and loads modules
            begin = time.perf_counter()
            results = list(executor.map(noop, range(count)))
            seconds = time.perf_counter() - begin
            if results != [0.5 * seed for seed in range(count)]:
                sys.exit("a result is wrong")
            print(1e6 * seconds / count)
