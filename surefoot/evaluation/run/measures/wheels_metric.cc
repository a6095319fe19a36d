// The metric `wheels`: contact of a robot's wheels with the ground at the end of a run.

#include <algorithm>
#include <array>
#include <cmath>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/model_watch.h"
#include "surefoot/evaluation/run/measures/wheel_window.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/publisher.h"
#include "surefoot/sim/ground_topics.h"
#include "surefoot/world/parse.h"
#include "surefoot/world/plate.h"

namespace surefoot::experiment {
namespace {

using msgs::surefoot_msgs::WheelGround;
using msgs::surefoot_msgs::WheelGrounds;
using world::ElementReader;

/// A field of the message. Slip, slip angle and sinkage are undefined while a wheel is in the air;
/// forces are zero then. Forces of several wheels also have a sum.
struct Field {
  const char* name;
  double WheelGround::*value;
  bool in_the_air;
  bool has_sum;
};
constexpr std::array<Field, 9> kFields = {{
    {"slip", &WheelGround::slip, false, false},
    {"slip_angle", &WheelGround::slip_angle, false, false},
    {"sinkage", &WheelGround::sinkage, false, false},
    {"load", &WheelGround::load, true, true},
    {"drawbar_pull", &WheelGround::drawbar_pull, true, true},
    {"lateral_force", &WheelGround::lateral_force, true, true},
    {"torque", &WheelGround::torque, true, true},
    {"power", &WheelGround::power, true, true},
    {"slip_speed_x", &WheelGround::slip_speed_x, false, false},
}};
constexpr std::size_t kSlip = 0;
constexpr std::size_t kLoad = 3;

std::vector<std::string> FieldNames() { return Mapped<std::string>(kFields, &Field::name); }

/// Flags of kFields that are requested: all when none is named.
std::vector<char> ReadFields(const ElementReader& reader) {
  std::vector<char> requested(kFields.size(), reader.Has("fields") ? 0 : 1);
  const std::vector<std::string> names = FieldNames();
  for (const std::string& text : Texts(reader, "fields")) {
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) {
      reader.Error("fields", "has a field that wheels do not have", text,
                   world::NameAdvice(text, names));
      continue;
    }
    requested[static_cast<std::size_t>(found - names.begin())] = 1;
  }
  return requested;
}

/// Statistics of the wheels over the last window of a run, when motion is usually steady.
class WheelsMeasure : public TimedMeasure {
 public:
  WheelsMeasure(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader),
        model_(RequiredText(reader, "model", "rover")),
        only_(Texts(reader, "wheels")),
        requested_(ReadFields(reader)),
        length_(reader.Number("window", 2.0, 0.02, 600.0)),
        steady_(reader.Number("steady", 0.01, 0.0, 10.0)),
        from_(reader.Number("from", 0.0, 0.0, kLongestTrial)),
        ends_(reader.Flag("end_when_steady", false)),
        each_(reader.Flag("each", true)) {
    RefuseUnknown(reader, {"kind"});
  }

  Status Begin(Session* session) override {
    graph::Graph& graph = session->simulation().graph();
    SUREFOOT_TRY(Choose(session->world()));
    const std::string topic = graph::TopicName(graph::TopicName("", model_), "ground/wheels");
    SUREFOOT_TRY(FindTopic(graph, topic));
    const double period = std::max(1e-9 * static_cast<double>(sim::GroundTopics::kPeriodNs),
                                   session->simulation().step_size());
    const auto samples = static_cast<std::size_t>(std::lround(length_ / period));
    window_ = WheelWindow(std::max<std::size_t>(2, samples), index_.size(), kFields.size());
    subscription_ = graph.Subscribe(topic, [this](const graph::Delivery& delivery) {
      const auto* message = static_cast<const WheelGrounds*>(delivery.message());
      if (message != nullptr) Take(*message);
    });
    return Status();
  }

  bool Update(const Session& session) override {
    elapsed_ = Elapsed(session);
    if (!fresh_) return false;
    fresh_ = false;
    return ends_ && IsSteady();
  }

  void Finish(const Session&, TrialResult* result) override {
    subscription_.Reset();
    Add("count", static_cast<double>(window_.size()), result);
    if (window_.size() == 0) return;
    Add("time", elapsed_, result);
    Add("steady", IsSteady() ? 1.0 : 0.0, result);
    Add("touching", window_.Touching(), result);
    for (std::size_t f = 0; f < kFields.size(); ++f) {
      if (requested_[f] != 0) AddField(f, result);
    }
    AddShares("", window_.MeansOfAll(kFields.size(), [](std::size_t f) { return InTheAir(f); }),
              result);
    for (std::size_t i = 0; each_ && i < names_.size(); ++i) AddWheel(i, result);
  }

