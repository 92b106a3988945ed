// The question that a command line of `plot` asks.
#pragma once

#include "engine/commands/given_options.hpp"
#include "io/figures/asked_plot.hpp"

namespace icsweep {

/// Throws Error(config) for options that do not fit each other.
PlotQuestion plot_question(const GivenOptions& given);

/// A file name from a text that may be SQL: "test_mse-gd_mse".
std::string file_name_of(const std::string& text);

}  // namespace icsweep
