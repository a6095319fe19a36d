#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <vector>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"

namespace surefoot::serve {

/// Tells viewers how the run goes, ten times per second of wall time, also while it stands still
/// or there is no world: /surefoot/view/status. And what touches: /surefoot/view/contacts.
class StatusFeed {
 public:
  using Clock = std::chrono::steady_clock;

  StatusFeed(WorldControl* world, const TimeControl* time, const ClientControl* clients)
      : world_(*world), time_(*time), clients_(*clients) {}

  /// The run has another graph.
  void Enter();
  /// Often, between two steps.
  void Update(Clock::time_point now);

 private:
  /// Wall time of all stages, and when.
  struct Sample {
    Clock::time_point at;
    std::vector<double> seconds;
  };

  void SampleStages(Clock::time_point now);
  void SendStatus(Clock::time_point now);
  void FillRun(const Session& session);
  void FillCameras(const sim::Simulation& simulation);
  void FillRecording(const Session& session);
  void FillPeople(Clock::time_point now);
  void FillConsents();
  void SendContacts(const sim::Simulation& simulation);

  WorldControl& world_;
  const TimeControl& time_;
  const ClientControl& clients_;
  int status_topic_ = -1;
  int contacts_topic_ = -1;
  Clock::time_point status_due_;
  Clock::time_point contacts_due_;
  std::deque<Sample> samples_;
  msgs::surefoot_msgs::ViewStatus status_;
  msgs::surefoot_msgs::ViewContacts contacts_;
  /// Number in contacts_.links by link; -1: none.
  std::vector<int> link_numbers_;
  /// The recording under way and the simulated time of its start.
  std::string recording_;
  double recording_start_ = 0.0;
};

}  // namespace surefoot::serve
