/// Services of simulation_interfaces for worlds: load, unload, list. Handlers run on the server
/// thread; worlds are read and built on the worker.

#include <algorithm>

#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/library/mesh_model.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/serve/services/long_call.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;
using Codes = si::LoadWorld::Response;

constexpr LoadCodes kCodes = {Codes::UNSUPPORTED_FORMAT, Codes::NO_RESOURCE,
                              Codes::RESOURCE_PARSE_ERROR, Codes::MISSING_ASSETS,
                              Codes::UNSUPPORTED_ASSETS};

si::WorldResource Present(const Run& run) {
  si::WorldResource world;
  world.name = run.session()->world().spec().name;
  world.world_resource.uri = run.world_file();
  world.world_resource.resource_string = run.world_text();
  return world;
}

/// For fail_on_unsupported_element: whether there are warnings about elements that are not
/// supported. Errors are reported by the load itself.
ResultMessage CheckElements(const Parts& parts, const Run::Loaded& loaded) {
  Problems problems = loaded.problems;
  if (loaded.world.ok()) CheckDevices(parts, *loaded.world.value(), &problems);
  if (!problems.ok()) return MakeResult(Status());
  std::string text;
  for (const Problem& problem : problems.all()) {
    if (problem.severity != Severity::kWarning) continue;
    text += (text.empty() ? "" : "\n") + ToString(problem);
  }
  return text.empty() ? MakeResult(Status()) : MakeResult(Codes::UNSUPPORTED_ELEMENTS, text);
}

/// Loads a world on the worker.
struct Job {
  si::LoadWorld::Request request;
  const Parts* parts = nullptr;
  /// The upload is a mesh, which is replaced by a model made of it.
  bool is_mesh = false;
  SessionOptions options;
  /// The world comes from a client, not from a file of this machine, so its scripts need consent
  /// and its events have fewer rights.
  bool is_foreign = false;
  ResultMessage result;
  Run::Loaded loaded;

  void Work() {
    si::Resource resource;
    resource.uri = request.uri;
    resource.resource_string = request.resource_string;
    result = CheckResource(*parts, resource, kCodes);
    if (!IsOk(result)) return;
    if (is_mesh) {
      const Result<std::string> model = ModelOfMesh(*parts, request.uri, options.scope);
      if (!model.ok()) {
        result = MakeResult(ResultMessage::RESULT_NOT_FOUND, model.error().message);
        return;
      }
      request.uri = model.value();
    }
    loaded = Run::ReadWorld(*parts, options, request.uri, request.resource_string);
    if (request.fail_on_unsupported_element) result = CheckElements(*parts, loaded);
    if (!IsOk(result) || !loaded.world.ok()) return;
    const Status built = Run::Build(*parts, &loaded);
    if (!built.ok()) result = LoadFailure(built.error(), loaded.problems, kCodes);
  }
};

/// Whether the world's scripts may run; asks the owner about undecided ones.
enum class Scripts { kAllowed, kAsked, kRefused };
Scripts CheckScripts(const Job& job, Consents* consents) {
  if (!job.is_foreign || !job.loaded.world.ok()) return Scripts::kAllowed;
  Scripts result = Scripts::kAllowed;
  for (const ForeignCode& script : ScriptsOf(*job.loaded.world.value())) {
    if (consents->IsRefused(script)) return Scripts::kRefused;
    if (!consents->Check(script)) result = Scripts::kAsked;
  }
  return result;
}

/// Whether events or scripts of the world are from a file that was saved from a world of a client.
bool WasForeign(const Job& job, const ClientScope& scope) {
  if (!job.loaded.world.ok()) return false;
  const auto& extensions = job.loaded.world.value()->spec().extensions;
  return std::any_of(extensions.begin(), extensions.end(), [&](const world::Element& element) {
    return scope.IsForeign(element.source.file);
  });
}

/// Puts the loaded world in place. If scripts need consent, the load is held and Finish is called
/// again after the owner's answer, or when another world is requested.
void Finish(WorldControl* control, Consents* consents, const std::shared_ptr<Job>& job,
            const std::shared_ptr<graph::Call>& call) {
  control->loading = false;
  si::LoadWorld::Response response;
  response.result = job->result;
  const Scripts scripts = CheckScripts(*job, consents);
  if (IsOk(response.result) && scripts == Scripts::kAsked) {
    control->held_load = [control, consents, job, call](bool answered) {
      if (!answered) {
        job->result = MakeResult(ResultMessage::RESULT_OPERATION_FAILED,
                                 "another world was requested before the owner allowed the scripts "
                                 "of this one");
      }
      Finish(control, consents, job, call);
    };
    return;
  }
  if (scripts == Scripts::kRefused) {
    response.result = MakeResult(ResultMessage::RESULT_OPERATION_FAILED,
                                 "the owner refused a script of this world; remove its "
                                 "<surefoot:script>, or start the server with --trust-clients");
  }
  if (IsOk(response.result)) {
    job->loaded.is_foreign = job->is_foreign;
    const Status status = control->run.Adopt(&job->loaded);
    response.result = status.ok() ? MakeResult(status)
                                  : LoadFailure(status.error(), job->loaded.problems, kCodes);
    if (status.ok()) response.world = Present(control->run);
  }
  call->Respond(&response);
}

