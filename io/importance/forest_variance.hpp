// Variance shares of a sweep that is no product of its axes, such as random draws: functional ANOVA of regression trees
// (Hutter, Hoos and Leyton-Brown 2014).
//
// A tree is constant on boxes, so its marginal means are sums over its leaves, exact, under the product measure in
// which each value of an axis counts the same (of draws: their own distribution). Where the paper takes the variance of
// each tree, which is also that of the noise it was fitted to, here the settings are divided at random into thirds,
// trees f and g grow on two of them, and the third one, C, corrects what they miss:
//   V_e = E[f_e g_e] + mean over C of (y − f(x)) g_e(x) + (y − g(x)) f_e(x)
// Where the axes are drawn independently of each other this is E[y_e²] − E[(y_e − f_e)(y_e − g_e)] in expectation:
// noise cancels, so that an axis without influence has a share of zero up to its error, and of what trees do not
// resolve only the square is lost, to the rest. Each third is C once, and V_e the mean over several divisions. Its
// squared error is that of the residuals' mean over all settings, 4 E[(y − f)(y − g) f_e g_e] / n, of a single
// division's V_e, and of the variance of y.
#pragma once

#include "io/importance/decomposition.hpp"
#include "io/importance/observations.hpp"

namespace icsweep {

/// Needs three settings. The same observations give the same shares.
Decomposition forest_variance(const Observations& observations);

}  // namespace icsweep
