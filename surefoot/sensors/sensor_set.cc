#include "surefoot/sensors/sensor_set.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "surefoot/base/old_name.h"
#include "surefoot/base/try.h"
#include "surefoot/render/looks.h"
#include "surefoot/sensors/camera/picture_threads.h"
#include "surefoot/world/parse.h"

// All sensors of a world: which are due in a step, one pose update of the ray scene for all of
// them, and publication after their latency, in a fixed order.

namespace surefoot::sensors {
namespace {

/// Range of rates (Hz): sample times are whole nanoseconds in 64 bits.
constexpr double kMinRate = 1e-6;
constexpr double kMaxRate = 1e6;

/// Number of samples per sensor: at the lowest rate the times fit into 64 bits, and at the highest
/// rate the sample number is exact in a double.
constexpr std::int64_t kMaxSamples = 1000000000000000;

/// Estimated cost of a sensor with rays relative to one without, and the cost below which waking
/// other threads takes longer than they save.
constexpr int kRayWork = 32;
constexpr int kLittleWork = 64;

/// A late run drops samples of a sensor that can wait for at most this time (s), so that images
/// keep coming, at 5 Hz.
constexpr double kMaxSkipSeconds = 0.2;

/// End of the slice in nanoseconds: (sample - 1 + (slice + 1) / slices) / rate. Rounded down, so
/// that a step that ends there by the decimal numbers of the file is not missed.
SimTimeNs DueTime(double rate, std::int64_t sample, int slice, int slices) {
  const double periods = static_cast<double>(sample - 1) +
                         static_cast<double>(slice + 1) / static_cast<double>(slices);
  return static_cast<SimTimeNs>(std::floor(periods / rate * 1e9 + 1e-3));
}

std::vector<std::string> KnownTypes(const SensorRegistry& registry) {
  std::vector<std::string> types;
  for (const auto& [name, kind] : registry.entries()) {
    types.insert(types.end(), kind.types.begin(), kind.types.end());
  }
  return types;
}

double UsualRate(const SensorKind& kind, const world::ElementReader& element) {
  const double preset = kind.rate_of ? kind.rate_of(element) : 0.0;
  return preset != 0.0 ? preset : kind.usual_rate;
}

std::string FrameOf(const world::ElementReader& element, const std::string& prefix,
                    const std::string& link, const world::Sensor& sensor) {
  for (const char* name : {"frame_id", "gz_frame_id", "ignition_frame_id"}) {
    const std::string given = element.Text(name);
    if (!given.empty()) return prefix + given;
  }
  return sensor.X_LS.IsIdentity() ? prefix + link : prefix + link + "/" + sensor.name;
}

}  // namespace

struct SensorSet::Running {
  Running(graph::Graph* graph, SensorPlace at) : place(std::move(at)), topics(graph) {}

  SensorPlace place;
  std::string model_name;
  std::string type;
  std::string controller;
  bool publishes = true;
  SensorTopics topics;
  std::unique_ptr<Sensor> sensor;
  /// Number of the next sample; its time follows from it, so errors do not accumulate.
  std::int64_t sample = 1;
  std::int64_t taken = 0;
  std::int64_t dropped = 0;
  int slice = 0;
  SimTimeNs due_ns = 0;
  /// Whether the current sample is being measured, and whether it is ready to be published.
  bool measuring = false;
  bool finished = false;
  /// Whether a sample is being computed on another thread.
  bool beside = false;
  /// The last sample that was queued for another thread; -1: none.
  std::int64_t last_beside = -1;

