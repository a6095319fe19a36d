/// Services that add entities: SpawnEntity, SpawnEntities and GetSpawnables of
/// simulation_interfaces.

#include <algorithm>
#include <functional>

#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/library/mesh_model.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/serve/services/edit_job.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;
using Codes = si::SpawnEntityService::Response;

constexpr LoadCodes kCodes = {Codes::UNSUPPORTED_FORMAT, Codes::NO_RESOURCE,
                              Codes::RESOURCE_PARSE_ERROR, Codes::MISSING_ASSETS,
                              Codes::UNSUPPORTED_ASSETS};

/// Chooses the entity's name; `from_file` is the name in the description.
ResultMessage ChooseName(const world::World& world, const si::SpawnEntity& request,
                         const std::string& from_file, std::string* name) {
  if (request.name.empty() && !request.allow_renaming) {
    return MakeResult(Codes::NAME_INVALID, "the name is empty; give one, or allow renaming");
  }
  const std::string requested = request.name.empty() ? from_file : request.name;
  if (!IsEntityName(requested) && !(request.allow_renaming && requested.empty())) {
    return MakeResult(
        Codes::NAME_INVALID,
        "'" + requested + "' is not a valid name: it must not be empty or contain '::' or '/'");
  }
  *name = requested.empty() ? "entity" : requested;
  if (world.FindModel(*name) < 0) return MakeResult(Status());
  if (!request.allow_renaming) {
    return MakeResult(Codes::NAME_NOT_UNIQUE, "an entity '" + *name + "' exists already");
  }
  *name = FreeName(world, *name);
  return MakeResult(Status());
}

/// The topics and frames of a model are in the namespace of its name; another one is not supported.
ResultMessage CheckNamespace(const std::string& given, const std::string& name) {
  if (given.empty()) return MakeResult(Status());
  const std::string full = given[0] == '/' ? given : "/" + given;
  const Status valid = graph::CheckName(full);
  if (!valid.ok()) return MakeResult(Codes::NAMESPACE_INVALID, valid.error().message);
  if (full == graph::TopicName("", name)) return MakeResult(Status());
  return MakeResult(Codes::NAMESPACE_INVALID,
                    "the namespace of an entity is its name, '" + name + "', not '" + given +
                        "'; leave the namespace empty, or give the entity that name");
}

/// Adds models to the world one after the other. Each is read on the worker (Work), named and
/// placed on the server thread (Place), built on the worker and put in place between two steps
/// (ApplyAsync). One at a time, because each name must be free in the world that contains the
/// previous ones.
class SpawnJob : public std::enable_shared_from_this<SpawnJob> {
 public:
  using Respond = std::function<void(const std::vector<si::SpawnResult>&)>;

  SpawnJob(WorldControl* world, FileControl* files, const std::string& client,
           std::vector<si::SpawnEntity> requests, Respond respond)
      : world_(*world),
        files_(*files),
        client_(client),
        count_(std::make_unique<JobCount>(files, client, /*ordered=*/true)),
        requests_(std::move(requests)),
        respond_(std::move(respond)) {}

  void Start() {
    // A loop, not recursion: thousands of requests may be refused at once.
    while (results_.size() < requests_.size()) {
      const ResultMessage begun = StartReading();
      if (IsOk(begun)) return;
      Note(begun);
    }
    count_ = nullptr;
    respond_(results_);
  }

  // For PostJob.
  void Work(const std::atomic<bool>& stop) {
    if (!stop) result_ = Read();
  }
  void Finish() {
    if (!IsOk(result_)) return End(result_);
    Place();
  }

 private:
  const si::SpawnEntity& request() const { return requests_[results_.size()]; }

  void End(const ResultMessage& result) {
    Note(result);
    Start();
  }

  void Note(const ResultMessage& result) {
    si::SpawnResult out;
    out.result = result;
    if (IsOk(result)) out.entity_name = spawn_.instance.name;
    results_.push_back(std::move(out));
    loaded_ = LoadedModel();
  }

  ResultMessage StartReading() {
    const si::Resource& resource = request().entity_resource;
    if (world_.run.session() == nullptr) return NoWorldResult();
    const ResultMessage checked = CheckResource(world_.run.parts(), resource, kCodes);
    if (!IsOk(checked)) return checked;
    const Result<std::string> file = files_.uploads.PathOf(resource.uri);
    if (!file.ok()) return MakeResult(ResultMessage::RESULT_NOT_FOUND, file.error().message);
    file_ = file.value();
    parts_ = &world_.run.parts();
    scope_ = resource.uri.empty() ? files_.scope->library()
                                  : files_.scope->ForFile(files_.uploads, file_);
    PostJob(&files_, shared_from_this());
    return MakeResult(Status());
  }

  /// Worker's thread.
  ResultMessage Read() {
    const si::Resource& resource = request().entity_resource;
    if (Uploads::NeedsModel(resource.uri, file_)) {
      const Result<std::string> model = ModelOfMesh(*parts_, file_, scope_);
      if (!model.ok()) return MakeResult(ResultMessage::RESULT_NOT_FOUND, model.error().message);
      file_ = model.value();
    }
    Problems problems;
    Result<LoadedModel> model =
        resource.uri.empty()
            ? LoadTextForSpawn(*parts_, resource.resource_string, &problems, scope_)
            : LoadForSpawn(*parts_, file_, &problems, scope_);
    if (!model.ok()) return LoadFailure(model.error(), problems, kCodes);
    loaded_ = std::move(model).value();
    return MakeResult(Status());
  }

