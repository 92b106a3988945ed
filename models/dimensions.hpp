// Letters of dimensions and the layout of lanes, used by every comment and signature of models/.
//
//   B  sequences in a batch        N  lanes: sequences side by side in one block
//   T  tokens (positions)          D  width of a token inside the model
//   L  layers (depth)              O  outputs per token
//   H  heads of a layer            W  width of a head that is narrower than its tokens
//   K  features of a query or key; in a merged head those of a token, plus 1 for the constant that carries biases
//   M  hidden width of the MLP     P  parameters
//
// "T×D lanes" is an array of T·D lanes, token-major: lane (t, i) starts at scalar (t·D + i)·N. Its N consecutive
// scalars belong to N different sequences. All lanes share the weights, which are stored as in PyTorch: out×in,
// row-major.
#pragma once
