"""Float32 beside bfloat16, ours and JAX's, and torch.compile, in turn: medians, and medians of a repetition's ratios.

    build/peers/bin/python tests/bench/peers/bfloat16.py build/release/icsweep [SECONDS [REPETITIONS]]
"""
import statistics
import sys

from compare import Icsweep, Peer, measure

WORKLOADS = ["sca-L1-D64", "sca-L4-D64", "sca-L4-D256", "aligned-L4-D256"]


def ours(program, precision, threads):
    icsweep = Icsweep(program, threads)
    icsweep.command += ["--precision", precision]
    return icsweep


def main(program, seconds=2.0, repetitions=7):
    print("sequences/s: medians (least to most); ratios: medians of a repetition's")
    for threads in (1, 2):
        measurers = {"float32": ours(program, "float32", threads), "bfloat16": ours(program, "bfloat16", threads),
                     "JAX float32": Peer(["jax_peer.py"], threads),
                     "JAX bfloat16": Peer(["jax_peer.py", "--bfloat16"], threads),
                     "torch.compile": Peer(["torch_peer.py", "--compile"], threads)}
        for workload in WORKLOADS:
            rates = {key: [answer["sequences_per_s"] for answer in answers]
                     for key, answers in measure(workload, measurers, seconds, repetitions).items()}
            best = [max(of_peers) for of_peers in zip(*list(rates.values())[2:])]
            print(f"{workload}, {threads} thread(s): " + ", ".join(
                f"{key} {statistics.median(all):.0f} ({min(all):.0f} to {max(all):.0f})" for key, all in rates.items()))
            for name, over in (("its float32", rates["float32"]), ("the best peer", best)):
                ratios = [a / b for a, b in zip(rates["bfloat16"], over)]
                print(f"    bfloat16 over {name}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
                      flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *(kind(word) for kind, word in zip((float, int), sys.argv[2:])))
