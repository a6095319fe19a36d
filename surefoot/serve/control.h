#pragma once

/// The state that services read and change, grouped by responsibility. All of it belongs to the
/// server thread and needs no locks. A family of services receives only the parts it needs.

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

/// The served world, and the edits that people make in it.
struct WorldControl {
  WorldControl(const Parts& parts, Run::Listener listener) : run(parts, std::move(listener)) {}

  Run run;
  Edits edits;
  /// Identifies a run: a new random value at each start of the server and with each world. Clients
  /// see by it that the server was restarted.
  std::string run_id;
  /// A world is being loaded on the worker; the present one continues meanwhile.
  bool loading = false;
  /// Continues (true) or cancels (false) loading a world whose scripts wait for the owner's
  /// consent. Empty if no load waits.
  std::function<void(bool)> held_load;
  /// Calls held_load once, if set.
  void ContinueLoad(bool answered) {
    if (auto held = std::exchange(held_load, nullptr)) held(answered);
  }
  /// Tasks executed after all queued requests: those that replace the graph, which must not happen
  /// while one of its services is running.
  std::vector<std::function<void()>> later;
};

/// Progress of time: pace, requested steps, clients that steps wait for.
struct TimeControl {
  Lockstep lockstep;
  StepJob job;
  /// Simulated seconds per wall second; 0: as fast as possible.
  double speed = 1.0;
  /// Simulated seconds per wall second, measured over about the last second.
  double real_time_factor = 0.0;
  /// A client has ended the server.
  bool quit = false;
};

/// The connected clients: their rights, claims and consents, and the events reported to them.
struct ClientControl {
  ClientControl(bool shared, bool trust)
      : claims(shared, &people), access(&claims.owners()), consents(trust) {}

  People people;
  Claims claims;
  AccessControl access;
  Consents consents;
  /// Commands repeated until the next one, and the robot driven by a recording.
  HeldCommands held;
  RecordedDrive recorded_drive;
  EventLog events;
  /// Clients that have sent at least one message.
  std::set<std::string> active;
};

/// Files that clients upload and download, and the threads that process them.
struct FileControl {
  /// Files served by gateways; outlives this. Thread-safe, unlike the rest.
  gateways::Files* files = nullptr;
  Uploads uploads;
  /// Which files clients' descriptions may refer to; set before the first client connects.
  std::unique_ptr<ClientScope> scope;
  /// Bytes of files published for previews of models that are not in the world; limited.
  std::size_t preview_bytes = 0;
  std::unique_ptr<Library> library;
  std::unique_ptr<Recordings> recordings;
  std::unique_ptr<GapMeasurer> gap;
  /// Unfinished jobs per client, and those among them that later calls of the same client must not
  /// overtake (services/long_call.h).
  std::map<std::string, int> jobs;
  std::map<std::string, int> ordered_jobs;
  /// Thread for long work. Declared last: its jobs refer to the members above.
  std::unique_ptr<Worker> worker;
};

/// Each offers a family of services in the run's graph; defined in services/. Called once for each
/// graph. All arguments outlive the graph.
void OfferStateServices(WorldControl* world, TimeControl* time, ClientControl* clients);
void OfferEntityServices(WorldControl* world, Claims* claims, FileControl* files);
void OfferSpawnServices(WorldControl* world, FileControl* files);
void OfferWorldServices(WorldControl* world, FileControl* files, Consents* consents);
void OfferRunServices(WorldControl* world, TimeControl* time, ClientControl* clients,
                      FileControl* files);
void OfferSnapshotServices(Run* run, const AccessControl* access, FileControl* files);
void OfferPeopleServices(WorldControl* world, ClientControl* clients, ViewFeed* view);
void OfferRecordingServices(Run* run, Recordings* recordings, ViewFeed* view);
void OfferEditServices(WorldControl* world, ClientControl* clients, FileControl* files);
void OfferUploadServices(Run* run, FileControl* files);
void OfferGapServices(WorldControl* world, ClientControl* clients, FileControl* files);
void OfferTriggerServices(WorldControl* world, ClientControl* clients, FileControl* files);
void OfferGazeboServices(Run* run);

/// Copies the "say" commands of the world's events into the log, as long as the subscription
/// exists.
graph::Subscription ListenToEvents(graph::Graph* graph, EventLog* log);

/// Drops requests for control of robots that were not answered in time, and reports them.
void ExpireControlRequests(ClientControl* clients);

}  // namespace surefoot::serve
