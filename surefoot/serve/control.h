#pragma once

/// What services look at and change, by job; all of it lives on the server's thread. A family of
/// services gets the parts that it needs.

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "surefoot/gateways/files.h"
#include "surefoot/serve/clients/claims.h"
#include "surefoot/serve/clients/consent.h"
#include "surefoot/serve/clients/held_commands.h"
#include "surefoot/serve/clients/lockstep.h"
#include "surefoot/serve/clients/people.h"
#include "surefoot/serve/clients/permissions.h"
#include "surefoot/serve/clients/step_job.h"
#include "surefoot/serve/edits.h"
#include "surefoot/serve/feeds/event_log.h"
#include "surefoot/serve/library/client_scope.h"
#include "surefoot/serve/library/library.h"
#include "surefoot/serve/library/uploads.h"
#include "surefoot/serve/recordings/gap_measurer.h"
#include "surefoot/serve/recordings/recorded_drive.h"
#include "surefoot/serve/recordings/recordings.h"
#include "surefoot/serve/run.h"
#include "surefoot/serve/worker.h"

namespace surefoot::serve {

class ViewFeed;

/// The world that is served, and what people change in it.
struct WorldControl {
  WorldControl(const Parts& parts, Run::Listener listener) : run(parts, std::move(listener)) {}

  Run run;
  Edits edits;
  /// Another one with each start of the server and each world.
  std::string run_id;
  /// A world is being loaded; the present one goes on meanwhile.
  bool loading = false;
  /// Goes on with a world whose scripts wait for the owner's consent, or (false) gives it up.
  /// Empty: there is none.
  std::function<void(bool)> held_load;
  void ContinueLoad(bool answered) {
    if (auto held = std::exchange(held_load, nullptr)) held(answered);
  }
  /// Done after all that came in was looked at: what replaces the graph, whose services must not be
  /// running then.
  std::vector<std::function<void()>> later;
};

/// How time goes on: its pace, steps that were asked for, clients that steps wait for.
struct TimeControl {
  Lockstep lockstep;
  StepJob job;
  /// Simulated seconds per wall second; 0: as fast as possible.
  double speed = 1.0;
  /// Measured over the last second or so.
  double real_time_factor = 0.0;
  bool quit = false;
};

/// Who is connected, who drives which robot, and what people are told of it.
struct ClientControl {
  ClientControl(bool shared, bool trust)
      : claims(shared, &people), access(&claims.owners()), consents(trust) {}

  People people;
  Claims claims;
  AccessControl access;
  Consents consents;
  HeldCommands held;
  RecordedDrive recorded_drive;
  EventLog events;
  /// Those that have said something.
  std::set<std::string> active;
};

/// Files that clients bring and fetch, and the threads that work on them.
struct FileControl {
  /// What gateways hand out; outlives this.
  gateways::Files* files = nullptr;
  Uploads uploads;
  /// What descriptions of clients may name; set before there are clients.
  std::unique_ptr<ClientScope> scope;
  /// Bytes of files for previews of models that are not in the world.
  std::size_t preview_bytes = 0;
  std::unique_ptr<Library> library;
  std::unique_ptr<Recordings> recordings;
  std::unique_ptr<GapMeasurer> gap;
  /// Jobs of clients that the worker has not finished, and those among them that later calls of the
  /// client must not overtake (services/long_call.h).
  std::map<std::string, int> jobs;
  std::map<std::string, int> ordered_jobs;
  /// For what takes long.
  std::unique_ptr<Worker> worker;
};

/// Each offers a family of services in the run's graph.
void OfferStateServices(WorldControl* world, TimeControl* time, AccessControl* access);
void OfferEntityServices(WorldControl* world, Claims* claims, FileControl* files);
void OfferSpawnServices(WorldControl* world, FileControl* files);
void OfferWorldServices(WorldControl* world, FileControl* files, Consents* consents);
void OfferRunServices(WorldControl* world, TimeControl* time, ClientControl* clients,
                      FileControl* files);
void OfferSnapshotServices(Run* run, const AccessControl* access, FileControl* files);
void OfferPeopleServices(WorldControl* world, ClientControl* clients, ViewFeed* view);
void OfferRecordingServices(Run* run, Recordings* recordings, ViewFeed* view);
void OfferEditServices(WorldControl* world, Claims* claims, FileControl* files);
void OfferUploadServices(Run* run, FileControl* files);
void OfferGapServices(WorldControl* world, ClientControl* clients, FileControl* files);
void OfferTriggerServices(WorldControl* world, Claims* claims);

/// What events of the world say goes into the log.
graph::Subscription ListenToEvents(graph::Graph* graph, EventLog* log);

/// Those who asked for a robot and got no answer in time are forgotten.
void AttendWishes(ClientControl* clients);

}  // namespace surefoot::serve
