#include <algorithm>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/model_watch.h"
#include "surefoot/evaluation/run/yaml.h"

// Metric `energy`. Work is what motors deliver minus what they take back when they brake; `spent`
// counts positive power only, because most motor drivers cannot recover energy.

namespace surefoot::experiment {
namespace {

using world::ElementReader;

/// Mechanical work of a model's motors, J: effort times joint velocity, integrated over time.
class EnergyMeasure : public TimedMeasure {
 public:
  EnergyMeasure(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader), model_(RequiredText(reader, "model", "husky")) {
    RefuseUnknown(reader, {"kind", "model"});
  }

  Status Begin(Session* session) override {
    const int model = SUREFOOT_TRY(FindModel(session->world(), model_));
    if (session->world().layout(model).v.count == 0) {
      return Error{"the model '" + model_ + "' has no joints that motors could move"};
    }
    Find(*session);
    return Status();
  }

  bool Update(const Session& session) override {
    if (&session.world() != world_) Find(session);
    const physics::State& state = session.simulation().state();
    double given = 0.0, net = 0.0;
    for (int v = v_.first; v < v_.end(); ++v) {
      const auto i = static_cast<std::size_t>(v);
      // The effort is constant during the step, so with the mean velocity this is the exact work of
      // the step for a constant acceleration.
      double& before = before_[static_cast<std::size_t>(v - v_.first)];
      const double power = state.effort[i] * 0.5 * (before + state.v[i]);
      before = state.v[i];
      net += power;
      given += std::max(power, 0.0);
    }
    const double step = session.simulation().step_size();
    work_ += net * step;
    spent_ += given * step;
    peak_power_ = std::max(peak_power_, given);
    return false;
  }

  void Finish(const Session& session, TrialResult* result) override {
    Add("work", work_, result);
    Add("spent", spent_, result);
    Add("peak_power", peak_power_, result);
    const double seconds = Elapsed(session);
    if (seconds > 0.0) Add("mean_power", spent_ / seconds, result);
  }

 private:
  void Find(const Session& session) {
    world_ = &session.world();
    const int model = world_->FindModel(model_);
    v_ = model < 0 ? world::Range() : world_->layout(model).v;
    before_.assign(static_cast<std::size_t>(v_.count), 0.0);
    for (int v = v_.first; v < v_.end(); ++v) {
      before_[static_cast<std::size_t>(v - v_.first)] =
          session.simulation().state().v[static_cast<std::size_t>(v)];
    }
  }

  std::string model_;
  const world::World* world_ = nullptr;
  world::Range v_;
  /// Joint velocities before the step.
  std::vector<double> before_;
  double work_ = 0.0;
  double spent_ = 0.0;
  double peak_power_ = 0.0;
};

}  // namespace

MeasureKind EnergyMetric() { return KindOf<EnergyMeasure>("mechanical work of a model's motors"); }

}  // namespace surefoot::experiment
