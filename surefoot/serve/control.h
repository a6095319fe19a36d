#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "surefoot/gateways/files.h"
#include "surefoot/graph/call.h"
#include "surefoot/graph/graph.h"
#include "surefoot/serve/clients/claims.h"
#include "surefoot/serve/clients/held_commands.h"
#include "surefoot/serve/clients/lockstep.h"
#include "surefoot/serve/clients/people.h"
#include "surefoot/serve/clients/step_job.h"
#include "surefoot/serve/edits.h"
#include "surefoot/serve/feeds/event_log.h"
#include "surefoot/serve/library/uploads.h"
#include "surefoot/serve/recordings/recorded_drive.h"
#include "surefoot/serve/run.h"
#include "surefoot/serve/worker.h"

namespace surefoot::serve {

class GapMeasurer;
class Library;
class Recordings;
class ViewFeed;

/// All that services look at and change; lives on the server's thread.
struct Control {
  Control(const Parts& parts, bool shared, Run::Listener listener)
      : run(parts, std::move(listener)), claims(shared, &people) {}

  Run run;
  Lockstep lockstep;
  People people;
  Claims claims;
  HeldCommands held;
  RecordedDrive recorded_drive;
  EventLog events;
  /// To what events of the world say.
  graph::Subscription fired;
  /// Another one with each start of the server and each world.
  std::string run_id;
  Edits edits;
  Uploads uploads;
  /// What gateways hand out; outlives this.
  gateways::Files* files = nullptr;
  /// Of files for previews of models that are not in the world.
  std::size_t preview_bytes = 0;
  /// Simulated seconds per wall second; 0: as fast as possible.
  double speed = 1.0;
  /// Measured over the last second or so.
  double real_time_factor = 0.0;
  StepJob job;
  /// Those that have said something.
  std::set<std::string> clients;
  /// Done after all that came in was looked at: what replaces the graph, whose services must not be
  /// running then.
  std::vector<std::function<void()>> later;
  /// The server's.
  Library* library = nullptr;
  Recordings* recordings = nullptr;
  ViewFeed* view = nullptr;
  GapMeasurer* gap = nullptr;
  /// For what takes long.
  std::unique_ptr<Worker> worker;
  /// A world is being loaded; the present one goes on meanwhile.
  bool loading = false;
  bool quit = false;
};

/// Each offers a family of services in the run's graph.
void OfferStateServices(Control* control);
void OfferEntityServices(Control* control);
void OfferSpawnServices(Control* control);
void OfferWorldServices(Control* control);
void OfferRunServices(Control* control);
void OfferLockstepServices(Control* control);
void OfferPeopleServices(Control* control);
void OfferLibraryServices(Control* control);
void OfferRecordingServices(Control* control);
void OfferEditServices(Control* control);
void OfferCopyServices(Control* control);
void OfferSaveServices(Control* control);
void OfferUploadServices(Control* control);
void OfferGapServices(Control* control);
void OfferTriggerServices(Control* control);

/// What events of the world say goes into the log.
void ListenToEvents(Control* control);

/// Those who asked for a robot and got no answer in time are forgotten.
void AttendWishes(Control* control);

}  // namespace surefoot::serve