/// On the worker: loading a large world takes long, and other clients must be answered meanwhile.
void Load(WorldControl* control, FileControl* files, Consents* consents,
          const si::LoadWorld::Request& request, const std::shared_ptr<graph::Call>& call) {
  const auto refuse = [&](const ResultMessage& why) {
    si::LoadWorld::Response response;
    response.result = why;
    call->Respond(&response);
  };
  if (control->loading) {
    return refuse(MakeResult(ResultMessage::RESULT_OPERATION_FAILED,
                             "another world is being loaded; wait for it"));
  }
  const Status room = CheckCapacity(*files, call->client());
  if (!room.ok()) return refuse(MakeResult(room));
  const Result<std::string> file = files->uploads.PathOf(request.uri);
  if (!file.ok()) {
    return refuse(MakeResult(ResultMessage::RESULT_NOT_FOUND, file.error().message));
  }
  control->ContinueLoad(false);
  control->loading = true;
  auto job = std::make_shared<Job>();
  job->request = request;
  job->request.uri = file.value();
  job->is_mesh = Uploads::NeedsModel(request.uri, file.value());
  job->parts = &control->run.parts();
  job->options = control->run.options();
  job->options.scope = request.uri.empty() ? files->scope->library()
                                           : files->scope->ForFile(files->uploads, file.value());
  job->is_foreign = request.uri.empty() || !files->uploads.BatchFolderOf(file.value()).empty();
  files->worker->Post([=](const std::atomic<bool>&) -> Worker::Done {
    job->Work();
    return [=] {
      job->is_foreign = job->is_foreign || WasForeign(*job, *files->scope);
      Finish(control, consents, job, call);
    };
  });
}

ResultMessage OkIf(bool is_loaded) {
  return is_loaded
             ? MakeResult(Status())
             : MakeResult(si::GetCurrentWorld::Response::NO_WORLD_LOADED, "no world is loaded");
}

/// Deferred, because unloading destroys the graph in which this service is running.
void Unload(WorldControl* world, const si::UnloadWorld::Request&,
            const std::shared_ptr<graph::Call>& call) {
  world->later.push_back([world, call] {
    si::UnloadWorld::Response response;
    response.result = OkIf(world->run.session() != nullptr);
    world->run.Unload();
    call->Respond(&response);
  });
}

ResultMessage GetCurrentWorld(Run* run, const si::GetCurrentWorld::Request&,
                              si::GetCurrentWorld::Response* response) {
  const bool is_loaded = run->session() != nullptr;
  if (is_loaded) response->world = Present(*run);
  return OkIf(is_loaded);
}

ResultMessage FindAvailable(const Parts& parts, const FileScope& scope,
                            const si::GetAvailableWorlds::Request& request,
                            si::GetAvailableWorlds::Response* response) {
  std::string unknown;
  for (const Found& found : FindWorlds(parts, request.additional_sources, scope, &unknown)) {
    si::WorldResource world;
    world.name = found.name;
    world.world_resource.uri = found.uri;
    world.description = found.description;
    if (PassesTags(request.filter, world.tags)) response->worlds.push_back(std::move(world));
  }
  if (unknown.empty()) return MakeResult(Status());
  if (!request.continue_on_error) response->worlds.clear();
  return MakeResult(
      request.continue_on_error ? ResultMessage::RESULT_OK : ResultMessage::RESULT_NOT_FOUND,
      "sources that are not folders: " + unknown);
}

/// On the worker, because it reads many files.
void GetAvailableWorlds(Run* run, FileControl* files,
                        const si::GetAvailableWorlds::Request& request,
                        const std::shared_ptr<graph::Call>& call) {
  const Status room = CheckCapacity(*files, call->client());
  if (!room.ok()) return call->Fail(room.error());
  AnswerAsync<si::GetAvailableWorlds>(
      files, call,
      [parts = &run->parts(), scope = files->scope->ForAll(files->uploads),
       request](si::GetAvailableWorlds::Response* response) {
        response->result = FindAvailable(*parts, scope, request, response);
      });
}

}  // namespace

void OfferWorldServices(WorldControl* world, FileControl* files, Consents* consents) {
  Run* run = &world->run;
  graph::Graph* graph = &run->graph();
  Offer<si::LoadWorld>(graph, "/load_world", Load, world, files, consents);
  Offer<si::UnloadWorld>(graph, "/unload_world", Unload, world);
  Offer<si::GetCurrentWorld>(graph, "/get_current_world", GetCurrentWorld, run);
  Offer<si::GetAvailableWorlds>(graph, "/get_available_worlds", GetAvailableWorlds, run, files);
}

}  // namespace surefoot::serve
