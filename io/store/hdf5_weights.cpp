#include "io/store/hdf5_weights.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <hdf5_hl.h>

#include <limits>

#include "io/base/error.hpp"
#include "io/store/hdf5_frozen.hpp"

namespace icsweep::hdf5 {

/// The dimension has no coordinate values, and its scale's name declares that to netCDF: indices would take twice the
/// space of the weights.
void create_weights(Id group, std::int64_t size) {
  const hsize_t extent = hsize_t(size);
  const float missing = std::numeric_limits<float>::quiet_NaN();
  const Handle space = own(H5Screate_simple(1, &extent, nullptr), "space of weights"), properties = frozen_layout();
  const Handle scale =
      own(H5Dcreate2(group, "weight", H5T_STD_U8LE, space, H5P_DEFAULT, properties, H5P_DEFAULT), "scale weight");
  const std::string name = fmt::format("This is a netCDF dimension but not a netCDF variable. {:10}", size);
  check(H5DSset_scale(scale, name.c_str()), "scale weight");
  check(H5Pset_fill_value(properties, H5T_NATIVE_FLOAT, &missing), "fill value of weights");
  const Handle dataset =
      own(H5Dcreate2(group, "weights", H5T_IEEE_F32LE, space, H5P_DEFAULT, properties, H5P_DEFAULT), "dataset weights");
  write_text_attribute(dataset, "long_name", "trained parameters: weights_count numbers from weights_offset");
  check(H5DSattach_scale(dataset, scale, 0), "scale of weights");
}

FlatWeights::FlatWeights(Id group, std::int64_t size, const std::string& where)
    : where_(where + " weights"), size_(size), dataset_(open_member(group, "weights")) {
  expect_frozen(dataset_, H5T_IEEE_F32LE, {hsize_t(size)}, where_);
}

bool FlatWeights::holds(std::int64_t offset, std::int64_t count) const {
  return offset >= 0 && count > 0 && offset <= size_ && count <= size_ - offset;
}

void FlatWeights::transfer(bool write, std::int64_t offset, std::int64_t count, void* data) const {
  const hsize_t first = hsize_t(offset), number = hsize_t(count);
  const std::string what = fmt::format("{} {}", write ? "writing" : "reading", where_);
  const Handle memory = own(H5Screate_simple(1, &number, nullptr), what), space = own(H5Dget_space(dataset_), what);
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &number, nullptr), what);
  check(write ? H5Dwrite(dataset_, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, data)
              : H5Dread(dataset_, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, data),
        what);
}

std::vector<float> FlatWeights::read(std::int64_t offset, std::int64_t count) const {
  if (!holds(offset, count)) return {};
  std::vector<float> values(static_cast<std::size_t>(count));
  transfer(false, offset, count, values.data());
  return values;
}

void FlatWeights::write(std::int64_t offset, std::span<const float> values) const {
  const std::int64_t count = std::int64_t(values.size());
  if (!holds(offset, count))
    throw Error(ErrorKind::store,
                fmt::format("{}: {} numbers from {} are beyond its {}", where_, count, offset, size_));
  transfer(true, offset, count, const_cast<float*>(values.data()));
}

}  // namespace icsweep::hdf5
