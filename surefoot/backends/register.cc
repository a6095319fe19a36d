#include "surefoot/backends/register.h"

#include "surefoot/backends/mujoco/backend.h"

namespace surefoot::backends {

void RegisterBackends(physics::BackendRegistry* registry) {
  registry->Add("mujoco", MujocoFactory());
}

}  // namespace surefoot::backends
