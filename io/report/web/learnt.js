// Experiments that count and learnt nothing: they are no better than predicting zero.

const largestLearntRatio = 0.95;  // io/learnt.hpp

function learntNothing(view, row) {
  const ratio = view.find("zero_ratio");
  return ratio !== undefined && view.counts.at(row) === 1 && ratio.at(row) > largestLearntRatio;
}

/// Adds a note for each task that has such experiments; look(view, filter) shows them in the table.
function showUnlearnt(views, look) {
  element("unlearnt").replaceChildren();
  for (const view of views) {
    let count = 0;
    for (let row = 0; row < view.rows; ++row) count += learntNothing(view, row);
    if (count === 0) continue;
    const filter = `zero_ratio>${largestLearntRatio}`;
    element("unlearnt").append(node(
        "p", {class: "note unlearnt"}, `${plural(count, "experiment")} of ${view.name} learnt nothing: above ${
            largestLearntRatio} of the loss of predicting zero. `,
        button("show", () => look(view, filter), {class: "link"})));
  }
}