  /// Whether the last queued sample is so recent that a late run may drop this one.
  bool HasRecent() const {
    if (last_beside < 0 || last_beside >= sample) return false;
    return static_cast<double>(sample - last_beside) < kMaxSkipSeconds * place.rate;
  }
  /// State of the sensor and its delayed messages.
  Bytes Saved() { return SavedState(sensor.get(), &topics); }
  bool Restore(const Bytes& own, SimTimeNs now_ns = StateArchive::kUnknownTime) {
    return RestoreStateAt(now_ns, own, sensor.get(), &topics);
  }
  /// Validates a restored schedule: after a step the next slice ends in the future, at most two
  /// periods ahead.
  bool IsOnTime(SimTimeNs now_ns) const {
    if (sample < 1 || sample > kMaxSamples) return false;
    if (now_ns == StateArchive::kUnknownTime) return true;
    const double ahead = static_cast<double>(sample) - ToSeconds(now_ns) * place.rate;
    return DueTime(place.rate, sample, slice, sensor->slices()) > now_ns && ahead <= 2.0;
  }
  void Schedule() { due_ns = DueTime(place.rate, sample, slice, sensor->slices()); }
  /// Advances to the first sample that begins after `time_ns`.
  void SkipTo(SimTimeNs time_ns) {
    slice = 0;
    const double begun = ToSeconds(time_ns) * place.rate;
    sample = std::max(sample, static_cast<std::int64_t>(begun) + 1);
    for (Schedule(); due_ns <= time_ns; Schedule()) ++sample;
  }
};

struct SensorSet::Making {
  const SensorRegistry& registry;
  std::uint64_t seed;
  SimTimeNs start_ns;
  Problems* problems;
  SharedParts* shared;
};

SensorSet::SensorSet(const world::World& world, const SensorRegistry& registry, std::uint64_t seed,
                     SimTimeNs start_ns, graph::Graph* graph, Problems* problems,
                     SharedParts* shared)
    : world_(world), graph_(graph) {
  SharedParts own;
  const Making making{registry, seed, start_ns, problems, shared != nullptr ? shared : &own};
  std::unordered_map<const world::Model*, OfModel> models;
  for (int model = 0; model < world.model_count(); ++model) {
    const auto [found, is_new] = models.try_emplace(&world.model(model));
    if (is_new) {
      found->second.placed = PlacedOf(world.instance(model).model, making);
      placed_.push_back(found->second.placed);
    }
    AddModel(model, making, &found->second);
    found->second.is_first = false;
  }
}

SensorSet::~SensorSet() = default;

std::shared_ptr<const SensorSet::Placed> SensorSet::PlacedOf(
    const std::shared_ptr<const world::Model>& model, const Making& making) {
  const std::string key =
      "sensors of " + std::to_string(reinterpret_cast<std::uintptr_t>(model.get()));
  return making.shared->Get<Placed>(key, [&] {
    return Placed{model, PlacedIn(*model, making.registry, making.problems)};
  });
}

void SensorSet::AddModel(int model, const Making& making, OfModel* sensors) {
  // Problems in plugins are reported once for all instances of a model.
  Problems repeated;
  Problems* problems = making.problems;
  Problems* warnings = sensors->is_first ? problems : &repeated;
  for (const plugins::PlacedSensor& placed : sensors->placed->sensors) {
    const world::Sensor& spec = placed.sensor;
    const SensorKind* kind = FindKind(making.registry, spec.type);
    if (kind == nullptr) {
      warnings->Warning(spec.source, "unknown type of sensor; it does not run", spec.type,
                        world::NameAdvice(spec.type, KnownTypes(making.registry)));
      continue;
    }
    const std::vector<std::string>& old_types = kind->old_types;
    if (std::find(old_types.begin(), old_types.end(), spec.type) != old_types.end()) {
      warnings->Warning(spec.source, "type: " + OldNameMessage(spec.type, kind->types.front()), "",
                        kOldNameAdvice);
    }
    Problems own;
    Problems* findings = placed.from.empty() ? problems : &own;
    const world::ElementReader element(spec.element, findings);
    SensorPlace place = PlaceOf(model, placed, element);
    place.rate = spec.update_rate != 0.0 ? spec.update_rate : UsualRate(*kind, element);
    place.seed = making.seed;
    const std::size_t before = running_.size();
    AddSensor(std::move(place), *kind, spec, element, making);
    if (running_.size() > before) {
      running_.back()->controller = ControllerOf(placed, *kind, running_.back()->model_name);
    }
    if (!placed.from.empty()) plugins::PassOnAsWarnings(own, placed.from, warnings);
  }
}

SensorPlace SensorSet::PlaceOf(int model, const plugins::PlacedSensor& placed,
                               const world::ElementReader& element) const {
  const world::ModelLayout& layout = world_.layout(model);
  const std::string& model_name = world_.instance(model).name;
  const std::string& link = world_.model(model).links[static_cast<std::size_t>(placed.link)].name;
  SensorPlace place;
  place.model = model;
  place.link = layout.links.first + placed.link;
  place.joint = placed.joint < 0 ? -1 : layout.joints.first + placed.joint;
  place.X_LS = placed.sensor.X_LS;
  place.name = model_name + "::" + link + "::" + placed.sensor.name;
  place.scope = graph::TopicName("", model_name);
  place.topic = placed.sensor.topic;
  place.frame_id = FrameOf(element, model_name + "/", link, placed.sensor);
  return place;
}

std::string SensorSet::ControllerOf(const plugins::PlacedSensor& placed, const SensorKind& kind,
                                    const std::string& model) const {
  if (kind.controller.empty()) return "";
  const std::string usual =
      placed.from == plugins::kRosControl ? placed.sensor.name : kind.controller;
  std::string name = usual;
  const auto is_used = [&] {
    return std::any_of(running_.begin(), running_.end(), [&](const auto& other) {
      return other->model_name == model && other->controller == name;
    });
  };
  for (int i = 2; is_used(); ++i) name = usual + "_" + std::to_string(i);
  return name;
}

void SensorSet::SetPublishing(const std::string& model, const std::string& controller,
                              bool publishes) {
  for (const auto& running : running_) {
    if (running->model_name == model && running->controller == controller) {
      running->publishes = publishes;
    }
  }
}

bool SensorSet::IsTopicUsed(const SensorTopics& topics) const {
  return std::any_of(running_.begin(), running_.end(), [&](const auto& other) {
    const std::vector<int>& used = other->topics.ids();
    return std::find_first_of(used.begin(), used.end(), topics.ids().begin(), topics.ids().end()) !=
           used.end();
  });
}

void SensorSet::AddSensor(SensorPlace place, const SensorKind& kind, const world::Sensor& spec,
                          const world::ElementReader& element, const Making& making) {
  if (!(place.rate >= kMinRate && place.rate <= kMaxRate)) {
    element.Error("update_rate", "must lie between 1e-6 and 1e6 Hz",
                  std::to_string(spec.update_rate));
    return;
  }
  const int errors_before = element.problems()->error_count();
  auto running = std::make_unique<Running>(graph_, std::move(place));
  running->model_name = world_.instance(running->place.model).name;
  running->type = spec.type;
  running->topics.set_latency_ns(ToNanoseconds(element.Number("latency", 0.0, 0.0, 60.0)));
  const SensorArgs args{world_,           running->place,  element,
                        &running->topics, making.registry, making.shared};
  running->sensor = kind.make(args);
  if (!running->topics.status().ok()) {
    element.problems()->Error(spec.source, running->topics.status().error().message, spec.name,
                              "give this sensor another <topic>");
  }
  if (running->sensor == nullptr || element.problems()->error_count() > errors_before) return;
  // Several sensors of a kind without their own topics: all but the first get their name as a
  // namespace.
  const std::string scope = graph::TopicName("", running->model_name);
  if (spec.topic.empty() && running->place.scope == scope && IsTopicUsed(running->topics)) {
    running->place.scope = graph::TopicName(scope, spec.name);
    AddSensor(running->place, kind, spec, element, making);
    return;
  }
  running->SkipTo(making.start_ns);
  running_.push_back(std::move(running));
}

bool SensorSet::IsDue(const Running& running, SimTimeNs time_ns) const {
  return running.due_ns <= time_ns;
}

// Scenes are built on first use: a world without subscribers of cameras and LIDARs never pays for
// them.
Status SensorSet::PrepareRays(Truth* truth) {
  bool visuals = false;
  bool collisions = false;
  bool colors = false;
  for (const auto& running : running_) {
    const Sensor::Rays rays = running->sensor->rays();
    if (rays == Sensor::Rays::kNone || !IsDue(*running, truth->time_ns)) continue;
    if (running->slice > 0 ? !running->measuring : !running->topics.HasSubscribers()) continue;
    (rays == Sensor::Rays::kVisuals ? visuals : collisions) = true;
    colors = colors || running->sensor->sees_colors();
  }
  const auto prepare = [&](bool is_collisions, std::unique_ptr<raycast::Scene>* scene) -> Status {
    if (*scene == nullptr) {
      raycast::SceneOptions options;
      options.collisions = is_collisions;
      *scene = SUREFOOT_TRY(raycast::Scene::Make(world_, options));
    }
    (*scene)->SetPoses(truth->state.X_WL);
    (is_collisions ? truth->collisions : truth->visuals) = scene->get();
    return Status();
  };
  if (visuals) {
    SUREFOOT_TRY(prepare(false, &visuals_));
    if (colors && looks_ == nullptr) {
      // Surfaces whose texture cannot be read have their plain colour.
      std::vector<std::string> notes;
      // Cameras see the world as described, without the viewer's grid on the floor.
      looks_ = std::make_unique<render::Looks>(*visuals_, render::LooksOptions{0.0}, &notes);
    }
    truth->looks = looks_.get();
  }
  if (collisions) return prepare(true, &collisions_);
  return Status();
}

Status SensorSet::Measure(Truth truth, Workers* workers, ImagePolicy pictures) {
  const bool beside = pictures != ImagePolicy::kWithinStep;
  if (!beside && pictures_ != nullptr) EndBeside();
  Status status;
  if (beside) status = MeasureBeside(truth, workers, pictures == ImagePolicy::kDropLate);
  if (status.ok()) status = PrepareRays(&truth);
  if (!status.ok()) return status;
  busy_.clear();
  busy_.reserve(running_.size());
  int work = 0;
  for (const auto& running : running_) {
    const bool due = IsDue(*running, truth.time_ns);
    if (!due && !running->sensor->observes()) continue;
    busy_.push_back(running.get());
    work += due && running->sensor->rays() != Sensor::Rays::kNone ? kRayWork : 1;
  }
  ForEach(work < kLittleWork ? nullptr : workers, static_cast<int>(busy_.size()), [&](int i) {
    Running* running = busy_[static_cast<std::size_t>(i)];
    if (running->sensor->observes()) running->sensor->Observe(truth);
    if (IsDue(*running, truth.time_ns)) MeasureDue(truth, running);
  });
  return Status();
}

Status SensorSet::MeasureBeside(const Truth& truth, Workers* workers, bool sparing) {
  std::vector<PictureThreads::Order> orders;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    Running& running = *running_[i];
    if (!IsDue(running, truth.time_ns) || !running.sensor->can_wait()) continue;
    if (running.topics.HasSubscribers() && (running.beside || (sparing && running.HasRecent()))) {
      ++running.dropped;
    } else if (running.topics.HasSubscribers()) {
      running.topics.UpdateSubscribers();
      running.beside = true;
      running.last_beside = running.sample;
      orders.push_back({running.sensor.get(), running.sample, static_cast<int>(i)});
    }
    ++running.sample;
    running.Schedule();
    if (IsDue(running, truth.time_ns)) running.SkipTo(truth.time_ns);
  }
  if (orders.empty()) return Status();
  if (pictures_ == nullptr) {
    const int threads = workers != nullptr ? workers->threads() : 1;
    pictures_ = std::make_unique<PictureThreads>(world_, threads);
  }
  return pictures_->Ask(truth, std::move(orders));
}

