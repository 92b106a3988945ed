// HDF5's C calls, each wrapped once: handles close themselves, failures carry HDF5's own text. The store's headers do
// not include HDF5's, which bring MPI's: only io/store/hdf5_*.cpp see them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace icsweep::hdf5 {

using Id = std::int64_t;  ///< HDF5's hid_t

/// Owns an identifier of any kind (file, dataset, space, type, property list, attribute, group).
class Handle {
 public:
  Handle() = default;
  explicit Handle(Id id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, invalid)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle();
  void close() { Handle().swap(*this); }
  operator Id() const { return id_; }

 private:
  void swap(Handle& other) { std::swap(id_, other.id_); }
  static constexpr Id invalid = -1;
  Id id_ = invalid;
};

/// Throws Error(store) "what: HDF5's innermost message" if result is negative; returns it otherwise.
Id check(Id result, const std::string& what);
/// The same for a call that returns an identifier.
Handle own(Id id, const std::string& what);

/// Datasets and files write their buffers when destructors close them. Destructors cannot throw: the first failure is
/// kept. Throws Error(store) "what: HDF5's innermost message" for this thread's kept failure, once. Call it after
/// closing what was written.
void expect_closed(const std::string& what);
/// Call it before writing: a close that failed earlier belongs to somebody else, who has reported it.
void forget_failed_closes();

/// Prepares HDF5; called before its first use: no messages of its own on standard error, no file locking (a reader must
/// never block a writer).
void prepare();

/// "1.10.8"
std::string library_version();

/// The property list of every dataset: contiguous, allocated and filled at once, no times kept.
Handle frozen_layout();
Handle text_type(int width);
Handle scalar_space();
/// Bytes of one text of fixed length, of at most 64 MiB; throws Error(store) if it is anything else.
std::size_t text_size(Id type, Id space, const std::string& what);
void write_text_attribute(Id object, const std::string& name, const std::string& text);
std::string read_text_attribute(Id object, const std::string& name);

}  // namespace icsweep::hdf5
