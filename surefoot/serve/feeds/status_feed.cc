#include "surefoot/serve/feeds/status_feed.h"

#include <algorithm>
#include <filesystem>

#include "surefoot/msgs/convert.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

/// Wall periods: 10 Hz for numbers that people read, 15 Hz for arrows that move.
constexpr std::chrono::milliseconds kStatusPeriod(100);
constexpr std::chrono::microseconds kContactsPeriod(66667);
/// Contacts per message, about 110 kB.
constexpr std::size_t kMaxContacts = 4000;
constexpr int kStages = static_cast<int>(sim::Stage::kCount);

/// Keeps to a grid of times unless it is late by more than a period.
bool IsDue(StatusFeed::Clock::time_point now, std::chrono::microseconds period,
           StatusFeed::Clock::time_point* due) {
  if (now < *due) return false;
  *due = now - *due < period ? *due + period : now + period;
  return true;
}

}  // namespace

void StatusFeed::Enter() {
  status_topic_ = world_.run.Advertise<sm::ViewStatus>("/surefoot/view/status");
  contacts_topic_ = world_.run.Advertise<sm::ViewContacts>("/surefoot/view/contacts");
  samples_.clear();
}

void StatusFeed::Update(Clock::time_point now) {
  const graph::Graph& graph = world_.run.graph();
  if (IsDue(now, kStatusPeriod, &status_due_)) {
    SampleStages(now);
    if (graph.HasSubscribers(status_topic_)) SendStatus(now);
  }
  const Session* session = world_.run.session();
  if (session == nullptr || !IsDue(now, kContactsPeriod, &contacts_due_)) return;
  if (graph.HasSubscribers(contacts_topic_)) SendContacts(session->simulation());
}

void StatusFeed::SampleStages(Clock::time_point now) {
  const Session* session = world_.run.session();
  if (session == nullptr) return;
  Sample sample;
  // Ten samples of 100 ms: stage times are reported over the last second. The oldest sample is
  // reused for its memory.
  if (samples_.size() > 10) {
    sample = std::move(samples_.front());
    samples_.pop_front();
  }
  sample.at = now;
  sample.seconds.clear();
  for (int i = 0; i < kStages; ++i) {
    const auto stage = static_cast<sim::Stage>(i);
    sample.seconds.push_back(session->simulation().stepper().stage_times().Seconds(stage));
  }
  samples_.push_back(std::move(sample));
}

void StatusFeed::FillRun(const Session& session) {
  const sim::Simulation& simulation = session.simulation();
  status_.step = simulation.step_count();
  status_.time = session.time();
  status_.step_size = simulation.step_size();
  status_.world = session.world().spec().name;
  status_.world_file = world_.run.world_file();
  status_.engine = simulation.machine().engine().name;
  status_.seed = simulation.seed();
  status_.unsaved_edits = world_.edits.unsaved();
  status_.gravity = msgs::ToVector3(simulation.machine().inputs().gravity_W);
  for (int i = 0; i < kStages; ++i) {
    status_.stages.push_back(sim::StageName(static_cast<sim::Stage>(i)));
    const auto stage = static_cast<std::size_t>(i);
    const double spent = samples_.back().seconds[stage] - samples_.front().seconds[stage];
    status_.stage_seconds.push_back(spent);
  }
}

void StatusFeed::FillCameras(const sim::Simulation& simulation) {
  for (const sensors::SensorStatus& sensor : simulation.machine().sensors().Statuses()) {
    if (!sensor.can_wait) continue;
    status_.cameras.push_back({.name = sensor.name,
                               .topic = sensor.topics.front(),
                               .rate = sensor.rate,
                               .taken = sensor.samples,
                               .dropped = sensor.dropped});
  }
}

