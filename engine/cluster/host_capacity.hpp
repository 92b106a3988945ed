// Cores, memory and GPUs of this host, as far as this job may use them.
#pragma once

#include <string>

#include "io/base/resources.hpp"

namespace icsweep {

/// Looks, in this order:
/// - cores: ICSWEEP_CORES, SLURM_CPUS_ON_NODE, the processors that the kernel lets this process use and the quota of
/// its
///   control groups;
/// - memory: ICSWEEP_MEMORY; else the least of Slurm's limit, the limits of the control groups, and the host's memory;
/// - GPUs, only with `gpus`: ICSWEEP_GPUS, CUDA_VISIBLE_DEVICES, ROCR_VISIBLE_DEVICES, SLURM_JOB_GPUS, the GPUs that
///   `nvidia-smi -L` lists, and those of the kernel's ROCm driver.
/// Throws Error(config) for an unreadable ICSWEEP_ variable.
HostCapacity capacity_of_this_host(bool gpus);

/// As a message, and from one. Another text gives a host of which nothing is known.
std::string to_message(const HostCapacity& host);
HostCapacity host_capacity(const std::string& text);

}  // namespace icsweep
