// Cores, memory and GPUs: the needs of an experiment, the capacity of a host, and the part of it that a run gets.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// Needs of an experiment. They are not part of its identity.
struct Resources {
  int cores = 0;       ///< 0: not stated; it takes one
  bool limit = false;  ///< the program cannot get more memory
  double memory = 0;   ///< bytes; 0: not stated
  double gpus = 0;     ///< whole GPUs, or a share of one GPU if below 1

  bool are_stated() const { return cores > 0 || memory > 0 || gpus > 0; }
  int taken_cores() const { return cores > 0 ? cores : 1; }
  bool operator==(const Resources&) const = default;
};

/// The larger of each.
Resources larger(const Resources& a, const Resources& b);

/// "4 cores, 40GB and 1 GPU"; "1 core" if nothing is stated.
std::string needs_text(const Resources& needs);

/// Resources of a host for the experiments of a launch.
struct HostCapacity {
  std::string name{};
  int cores = 0;  ///< 0: unknown; its ranks use one each
  double memory = std::numeric_limits<double>::infinity();
  std::vector<std::string> gpus{};  ///< as CUDA_VISIBLE_DEVICES names them
  std::vector<int> processors{};    ///< numbers of its cores in the kernel; empty: experiments are not bound
  bool is_whole = false;            ///< no batch system or variable gives a launch a part of it

  bool operator==(const HostCapacity&) const = default;
};

/// The part of a host that a run gets, if its launch places experiments by resources.
struct Allotment {
  std::vector<int> processors{};                   ///< that it may use; empty: not bound
  std::optional<std::vector<std::string>> gpus{};  ///< unset: the launch places no GPUs
  double memory = 0;                               ///< bytes that each of its processes may take; 0: no limit
  bool is_alone = false;                           ///< it states resources: its program runs no other experiment

  bool operator==(const Allotment&) const = default;
};

/// The variables by which CUDA and ROCm find the GPUs of the run, NAME=value each; none if no GPUs are placed. Others
/// that select GPUs are in gpu_variables.
std::vector<std::string> gpu_environment(const Allotment& allotment);
inline constexpr std::string_view gpu_variables[] = {"CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES",
                                                     "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"};

/// Why none of the hosts can hold it, with the host that comes closest: "needs 8 cores; the largest host, node1, has
/// 4". Empty if one can, or without hosts.
std::string lack_of(const Resources& needs, const std::vector<HostCapacity>& hosts);

}  // namespace icsweep
