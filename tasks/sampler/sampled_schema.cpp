#include "tasks/sampler/sampled_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "tasks/fed_task.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

[[noreturn]] void refuse(const SamplerDefinition& d, const std::string& what) {
  refuse_setting(fmt::format("{}: {}", d.file, what));
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// True for names that need no quotes in SQL and Python.
bool is_plain(const std::string& name) {
  const auto inner = [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '_'; };
  return !name.empty() && std::islower(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), inner);
}

std::vector<Parameter> own_parameters(const SamplerDefinition& d) {
  std::vector<Parameter> all{choice(d.parameter, d.file, {d.file}).says("sampler that draws the examples")};
  for (Parameter own : d.own) {
    if (!is_plain(own.name) || contains({"seed", "first", "count", "points", "dim", "file"}, own.name))
      refuse(d, fmt::format(
                    "{}.{} is not a name for a parameter of a sampler, use another: small letters, digits and _, not "
                    "seed, first, count, points, dim or file",
                    d.parameter, own.name));
    if (own.description.empty()) own.description = "parameter of the sampler";
    own.name = d.parameter + "_" + own.name;
    all.push_back(std::move(own));
  }
  all.push_back(code_hash(d.code, "hash of the sampler's code"));
  return all;
}

/// An output of the base, which sees the base's configuration.
Output seen_from(const FedTask& base, Output output) {
  for (Dimension& dimension : output.dimensions)
    dimension.size = [&base, size = dimension.size](const Config& c) { return size(base_config(base, c)); };
  return output;
}

void add_baselines(const SamplerDefinition& d, const FedTask& base, Schema& schema) {
  const auto dimensions = seen_from(base, *base.schema().find_output(base.error_output())).dimensions;
  const bool regression = dimensions.front().name == "seen";
  std::set<std::string> taken;
  for (const Parameter& p : schema.parameters) taken.insert(p.name);
  for (const Output& o : schema.outputs)
    for (taken.insert(o.name); const Dimension& dimension : o.dimensions) taken.insert(dimension.name);
  for (const std::string& name : d.baselines) {
    if (!is_plain(name) || !taken.insert(name).second || !taken.insert(name + "_error").second)
      refuse(d, fmt::format(
                    "baselines() names one \"{}\", which is taken or not a plain name: use small letters, digits and _",
                    name));
    schema.outputs.push_back(
        {name, regression ? "baseline: test error at the query" : "baseline: mean test error", {}});
    schema.outputs.push_back(
        {name + "_error",
         regression ? "baseline: test error by number of examples" : "baseline: test error at each position",
         dimensions});
  }
}

}  // namespace

const FedTask& base_of(const SamplerDefinition& d) {
  const auto* base = dynamic_cast<const FedTask*>(&papers_tasks().find(d.base));
  if (!base || base->own_parameters().front() != d.parameter)
    refuse(d,
           fmt::format("task {} takes no sampler as its {}: use samplers as function of regression, or as context of "
                       "augmented or plain",
                       d.base, d.parameter));
  if (!d.file.ends_with(".py") && !d.file.ends_with(".so"))
    refuse(d, "is not a sampler by its name, use a file that ends in .py or .so");
  return *base;
}

Schema sampled_schema(const SamplerDefinition& d, const FedTask& base) {
  const std::vector<std::string> dropped = base.own_parameters(), unknown = base.own_outputs();
  Schema schema{d.task, base.schema().result_version, own_parameters(d), {}, base.schema().raised};
  for (const Parameter& p : base.schema().parameters) {
    if (contains(dropped, p.name)) continue;
    if (schema.find(p.name)) refuse(d, fmt::format("{} is a parameter of {}, use another name", p.name, d.base));
    schema.parameters.push_back(p);
  }
  for (const Output& o : base.schema().outputs)
    if (!contains(unknown, o.name)) schema.outputs.push_back(seen_from(base, o));
  add_baselines(d, base, schema);
  return schema;
}

Config base_config(const FedTask& base, const Config& config) {
  const std::vector<std::string> dropped = base.own_parameters();
  Config all = default_config(base.schema());
  for (const Parameter& p : base.schema().parameters)
    if (!contains(dropped, p.name)) all.set(p.name, !config.has(p.name) && p.neutral ? *p.neutral : config.at(p.name));
  return all;
}

Values own_values(const SamplerDefinition& d, const Config& config) {
  Values all;
  for (const Parameter& p : d.own)
    if (const Value& value = config.at(d.parameter + "_" + p.name); type_of(value) != ValueType::absent)
      all[p.name] = value;
  return all;
}

namespace {

/// True if the store has the base's parameters, except those that were added later and those of its distribution.
bool has_parameters_of(const FedTask& base, const Schema& stored) {
  const std::vector<std::string> own = base.own_parameters();
  return stored.find(own.front()) && stored.find("code") &&
         std::all_of(base.schema().parameters.begin(), base.schema().parameters.end(), [&](const Parameter& p) {
           return stored.find(p.name) || p.neutral || std::find(own.begin(), own.end(), p.name) != own.end();
         });
}

}  // namespace

std::vector<WeightArray> sampled_weights(const Schema& stored, const Config& config) {
  for (const Task* task : papers_tasks().all()) {
    const auto* base = dynamic_cast<const FedTask*>(task);
    if (base && stored.task.starts_with(base->schema().task + "_") && has_parameters_of(*base, stored))
      return base->weights(base_config(*base, config));
  }
  return {};
}

}  // namespace icsweep
