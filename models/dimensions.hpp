// The dimension legend, used by every comment and signature of models/.
//
//   B  sequences in a batch        N  lanes: sequences side by side in one block
//   T  tokens (positions)          D  width of a token inside the model
//   L  layers (depth)              O  outputs a position
//   P  parameters
//
// "T×D lanes" is an array of T·D lanes, token-major: lane (t, i) starts at scalar (t·D + i)·N, and its N consecutive
// scalars belong to N different sequences. Weights are shared by all lanes and are stored as in PyTorch: out×in,
// row-major.
#pragma once
