#pragma once

#include <memory>
#include <vector>

struct mjModel_;
struct mjData_;

namespace surefoot::engines::mujoco {

/// Memory for contacts and constraint rows that grows at run time.
///
/// MuJoCo 2.2 fixes both sizes when mjData is made, allocates memory with the square of the rows,
/// and touches all of it. Here mjData is made for one row and one contact, and its arrays are
/// replaced by larger ones: zero pages that cost nothing until they are written. The two square
/// arrays (efc_AR) belong to the dual solvers, which are not used, and are left out.
class ConstraintBuffers {
 public:
  /// Replaces the arrays; their contents are lost. False when there is not enough memory.
  bool Provide(int contacts, int rows, mjModel_* model, mjData_* data);

 private:
  struct Free {
    void operator()(void* block) const;
  };
  std::vector<std::unique_ptr<void, Free>> blocks_;
};

}  // namespace surefoot::engines::mujoco
