// hostile_store STORE.h5: makes a store in which every text, from the sweep's name to hosts and messages, tries to
// become HTML or script in a page. Half of its experiments failed. With a second argument the store has only its
// texts.
#include <hdf5.h>

#include "engine/cluster/mpi_communicator.hpp"
#include "support/toy_store.hpp"

namespace {

using namespace icsweep;

const std::string hostile =
    "</script><script>window.caught=1</script><img src=x onerror=window.caught=1>\"'&amp; \x01\xff";

Identity identity_of(int row) {
  return std::to_string(row);
}

Config config_of(int row) {
  Config config = toy_config(row % 3 + 1, row / 10 / 100.0);
  config.set("kind", row % 2 == 0 ? "<b>even</b>" : std::string("\"><script>window.caught=1</script>"));
  return config;
}

/// Gives a failed row an identity that no program writes, and a checksum that fits it. The text would run as a command
/// if a user copied the command that names it.
void rename_row(const std::string& path, std::int64_t row) {
  const hdf5::Handle file = hdf5::own(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "store");
  const hdf5::OpenTable table(file, "toy", path);
  Row cells = table.read_rows(row, 1).at(0);
  cells["identity"] = "0; touch stolen";
  table.write_cell(row, "identity", cells["identity"]);
  table.write_cell(row, "checksum", std::int64_t(checksum(table.table(), cells, Outcome::failed)));
}

}  // namespace

int main(int count, char** values) {
  if (count < 2) return 2;
  const int rows = count > 2 ? 0 : 120;
  const Communicator communicator;
  TablePlan plan{make_table(toy_schema()), nullptr, {}, {}, {}};
  for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 3;
  for (int i = 0; i < rows; ++i) {
    plan.added.push_back({identity_of(i), config_of(i)});
    plan.planned.push_back(1);
  }
  create_store(values[1], {hostile, hostile, hostile, hostile, hostile, hostile, hostile}, {plan});
  {
    StoreWriter writer(values[1]);
    for (int i = 0; i < rows; ++i) {
      const Config config = config_of(i);
      Row row = toy_row(i);
      for (const auto& [name, value] : config.values()) row[name] = parameter_cell(value, type_of(value));
      row["identity"] = identity_of(i).text();
      row["host"] = hostile.substr(0, 60);
      row["message"] = i % 2 == 0 ? std::string() : hostile + (i % 4 == 1 ? " one" : " \"two\\ three\"");
      writer.write("toy", RowIndex(i), row, i % 2 == 0 ? Outcome::done : Outcome::failed);
    }
    writer.commit();
  }
  if (rows > 0) rename_row(values[1], rows - 1);
}
