#!/usr/bin/env python3
"""Prints which kernels a training spends its time in:  tests/bench/kernel_shares.py [WORKLOAD...]

Samples `icsweep bench WORKLOAD` on the first core by perf's processor clock, which needs no hardware counters.
ICSWEEP names the program; default: build/release/icsweep. Each row is a workload, each column a share of the time.
Samples of the double-precision check are left out.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

program = os.environ.get("ICSWEEP", str(Path(__file__).parents[2] / "build/release/icsweep"))
workloads = sys.argv[1:] or ["fig5-L1", "fig5-L6", "fig10-L6", "fig7-H1", "fig7-H8", "sca-L1-D64", "sca-L4-D64", "sca-L4-D256",
                             "universality-fig4"]
kernels = {  # the first that matches counts
    "norms": r"layer_norm|forward_tokens|backward_tokens|rms_norm",
    "weights": r"outer_|gradient_tile|backward_weight|spread_lanes|bias_gradient",
    "states": r"state_product|token_gradient|for_each_chunk|linear_attention",
    "pairs": r"scores|slopes|gather_rows|gather_values|scatter|weigh|value_products|(quadratic|positional)_attention|pair_sums",
    "maps": r"product_|product<|linear_forward|linear_backward_input|relu|gelu",
    "gather": r"gather_lanes|TokenLanes|prefetch|memmove",
    "loss": r"squared_error",
}


def samples(workload: str) -> dict:
    """Samples by function, without those of the check."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/perf.data"
        training = ["taskset", "-c", "0", program, "bench", workload, "--seconds", "6"]
        command = ["perf", "record", "-e", "cpu-clock", "-F", "2000", "-o", data, *training]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        command = ["perf", "report", "-i", data, "--stdio", "--no-children", "-F", "sample,symbol"]
        report = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    lines = re.findall(r"^\s+(\d+)\s+\[.\] (.*)$", report, flags=re.M)
    return {name: int(count) for count, name in lines if not re.search(r"double|multiply_add", name)}


print("share of the time, %\n")
print(f"{'workload':<18}" + "".join(f"{name:>9}" for name in [*kernels, "rest"]))
for workload in workloads:
    counts = dict.fromkeys([*kernels, "rest"], 0)
    for function, count in samples(workload).items():
        counts[next((name for name, pattern in kernels.items() if re.search(pattern, function)), "rest")] += count
    print(f"{workload:<18}" + "".join(f"{100 * count / sum(counts.values()):9.1f}" for count in counts.values()), flush=True)