void SensorSet::TakeFromBeside() {
  pictures_->TakeDone(&done_);
  for (const int key : done_) {
    Running& running = *running_[static_cast<std::size_t>(key)];
    running.beside = false;
    running.finished = true;
    ++running.taken;
  }
}

void SensorSet::EndBeside() {
  pictures_ = nullptr;
  for (const auto& running : running_) {
    running->dropped += running->beside ? 1 : 0;
    running->beside = false;
  }
}

void SensorSet::MeasureDue(const Truth& truth, Running* running) {
  running->topics.UpdateSubscribers();
  const int slices = running->sensor->slices();
  // A step may be longer than a slice or a period. The state then serves several slices, but at
  // most one sample is published per step.
  while (IsDue(*running, truth.time_ns) && !running->finished) {
    if (running->slice == 0) {
      running->measuring =
          !running->sensor->only_when_subscribed() || running->topics.HasSubscribers();
    }
    if (running->measuring) {
      running->sensor->Measure(truth, running->sample, running->slice);
    }
    if (++running->slice == slices) {
      running->slice = 0;
      running->finished = running->measuring;
      running->taken += running->measuring ? 1 : 0;
      ++running->sample;
    }
    running->Schedule();
  }
  if (IsDue(*running, truth.time_ns)) running->SkipTo(truth.time_ns);
}

