#pragma once

#include <memory>

struct mjModel_;

namespace surefoot::engines::mujoco {

/// A view of a compiled model that many instances share, with the few numbers of its own that a
/// step changes: settings, sizes, how strongly motors hold, and from where on limits are looked at.
class OwnModel {
 public:
  explicit OwnModel(const mjModel_& shared);
  ~OwnModel();

  mjModel_* get() const { return model_; }
  mjModel_* operator->() const { return model_; }
  mjModel_& operator*() const { return *model_; }

 private:
  struct Numbers;
  std::unique_ptr<Numbers> numbers_;
  mjModel_* model_;
};

}  // namespace surefoot::engines::mujoco
