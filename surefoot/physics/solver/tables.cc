#include "surefoot/physics/solver/tables.h"

#include <string>

#include "surefoot/base/check.h"

namespace surefoot::solver {

const ModelEntry& Tables::Of(int model) const {
  for (const ModelEntry& entry : models) {
    if (entry.model == model) return entry;
  }
  SUREFOOT_CHECK(false, "model " + std::to_string(model) + " is not in this instance");
  return models.front();
}

}  // namespace surefoot::solver
