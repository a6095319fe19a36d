#pragma once

#include <memory>

struct mjModel_;

namespace surefoot::engines::mujoco {

/// A view of a compiled model that many instances share, with private copies of the few arrays that
/// a step changes: sizes and options, force limits and impedances of motors, and margins of joint
/// limits.
class InstanceModel {
 public:
  explicit InstanceModel(const mjModel_& shared);
  ~InstanceModel();

  mjModel_* get() const { return model_; }
  mjModel_* operator->() const { return model_; }
  mjModel_& operator*() const { return *model_; }

 private:
  struct Numbers;
  std::unique_ptr<Numbers> numbers_;
  mjModel_* model_;
};

}  // namespace surefoot::engines::mujoco
