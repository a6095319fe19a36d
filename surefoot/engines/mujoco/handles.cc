#include "surefoot/engines/mujoco/handles.h"

#include <mujoco/mujoco.h>

#include <mutex>
#include <stdexcept>

// MuJoCo reports errors by a callback that must not return. It throws here, so that an error in a
// model is reported and does not end the process.

namespace surefoot::engines::mujoco {
namespace {

void ThrowError(const char* message) { throw std::runtime_error(message); }
void IgnoreWarning(const char*) {}

}  // namespace

void ModelDeleter::operator()(mjModel_* model) const { mj_deleteModel(model); }
void DataDeleter::operator()(mjData_* data) const { mj_deleteData(data); }

DataHandle MakeData(const mjModel_& model) { return DataHandle(mj_makeData(&model)); }

void InstallErrorHandlers() {
  // Once per process: other threads may be stepping and read the handlers.
  static std::once_flag once;
  std::call_once(once, [] {
    mju_user_error = ThrowError;
    mju_user_warning = IgnoreWarning;
  });
}

}  // namespace surefoot::engines::mujoco
