#include "surefoot/serve/services/edit_job.h"

#include <utility>

namespace surefoot::serve {
namespace {

/// Attempts to build a world that others edit meanwhile, before giving up.
constexpr int kMaxTries = 10;

/// One edit: planned on the server thread (Start), built on the worker (Work), put in place on the
/// server thread (Finish). shared_ptrs in the posted functions keep it alive.
class EditJob : public std::enable_shared_from_this<EditJob> {
 public:
  EditJob(WorldControl* world, FileControl* files, const std::string& client, sim::Input input,
          std::function<void(const Status&)> respond)
      : world_(*world),
        files_(*files),
        count_(std::make_unique<JobCount>(files, client, /*ordered=*/true)),
        run_id_(world->run_id),
        input_(std::move(input)),
        respond_(std::move(respond)) {}

  void Start() {
    Session* session = world_.run.session();
    if (session == nullptr) return End(NoWorld());
    if (world_.run_id != run_id_) return End(Error{"another world was loaded meanwhile"});
    sim::Simulation& simulation = session->simulation();
    Result<world::WorldSpec> spec = simulation.editor().SpecAfter(input_);
    // Applied anyway, so that the recorder stores the refusal.
    if (!spec.ok()) return End(simulation.Apply(input_));
    spec_ = std::move(spec).value();
    plan_ = simulation.machine().PlanEdit();
    PostJob(&files_, shared_from_this());
  }

  // For PostJob.
  void Work(const std::atomic<bool>& stop) {
    if (!stop) prepared_ = sim::PrepareEdit(plan_, std::move(spec_));
    plan_ = sim::EditPlan();
  }
  void Finish() {
    Session* session = world_.run.session();
    if (session == nullptr || world_.run_id != run_id_) return Start();
    sim::Simulation& simulation = session->simulation();
    if (!prepared_.ok()) return End(prepared_.error());
    if (!simulation.machine().Fits(*prepared_.value())) {
      if (++tries_ < kMaxTries) return Start();
      return End(Error{"other clients edited the world " + std::to_string(kMaxTries) +
                       " times meanwhile; try again"});
    }
    End(simulation.editor().ApplyPrepared(input_, std::move(prepared_).value()));
  }

 private:
  void End(const Status& status) {
    count_ = nullptr;
    respond_(status);
  }

  WorldControl& world_;
  FileControl& files_;
  /// Released in End, so that later calls of the client go on.
  std::unique_ptr<JobCount> count_;
  /// The run that the edit is meant for.
  std::string run_id_;
  sim::Input input_;
  std::function<void(const Status&)> respond_;
  world::WorldSpec spec_;
  sim::EditPlan plan_;
  Result<std::unique_ptr<sim::PreparedEdit>> prepared_ = Error{"the server is shutting down"};
  int tries_ = 0;
};

}  // namespace

void ApplyAsync(WorldControl* world, FileControl* files, const std::string& client,
                sim::Input input, std::function<void(const Status&)> respond) {
  const Status room = CheckCapacity(*files, client);
  if (!room.ok()) return respond(room);
  std::make_shared<EditJob>(world, files, client, std::move(input), std::move(respond))->Start();
}

}  // namespace surefoot::serve