  ResultMessage ChoosePlace(const Session& session) {
    std::string name;
    ResultMessage result = ChooseName(session.world(), request(), loaded_.model->name, &name);
    if (!IsOk(result)) return result;
    result = CheckNamespace(request().entity_namespace, name);
    if (!IsOk(result)) return result;
    const auto& pose = request().initial_pose;
    const Result<RigidTransform> X_WM =
        PoseInWorld(session.simulation(), pose.header.frame_id, pose.pose);
    if (!X_WM.ok()) return MakeResult(Codes::INVALID_POSE, X_WM.error().message);
    const si::Resource& resource = request().entity_resource;
    spawn_ = sim::Spawn{world::ModelInstance{name, X_WM.value(), loaded_.model}, loaded_.grounds,
                        resource.uri.empty() ? resource.resource_string : ""};
    return result;
  }

  void Place() {
    const Session* session = world_.run.session();
    const ResultMessage result = session != nullptr ? ChoosePlace(*session) : NoWorldResult();
    if (!IsOk(result)) return End(result);
    ApplyAsync(&world_, &files_, client_, spawn_,
               [self = shared_from_this()](const Status& status) {
                 if (status.ok()) self->world_.edits.Count();
                 self->End(MakeResult(status));
               });
  }

  WorldControl& world_;
  FileControl& files_;
  std::string client_;
  std::unique_ptr<JobCount> count_;
  std::vector<si::SpawnEntity> requests_;
  Respond respond_;
  std::vector<si::SpawnResult> results_;
  // State of the present request.
  const Parts* parts_ = nullptr;
  std::string file_;
  FileScope scope_;
  LoadedModel loaded_;
  sim::Spawn spawn_;
  ResultMessage result_;
};

void SpawnAll(WorldControl* world, FileControl* files, const std::string& client,
              std::vector<si::SpawnEntity> requests, SpawnJob::Respond respond) {
  const Status room = CheckCapacity(*files, client);
  if (room.ok()) {
    return std::make_shared<SpawnJob>(world, files, client, std::move(requests), std::move(respond))
        ->Start();
  }
  std::vector<si::SpawnResult> refused(requests.size());
  for (si::SpawnResult& result : refused) result.result = MakeResult(room);
  respond(refused);
}

/// Converts the flat request of simulation_interfaces 1.x to the nested one of 2.x.
si::SpawnEntity Nested(const si::SpawnEntityService::Request& flat) {
  si::SpawnEntity request;
  request.name = flat.name;
  request.allow_renaming = flat.allow_renaming;
  request.entity_resource.uri = flat.uri;
  request.entity_resource.resource_string = flat.resource_string;
  request.entity_namespace = flat.entity_namespace;
  request.initial_pose = flat.initial_pose;
  return request;
}

void SpawnEntity(WorldControl* world, FileControl* files,
                 const si::SpawnEntityService::Request& request,
                 const std::shared_ptr<graph::Call>& call) {
  SpawnAll(world, files, call->client(), {Nested(request)},
           [call](const std::vector<si::SpawnResult>& results) {
             si::SpawnEntityService::Response response;
             response.result = results.front().result;
             response.entity_name = results.front().entity_name;
             call->Respond(&response);
           });
}

void SpawnEntities(WorldControl* world, FileControl* files,
                   const si::SpawnEntities::Request& request,
                   const std::shared_ptr<graph::Call>& call) {
  SpawnAll(world, files, call->client(), request.spawn_requests,
           [call](const std::vector<si::SpawnResult>& results) {
             si::SpawnEntities::Response response;
             response.results = results;
             const auto failed =
                 std::count_if(results.begin(), results.end(),
                               [](const si::SpawnResult& one) { return !IsOk(one.result); });
             response.result =
                 failed == 0
                     ? MakeResult(Status())
                     : MakeResult(si::SpawnEntities::Response::ENTITIES_SPAWN_FAILED,
                                  std::to_string(failed) + " of " + std::to_string(results.size()) +
                                      " could not be spawned; see results");
             call->Respond(&response);
           });
}

/// On the worker, because it reads many files.
void GetSpawnables(Run* run, FileControl* files, const si::GetSpawnables::Request& request,
                   const std::shared_ptr<graph::Call>& call) {
  const Status room = CheckCapacity(*files, call->client());
  if (!room.ok()) return call->Fail(room.error());
  AnswerAsync<si::GetSpawnables>(
      files, call,
      [parts = &run->parts(), scope = files->scope->ForAll(files->uploads),
       request](si::GetSpawnables::Response* response) {
        std::string unknown;
        for (const Found& found : FindModels(*parts, request.sources, scope, &unknown)) {
          si::Spawnable spawnable;
          spawnable.uri = found.uri;
          spawnable.description = found.description;
          response->spawnables.push_back(std::move(spawnable));
        }
        response->result =
            MakeResult(ResultMessage::RESULT_OK,
                       unknown.empty() ? "" : "sources that are not folders: " + unknown);
      });
}

}  // namespace

void OfferSpawnServices(WorldControl* world, FileControl* files) {
  graph::Graph* graph = &world->run.graph();
  Offer<si::SpawnEntityService>(graph, "/spawn_entity", SpawnEntity, world, files);
  Offer<si::SpawnEntities>(graph, "/spawn_entities", SpawnEntities, world, files);
  Offer<si::GetSpawnables>(graph, "/get_spawnables", GetSpawnables, &world->run, files);
}

}  // namespace surefoot::serve
