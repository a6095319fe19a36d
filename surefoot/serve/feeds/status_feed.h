#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <vector>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"

namespace surefoot::serve {

/// Publishes the state of the run for viewers ten times per second of wall time, also while the run
/// is paused or no world is loaded (/surefoot/view/status), and the contacts
/// (/surefoot/view/contacts). docs/reference/view.md describes the messages. Server thread; reads
/// the run, never changes it.
class StatusFeed {
 public:
  using Clock = std::chrono::steady_clock;

  StatusFeed(WorldControl* world, const TimeControl* time, const ClientControl* clients)
      : world_(*world), time_(*time), clients_(*clients) {}

  /// The run has another graph: advertises the topics there.
  void Enter();
  /// Call often, between two steps.
  void Update(Clock::time_point now);

 private:
  /// Wall time spent in all stages of a step so far (s), and when it was sampled.
  struct Sample {
    Clock::time_point at;
    std::vector<double> seconds;
  };

  void SampleStages(Clock::time_point now);
  void SendStatus(Clock::time_point now);
  // Each fills a part of status_.
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
  /// Index in contacts_.links by link; -1 if the link is not in it.
  std::vector<int> link_numbers_;
  /// The present recording and the simulated time of its start (s).
  std::string recording_;
  double recording_start_ = 0.0;
};

}  // namespace surefoot::serve
