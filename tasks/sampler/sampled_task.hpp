// Tasks that train a compiled task's model on examples of a user's sampler.
#pragma once

#include <functional>
#include <memory>

#include "tasks/sampler/definition.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// The base's task with another distribution.
///
/// Its parameters are those of the base without the ones that describe the base's own distribution. These are replaced
/// by `definition.parameter`, which is the file's name; the sampler's own ones, prefixed with that parameter's name
/// ("function_degree"); and `code`, the hash of the code, by default that of the definition. Its results are those of
/// the base that make sense for any distribution. Each baseline NAME adds its test error, `NAME`, and `NAME_error` by
/// number of examples or position.
///
/// run() loads the sampler, refuses code other than the configuration's, and checks that the sampler is pure. It throws
/// std::runtime_error, one line that begins with the file's name, if the sampler does not answer as
/// docs/guides/samplers.md requires. Throws Error(config) for a base that accepts no sampler and for names that are
/// taken.
std::shared_ptr<const Task> sampled_task(SamplerDefinition definition);

/// Runs the sampler to fill in `code` and `baselines`, at the given values of the sampled task's parameters; others
/// have their default values. Checks that its answers have the right shapes and are finite, and that no baseline looks
/// ahead. The answers must be equal bits if it is asked twice, in pieces, in another order and in a fresh process.
/// `poll` is called meanwhile and may throw. Throws Error(config), one line that begins with the file's name, with
/// Python's line if there is one.
SamplerDefinition inspected(SamplerDefinition definition, const Values& values, const std::function<void()>& poll = {});

}  // namespace icsweep
