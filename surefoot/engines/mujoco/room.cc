#include "surefoot/engines/mujoco/room.h"

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

#include <cstdlib>
#include <cstring>

// mjData is allocated for the actual number of contacts and constraints instead of the model's
// maximum, which would take megabytes per robot.

namespace surefoot::engines::mujoco {

void ConstraintBuffers::Free::operator()(void* block) const { std::free(block); }

// MuJoCo allocates its arrays once; these replace them with larger ones.
bool ConstraintBuffers::Provide(int contacts, int rows, mjModel_* model, mjData_* data) {
  model->nconmax = contacts;
  model->njmax = rows;
  blocks_.clear();
  bool complete = true;
  auto take = [&](std::size_t count, std::size_t size) {
    // For large blocks calloc maps fresh zero pages instead of writing them.
    void* block = std::calloc(count > 0 ? count : 1, size);
    blocks_.emplace_back(block);
    complete = complete && block != nullptr;
    return block;
  };
  // MuJoCo's macro lists the fields of mjData with their sizes as (type, name, rows, columns).
  MJDATA_POINTERS_PREAMBLE(model)
#define X(type, name, nr, nc)                                                                    \
  if ((std::strcmp(#nr, "njmax") == 0 || std::strcmp(#nr, "nconmax") == 0 ||                     \
       std::strcmp(#nc, "MJ_M(njmax)") == 0) &&                                                  \
      std::strncmp(#name, "efc_AR", 6) != 0) {                                                   \
    data->name = static_cast<type*>(                                                             \
        take(static_cast<std::size_t>(model->nr) * static_cast<std::size_t>(nc), sizeof(type))); \
  }
  MJDATA_POINTERS
#undef X
  static_cast<void>(nv);
  static_cast<void>(njmax);
  return complete;
}

}  // namespace surefoot::engines::mujoco
