// A task in one file: measures the error of the nearest example's label as a prediction for the query.
#include <icsweep/tasks/random.hpp>
#include <icsweep/tasks/task.hpp>
#include <icsweep/tasks/task_module.hpp>
#include <limits>

using namespace icsweep;

namespace {

class Nearest : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{
        "nearest",
        1,  // the task's version: increase it when results change
        {integer("dim", 2).between(1, 100).says("dimensions of a point"),
         integer("examples", 20).between(1, 1000).says("examples before the query"),
         integer("prompts", 1000).between(1, 1e6).says("prompts that are averaged"), seed("of the prompts")},
        {{"mse", "squared error at the query", {}},
         {"error", "the same, by number of examples", {{"seen", [](const Config& c) {
                                                          return c.integer("examples") + 1;
                                                        }}}}}};
    return schema;
  }
  std::string summary() const override { return "the nearest example's label as a prediction"; }
  Cost cost(const Config& c) const override {
    const double prompts = double(c.integer("prompts")), examples = double(c.integer("examples"));
    return {prompts * examples * (examples + 1) * double(c.integer("dim")), prompts, 1e6};
  }
  std::string flop_formula() const override { return "differences of coordinates"; }

  void run(const Config& c, Context& context) const override {
    const std::size_t dim = std::size_t(c.integer("dim")), examples = std::size_t(c.integer("examples"));
    const std::int64_t prompts = c.integer("prompts");
    std::vector<double> error(examples + 1, 0);
    std::int64_t done = 0;
    // The loop's state is saved and restored, so an interrupted experiment resumes with the same bits.
    const auto loop = [&] {
      for (; done < prompts; ++done) {
        context.tick({long(done), long(prompts), long(done), error[examples] / double(done + 1)});
        add_errors(RandomStream(c.integer("seed"), Purpose::test_data, std::uint64_t(done)), dim, error);
      }
    };
    context.resumable([&](Archive& archive) { archive(error, done); }, loop);
    for (double& e : error) e /= double(prompts);
    context.put("mse", error[examples]);
    context.put("error", std::move(error));
  }

 private:
  static void add_errors(RandomStream random, std::size_t dim, std::vector<double>& error) {
    std::vector<double> w(dim), x(error.size() * dim), y(error.size(), 0);
    random.normals(w), random.normals(x);
    for (std::size_t t = 0; t < y.size(); ++t) {
      for (std::size_t k = 0; k < dim; ++k) y[t] += w[k] * x[t * dim + k];
      double nearest = std::numeric_limits<double>::infinity(), label = 0;
      for (std::size_t i = 0; i < t; ++i) {
        double distance = 0;
        for (std::size_t k = 0; k < dim; ++k)
          distance += (x[i * dim + k] - x[t * dim + k]) * (x[i * dim + k] - x[t * dim + k]);
        if (distance < nearest) nearest = distance, label = y[i];
      }
      error[t] += (label - y[t]) * (label - y[t]);
    }
  }
};

const Task& nearest() {
  static const Nearest task;
  return task;
}

}  // namespace

ICSWEEP_TASK_MODULE(nearest);
