// Fuzzes SQL over a small store. Long statements are interrupted.
#include <sqlite3.h>

#include <filesystem>
#include <sstream>

#include "fuzz/fuzz.hpp"
#include "io/query/row_printer.hpp"
#include "io/query/sql_database.hpp"
#include "support/toy_store.hpp"

using namespace icsweep;

namespace {

/// The toy store, written before the first input.
class ToyStore {
 public:
  ToyStore() {
    file_.hold("");
    create_toy_store(file_.path(), 3);
    written_ = std::filesystem::last_write_time(file_.path());
    reader_ = std::make_unique<StoreReader>(file_.path());
  }
  const StoreReader& reader() const { return *reader_; }
  bool is_as_it_was() const { return std::filesystem::last_write_time(file_.path()) == written_; }

 private:
  fuzz::InputFile file_{"sql.h5"};
  std::filesystem::file_time_type written_;
  std::unique_ptr<StoreReader> reader_;
};

void ask(const SqlDatabase& database, const std::string& sql) {
  const auto statement = database.prepare(sql);
  fuzz::expect(sqlite3_stmt_readonly(statement.get()), "a statement that may run only reads");
  sqlite3_limit(sqlite3_db_handle(statement.get()), SQLITE_LIMIT_LENGTH, 1'000'000);  // larger ones take seconds
  int left = 3;  // calls of the progress handler before the interruption
  sqlite3_progress_handler(
      sqlite3_db_handle(statement.get()), 20000, [](void* n) { return --*static_cast<int*>(n) < 0 ? 1 : 0; }, &left);
  std::ostringstream out;
  const auto printer = make_row_printer(QueryFormat::json, out);
  printer->heading(column_names(statement.get()));
  for (int rows = 0; rows < 100 && database.step(statement); ++rows) printer->row(statement.get());
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ToyStore store;
  const std::string sql(fuzz::text_of(data, size));
  fuzz::accepted([&] { ask(SqlDatabase(store.reader()), sql); });
  fuzz::expect(store.is_as_it_was(), "the store is unchanged");
  return 0;
}
