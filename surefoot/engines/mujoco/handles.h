#pragma once

#include <memory>

// MuJoCo's types are declared, so that no Surefoot header includes MuJoCo's.
struct mjModel_;
struct mjData_;

namespace surefoot::engines::mujoco {

struct ModelDeleter {
  void operator()(mjModel_* model) const;
};
struct DataDeleter {
  void operator()(mjData_* data) const;
};
using ModelHandle = std::unique_ptr<mjModel_, ModelDeleter>;
using DataHandle = std::unique_ptr<mjData_, DataDeleter>;

/// Allocates mjData for the model's present sizes; nullptr when there is not enough memory.
DataHandle MakeData(const mjModel_& model);

/// By default MuJoCo ends the process on errors and writes warnings to a log file in the current
/// folder. This replaces both handlers for the whole process: errors become exceptions of type
/// std::runtime_error, warnings are only counted in mjData.
void InstallErrorHandlers();

}  // namespace surefoot::engines::mujoco