// Only sensors of the moved model: a jump of another model is a change of what they see, not of
// them.
void SensorSet::OnMoved(int model, const physics::State& state) {
  for (const auto& running : running_) {
    if (running->place.model == model) running->sensor->OnMoved(state);
  }
}

// On the thread that steps, and in the order of the sensors, whatever thread measured them.
void SensorSet::Publish(SimTimeNs time_ns) {
  if (pictures_ != nullptr) TakeFromBeside();
  for (const auto& running : running_) {
    running->topics.set_now_ns(time_ns);
    if (running->finished && running->publishes) running->sensor->Publish(&running->topics);
    running->finished = false;
    running->topics.SendDue();
  }
}

std::vector<SensorStatus> SensorSet::Statuses() const {
  std::vector<SensorStatus> statuses;
  for (const auto& running : running_) {
    SensorStatus status;
    status.name = running->place.name;
    status.type = running->type;
    status.rate = running->place.rate;
    status.samples = running->taken;
    status.dropped = running->dropped;
    status.can_wait = running->sensor->can_wait();
    status.model = running->model_name;
    status.controller = running->controller;
    for (int id : running->topics.ids()) {
      status.topics.push_back(graph_->topics()[static_cast<std::size_t>(id)]->name);
    }
    statuses.push_back(std::move(status));
  }
  return statuses;
}

