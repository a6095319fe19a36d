#include <utility>

#include "surefoot/autonomy/navigate/guide.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre_kinds.h"
#include "surefoot/evaluation/run/yaml.h"

// Drives a rover to a target with the autonomy stack (autonomy/): planning on a map of rocks, path
// tracking, and localization by truth, odometry or SLAM. Settings are checked when the file is
// read, the robot when the trial starts.

namespace surefoot::experiment {
namespace {

using navigate::Localization;
using navigate::Settings;
using world::Element;
using world::ElementReader;

constexpr double kMaxMetres = 1e5;
constexpr double kMaxCells = 4e6;

/// Lets a navigate::Guide drive the robot; done when the target is reached.
class NavigateManoeuvre : public Manoeuvre {
 public:
  NavigateManoeuvre(Settings settings, std::string where)
      : settings_(std::move(settings)), where_(std::move(where)) {}

  Status Start(const Trial&, Session* session) override {
    guide_ = SUREFOOT_TRY(Within(where_, navigate::Guide::Make(settings_, session)));
    return Status();
  }
  Status Update(Session*) override {
    const Status status = guide_->Update();
    return status.ok() ? status : Status(status.error().Within(where_));
  }
  bool done() const override { return guide_->done(); }

 private:
  Settings settings_;
  std::string where_;
  std::unique_ptr<navigate::Guide> guide_;
};

void ReadArea(const ElementReader& reader, Settings* settings) {
  const std::vector<double> area = reader.Numbers("area", 4, {-20.0, -20.0, 20.0, 20.0});
  settings->low = {area[0], area[1]};
  settings->high = {area[2], area[3]};
  settings->cell = reader.Number("cell", 0.5, 0.05, 100.0);
  const Eigen::Vector2d size = settings->high - settings->low;
  if (!reader.Has("area")) {
    reader.Error("area", "'navigate' needs the area of its map", "", "area: [x0, y0, x1, y1]");
  } else if (!(size.minCoeff() >= settings->cell) ||
             size.x() * size.y() / (settings->cell * settings->cell) > kMaxCells) {
    reader.Error("area", "is empty or reversed, or has more than 4 million cells",
                 reader.Text("area"), "area: [x0, y0, x1, y1], cell: METRES");
  }
}

void ReadRules(const ElementReader& reader, Settings* settings) {
  plan::NavigatorRules& rules = settings->rules;
  const std::vector<double> target = reader.Numbers("target", 2, {0.0, 0.0});
  rules.target = {target[0], target[1]};
  if (!reader.Has("target")) {
    reader.Error("target", "'navigate' needs a target", "", "target: [x, y]");
  }
  rules.speed = reader.Number("speed", rules.speed, 1e-4, 10.0);
  rules.approach = reader.Number("approach", rules.approach, 0.0, kMaxMetres);
  rules.goal_tolerance = reader.Number(reader.WithOldName("goal_tolerance", "near_enough"),
                                       rules.goal_tolerance, 1e-3, kMaxMetres);
  rules.min_speed =
      reader.Number(reader.WithOldName("min_speed", "slowest"), rules.min_speed, 1e-6, 10.0);
  rules.look_ahead = reader.Number("look_ahead", rules.look_ahead, 0.01, kMaxMetres);
  rules.max_curvature = reader.Number(reader.WithOldName("max_curvature", "most_curvature"),
                                      rules.max_curvature, 1e-4, 100.0);
  rules.turn_on_spot = reader.Number("turn_on_spot", rules.turn_on_spot, 0.05, 3.2);
  rules.turn_rate = reader.Number("turn_rate", rules.turn_rate, 1e-4, 10.0);
  plan::HazardRules& hazards = settings->hazards;
  hazards.min_clearance = reader.Number("clearance", hazards.min_clearance, 0.0, 100.0);
  hazards.preferred_clearance =
      reader.Number(reader.WithOldName("preferred_clearance", "wanted_clearance"),
                    2.0 * hazards.min_clearance, hazards.min_clearance, 200.0);
  hazards.max_tilt =
      reader.Number(reader.WithOldName("max_tilt", "most_tilt"), hazards.max_tilt, 0.0, 1.5);
  hazards.max_slip =
      reader.Number(reader.WithOldName("max_slip", "most_slip"), hazards.max_slip, 0.0, 1.0);
}

void ReadKnowledge(const ElementReader& reader, Settings* settings) {
  const std::string how = reader.Choice("localization", {"truth", "odometry", "slam"}, "truth");
  if (how == "odometry") settings->localization = Localization::kOdometry;
  if (how == "slam") settings->localization = Localization::kSlam;
  settings->rocks_known =
      reader.Choice("rocks", {"known", "detected"}, "detected", {{"found", "detected"}}) == "known";
  settings->heights_known = reader.Choice("heights", {"known", "flat"}, "known") == "known";
  settings->rock_name = reader.Text("rock_name", settings->rock_name);
  settings->min_detection_range = reader.Number(reader.WithOldName("min_detection_range", "blind"),
                                                settings->min_detection_range, 0.0, 100.0);
  settings->finder.max_range =
      reader.Number(reader.WithOldName("max_detection_range", "sight"), 30.0, 1.0, 1000.0);
  settings->finder.height = reader.Number("rock_height", settings->finder.height, 0.01, 10.0);
  settings->soil = reader.Text("soil");
  settings->vehicle.mass = reader.Number("mass", settings->vehicle.mass, 0.1, 1e6);
  const ElementReader errors = reader.Child("errors");
  navigate::Errors& of = settings->errors;
  of.along = errors.Number("along", of.along, 0.0, 10.0);
  of.across = errors.Number("across", of.across, 0.0, 10.0);
  of.turn = errors.Number("turn", of.turn, 0.0, 3.0);
  of.rock.range = errors.Number("range", of.rock.range, 1e-4, 10.0);
  of.rock.bearing = errors.Number("bearing", of.rock.bearing, 1e-5, 1.0);
  RefuseUnknown(errors);
}

void ReadTopics(const ElementReader& reader, Settings* settings) {
  settings->cmd_topic = reader.Text("cmd_topic", settings->cmd_topic);
  settings->lidar_topic = reader.Text("lidar_topic", settings->lidar_topic);
  settings->odom_topic = reader.Text("odom_topic", settings->odom_topic);
  settings->imu_topic = reader.Text("imu_topic", settings->imu_topic);
  settings->period = reader.Number("period", settings->period, 1e-3, 1000.0);
  settings->status_period = reader.Number("status_period", settings->status_period, 1e-3, 1e5);
}

}  // namespace

std::unique_ptr<Manoeuvre> MakeNavigate(const Element& element, Problems* problems) {
  const ElementReader reader(element, problems);
  Settings settings;
  settings.model = RequiredText(reader, "model", "model: rover");
  ReadArea(reader, &settings);
  ReadRules(reader, &settings);
  ReadKnowledge(reader, &settings);
  ReadTopics(reader, &settings);
  RefuseUnknown(reader);
  return std::make_unique<NavigateManoeuvre>(std::move(settings), PlaceOf(element));
}

}  // namespace surefoot::experiment
