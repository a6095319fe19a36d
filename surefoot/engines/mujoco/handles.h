#pragma once

#include <memory>

// MuJoCo's types by forward declaration, so that no header of ours includes MuJoCo's.
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

/// Allocates mjData for the model's present sizes; nullptr when memory is short.
DataHandle MakeData(const mjModel_& model);

/// MuJoCo reports errors by ending the process and warnings by writing a log file into the current
/// folder. This replaces both handlers for the whole process: errors become a C++ exception of type
/// std::runtime_error, warnings are counted in mjData only.
void InstallErrorHandlers();

}  // namespace surefoot::engines::mujoco