PictureCounts SensorSet::picture_counts() const {
  PictureCounts counts;
  for (const auto& running : running_) {
    if (!running->sensor->can_wait()) continue;
    counts.taken += running->taken;
    counts.dropped += running->dropped;
  }
  return counts;
}

void SensorSet::CarryOver(const SensorSet& from, const std::vector<std::string>& same_models,
                          const std::vector<std::string>& restarted) {
  const auto holds = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const std::unordered_set<std::string> same(same_models.begin(), same_models.end());
  std::unordered_map<std::string, Running*> old_sensors;
  for (const auto& old : from.running_) old_sensors[old->place.name] = old.get();
  for (const auto& running : running_) {
    const auto found = old_sensors.find(running->place.name);
    if (found == old_sensors.end() || same.count(running->model_name) == 0) continue;
    if (holds(restarted, running->place.name)) continue;
    Running* old = found->second;
    const bool fits = running->Restore(old->Saved());
    SUREFOOT_CHECK(fits, "a sensor takes its own state: " + running->place.name);
    running->sample = old->sample;
    running->taken = old->taken;
    running->dropped = old->dropped + (old->beside ? 1 : 0);
    running->slice = old->slice;
    running->measuring = old->measuring && old->slice > 0;
    running->Schedule();
  }
}

void SensorSet::Archive(StateArchive* archive) {
  // Images that are being traced belong to the time before the restore.
  if (archive->restores() && pictures_ != nullptr) EndBeside();
  std::uint64_t count = running_.size();
  archive->Items(&count);
  archive->Require(count == running_.size());
  for (const auto& running : running_) {
    if (!archive->ok()) return;
    // Images that are being traced are not saved; they count as dropped.
    std::int64_t dropped = running->dropped + (running->beside ? 1 : 0);
    Bytes own = archive->restores() ? Bytes() : running->Saved();
    archive->Items(&running->sample, &running->taken, &dropped, &running->slice,
                   &running->measuring, &own);
    if (!archive->restores()) continue;
    running->dropped = dropped;
    running->finished = false;
    running->last_beside = -1;
    archive->Require(archive->ok() && running->taken >= 0 && running->dropped >= 0 &&
                     running->slice >= 0 && running->slice < running->sensor->slices() &&
                     running->IsOnTime(archive->now_ns()) &&
                     running->Restore(own, archive->now_ns()));
    if (archive->ok()) running->Schedule();
  }
}

}  // namespace surefoot::sensors