void StatusFeed::FillRecording(const Session& session) {
  status_.recording = world_.run.recording();
  if (status_.recording != recording_) {
    recording_ = status_.recording;
    recording_start_ = session.time();
  }
  if (recording_.empty()) return;
  status_.recorded_seconds = session.time() - recording_start_;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(recording_, error);
  if (!error) status_.recorded_bytes = static_cast<std::int64_t>(size);
}

void StatusFeed::FillPeople(Clock::time_point now) {
  for (const auto& [client, name] : clients_.people.all()) {
    status_.people.push_back({.client = client, .name = name});
  }
  const Session* session = world_.run.session();
  for (const auto& [robot, owner] : clients_.claims.owners()) {
    if (session == nullptr || session->world().FindModel(robot) < 0) continue;
    sm::ViewHolder holder;
    holder.robot = robot;
    holder.client = owner;
    holder.name = clients_.people.NameOf(owner);
    const auto request = clients_.claims.requests().find(robot);
    if (request != clients_.claims.requests().end()) {
      holder.requested_by = request->second.client;
      holder.requested_by_name = clients_.people.NameOf(request->second.client);
      const double left = std::chrono::duration<double>(request->second.until - now).count();
      holder.answer_within = std::max(left, 0.0);
    }
    status_.holders.push_back(std::move(holder));
  }
}

void StatusFeed::FillConsents() {
  for (const Consents::Question& question : clients_.consents.pending()) {
    sm::ViewConsent consent;
    consent.id = question.id;
    consent.kind = question.code.kind == ForeignCode::Kind::kProgram ? "program" : "script";
    consent.subject = question.code.subject;
    consent.text = ShownCode(question.code.text);
    status_.consents.push_back(std::move(consent));
  }
}

void StatusFeed::SendStatus(Clock::time_point now) {
  status_ = sm::ViewStatus();
  status_.run_id = world_.run_id;
  status_.state = ModeName(world_.run.mode());
  status_.speed = time_.speed;
  SimTimeNs time_ns = 0;
  if (const Session* session = world_.run.session()) {
    time_ns = session->simulation().time_ns();
    const bool playing = world_.run.mode() == Run::Mode::kPlaying;
    status_.real_time_factor = playing ? time_.real_time_factor : 0.0;
    FillRun(*session);
    FillCameras(session->simulation());
    FillRecording(*session);
  }
  FillPeople(now);
  FillConsents();
  world_.run.graph().Publish(status_topic_, time_ns, status_);
}

void StatusFeed::SendContacts(const sim::Simulation& simulation) {
  const world::World& world = simulation.world();
  const std::vector<physics::Contact>& all = simulation.report().contacts;
  contacts_.time = msgs::ToTime(simulation.time_ns());
  contacts_.links.clear();
  contacts_.link_a.clear();
  contacts_.link_b.clear();
  contacts_.positions.clear();
  contacts_.forces_on_b.clear();
  link_numbers_.assign(static_cast<std::size_t>(world.link_count()), -1);
  const auto number_of = [&](int link) {
    int& number = link_numbers_[static_cast<std::size_t>(link)];
    if (number < 0) {
      number = static_cast<int>(contacts_.links.size());
      contacts_.links.push_back(world.LinkName(link));
    }
    return static_cast<std::uint16_t>(number);
  };
  const std::size_t count = std::min(all.size(), kMaxContacts);
  for (std::size_t i = 0; i < count; ++i) {
    const physics::Contact& contact = all[i];
    // The report may refer to the world before an edit.
    if (std::max(contact.link_a, contact.link_b) >= world.link_count()) continue;
    contacts_.link_a.push_back(number_of(contact.link_a));
    contacts_.link_b.push_back(number_of(contact.link_b));
    for (int k = 0; k < 3; ++k) {
      contacts_.positions.push_back(static_cast<float>(contact.p_WC[k]));
      contacts_.forces_on_b.push_back(static_cast<float>(contact.f_B_W[k]));
    }
  }
  simulation.graph().Publish(contacts_topic_, simulation.time_ns(), contacts_);
}

}  // namespace surefoot::serve