 private:
  static bool InTheAir(std::size_t field) { return kFields[field].in_the_air; }

  /// Selects wheels: their indices in the message and the names of their numbers.
  Status Choose(const world::World& world) {
    const int model = SUREFOOT_TRY(FindModel(world, model_));
    std::vector<std::string> links;
    std::vector<std::string> joints;
    for (const world::Wheel& wheel : world.wheels()) {
      if (world.model_of_link(wheel.link) != model) continue;
      links.push_back(Local(world.LinkName(wheel.link)));
      joints.push_back(Local(world.JointName(wheel.joint)));
    }
    // In the message plates follow after the wheels.
    Problems problems;
    for (const world::Plate& plate : world::FindPlates(world, &problems)) {
      if (world.model_of_link(plate.link) != model) continue;
      links.push_back(Local(world.LinkName(plate.link)));
      joints.push_back(links.back());
    }
    if (links.empty()) return Error{"model '" + model_ + "' has no wheels and no plates"};
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const std::string& name : only_) {
      if (has(links, name) || has(joints, name)) continue;
      return Error{"model '" + model_ + "' has no wheel '" + name + "'; " +
                   world::NameAdvice(name, links)};
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (!only_.empty() && !has(only_, links[i]) && !has(only_, joints[i])) continue;
      index_.push_back(i);
      names_.push_back(links[i]);
    }
    return Status();
  }

  std::string Local(const std::string& name) const {
    return name.compare(0, model_.size() + 2, model_ + "::") == 0 ? name.substr(model_.size() + 2)
                                                                  : name;
  }

  void Take(const WheelGrounds& message) {
    const bool fits = !index_.empty() && index_.back() < message.wheels.size();
    if (elapsed_ < from_ || !fits) return;
    window_.Begin();
    for (std::size_t i = 0; i < index_.size(); ++i) {
      const WheelGround& wheel = message.wheels[index_[i]];
      window_.SetTouching(i, wheel.touching);
      for (std::size_t f = 0; f < kFields.size(); ++f) {
        window_.Set(i, f, wheel.*kFields[f].value);
      }
    }
    window_.End(kSlip);
    fresh_ = true;
  }

  /// True when the window is full and the mean slip changed by at most `steady` in it.
  bool IsSteady() const { return window_.full() && window_.LeadSpread() <= steady_; }

  void AddField(std::size_t f, TrialResult* result) const {
    const Field& field = kFields[f];
    const std::string name = field.name;
    const WheelWindow::Course course = window_.CourseOf(f, field.in_the_air);
    if (course.count == 0) return;
    Add(name, course.mean, result);
    Add(name + ".spread", course.high - course.low, result);
    Add(name + ".drift", course.later - course.earlier, result);
    if (field.has_sum) Add(name + ".sum", course.mean * static_cast<double>(names_.size()), result);
  }

  void AddWheel(std::size_t i, TrialResult* result) const {
    std::vector<double> means;
    for (std::size_t f = 0; f < kFields.size(); ++f) {
      means.push_back(window_.MeanOf(i, f, kFields[f].in_the_air));
      if (requested_[f] != 0 && std::isfinite(means.back())) {
        Add(names_[i] + "." + kFields[f].name, means.back(), result);
      }
    }
    AddShares(names_[i] + ".", means, result);
  }

  /// Adds forces divided by load, which make wheels of different loads comparable.
  void AddShares(const std::string& before, const std::vector<double>& means,
                 TrialResult* result) const {
    if (!(means[kLoad] > 0.0)) return;
    if (requested_[kLoad + 1] != 0) {
      Add(before + "drawbar_over_load", means[kLoad + 1] / means[kLoad], result);
    }
    if (requested_[kLoad + 2] != 0) {
      Add(before + "lateral_over_load", means[kLoad + 2] / means[kLoad], result);
    }
  }

  std::string model_;
  std::vector<std::string> only_;
  std::vector<char> requested_;
  double length_;
  double steady_;
  double from_;
  bool ends_;
  bool each_;
  std::vector<std::size_t> index_;
  std::vector<std::string> names_;
  WheelWindow window_;
  double elapsed_ = 0.0;
  bool fresh_ = false;
  graph::Subscription subscription_;
};

}  // namespace

MeasureKind WheelsMetric() {
  return KindOf<WheelsMeasure>("slip, sinkage, forces and power of wheels at the end of a run");
}

}  // namespace surefoot::experiment
