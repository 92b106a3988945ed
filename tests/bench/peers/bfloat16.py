"""Compares float32 with bfloat16 in icsweep, JAX and torch.compile, in turn, and bfloat16_amx on a processor with AMX.
Prints medians, and medians of the ratios of each repetition.

    build/peers/bin/python tests/bench/peers/bfloat16.py build/release/icsweep
"""
import argparse
import statistics
import subprocess

import compare
from compare import Icsweep, Peer, measure

WORKLOADS = "sca-L1-D64,sca-L4-D64,sca-L4-D256,aligned-L4-D256"
JAX = compare.PEERS["JAX"]
PEERS = {"JAX float32": JAX, "JAX bfloat16": [*JAX, "--bfloat16"], "torch.compile": compare.PEERS["torch.compile"]}


def ours(program, precision, threads):
    icsweep = Icsweep(program, threads)
    icsweep.command += ["--precision", precision]
    return icsweep


def print_ratios(name, precision, rates, over):
    ratios = [a / b for a, b in zip(rates[precision], over)]
    print(f"    {precision} over {name}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("icsweep", help="the program")
    options.add_argument("--seconds", type=float, default=2)
    options.add_argument("--repetitions", type=int, default=7)
    options.add_argument("--workloads", default=WORKLOADS, help="names separated by commas")
    options.add_argument("--threads", default="1,2")
    options.add_argument("--peers", default=",".join(PEERS), help="names separated by commas")
    chosen = options.parse_args()
    version = subprocess.run([chosen.icsweep, "version"], check=True, text=True, stdout=subprocess.PIPE).stdout
    rounded = ["bfloat16"] + ["bfloat16_amx"] * ("AMX-BF16" in version)
    peers = chosen.peers.split(",")
    print("sequences/s: medians (least to most); ratios: medians over the repetitions")
    for threads in map(int, chosen.threads.split(",")):
        measurers = {precision: ours(chosen.icsweep, precision, threads) for precision in ["float32"] + rounded}
        measurers |= {name: Peer(PEERS[name], threads) for name in peers}
        for workload in chosen.workloads.split(","):
            rates = {key: [answer["sequences_per_s"] for answer in answers]
                     for key, answers in measure(workload, measurers, chosen.seconds, chosen.repetitions).items()}
            print(f"{workload}, {threads} thread(s): " + ", ".join(
                f"{key} {statistics.median(all):.0f} ({min(all):.0f} to {max(all):.0f})" for key, all in rates.items()))
            for precision in rounded:
                print_ratios("its float32", precision, rates, rates["float32"])
                print_ratios("the best peer", precision, rates, [max(of) for of in zip(*(rates[name] for name in peers))])


if __name__ == "__main__":
    main()
