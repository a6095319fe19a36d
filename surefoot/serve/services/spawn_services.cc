/// New entities: simulation_interfaces' SpawnEntity, SpawnEntities and GetSpawnables.

#include <algorithm>

#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;
using Codes = si::SpawnEntityService::Response;

constexpr LoadCodes kCodes = {Codes::UNSUPPORTED_FORMAT, Codes::NO_RESOURCE,
                              Codes::RESOURCE_PARSE_ERROR, Codes::MISSING_ASSETS,
                              Codes::UNSUPPORTED_ASSETS};

/// The name that it gets; `from_file` is that of the description.
ResultMessage ChooseName(const world::World& world, const si::SpawnEntity& request,
                         const std::string& from_file, std::string* name) {
  if (request.name.empty() && !request.allow_renaming) {
    return MakeResult(Codes::NAME_INVALID, "the name is empty; give one, or allow renaming");
  }
  const std::string wanted = request.name.empty() ? from_file : request.name;
  if (!IsEntityName(wanted) && !(request.allow_renaming && wanted.empty())) {
    return MakeResult(Codes::NAME_INVALID,
                      "'" + wanted + "' is no name: it must not be empty nor have '::' or '/'");
  }
  *name = wanted.empty() ? "entity" : wanted;
  if (world.FindModel(*name) < 0) return MakeResult(Status());
  if (!request.allow_renaming) {
    return MakeResult(Codes::NAME_NOT_UNIQUE, "there is an entity '" + *name + "' already");
  }
  *name = FreeName(world, *name);
  return MakeResult(Status());
}

/// Topics and frames of a model stand under its name.
ResultMessage CheckNamespace(const std::string& given, const std::string& name) {
  if (given.empty()) return MakeResult(Status());
  const std::string full = given[0] == '/' ? given : "/" + given;
  const Status valid = graph::CheckName(full);
  if (!valid.ok()) return MakeResult(Codes::NAMESPACE_INVALID, valid.error().message);
  if (full == graph::TopicName("", name)) return MakeResult(Status());
  return MakeResult(Codes::NAMESPACE_INVALID,
                    "the namespace of an entity is its name, '" + name + "'; '" + given +
                        "' cannot be; leave it empty, or name the entity so");
}

ResultMessage Load(const Parts& parts, const FileControl& files, const si::Resource& resource,
                   LoadedModel* loaded) {
  const bool is_text = resource.uri.empty();
  const ResultMessage checked = CheckResource(parts, resource, kCodes);
  if (!IsOk(checked)) return checked;
  const Result<std::string> file = files.uploads.FileOf(parts, *files.scope, resource.uri);
  if (!file.ok()) return MakeResult(ResultMessage::RESULT_NOT_FOUND, file.error().message);
  Problems problems;
  Result<LoadedModel> model =
      is_text ? LoadTextForSpawn(parts, resource.resource_string, &problems, files.scope->library())
              : LoadForSpawn(parts, file.value(), &problems,
                             files.scope->ForFile(files.uploads, file.value()));
  if (!model.ok()) return LoadFailure(model.error(), problems, kCodes);
  *loaded = std::move(model).value();
  return MakeResult(Status());
}

/// Puts it into the world, under `name`.
ResultMessage Spawn(Session* session, const Parts& parts, const FileControl& files,
                    const si::SpawnEntity& request, std::string* name) {
  LoadedModel loaded;
  ResultMessage result = Load(parts, files, request.entity_resource, &loaded);
  if (!IsOk(result)) return result;
  result = ChooseName(session->world(), request, loaded.model->name, name);
  if (!IsOk(result)) return result;
  result = CheckNamespace(request.entity_namespace, *name);
  if (!IsOk(result)) return result;
  const Result<RigidTransform> X_WM = PoseInWorld(
      session->simulation(), request.initial_pose.header.frame_id, request.initial_pose.pose);
  if (!X_WM.ok()) return MakeResult(Codes::INVALID_POSE, X_WM.error().message);
  const std::string text =
      request.entity_resource.uri.empty() ? request.entity_resource.resource_string : "";
  return MakeResult(session->simulation().Apply(
      sim::Spawn{world::ModelInstance{*name, X_WM.value(), loaded.model}, loaded.grounds, text}));
}

si::SpawnResult SpawnOne(WorldControl* world, FileControl* files, const si::SpawnEntity& request) {
  si::SpawnResult out;
  std::string name;
  Session* session = world->run.session();
  out.result = session != nullptr ? Spawn(session, world->run.parts(), *files, request, &name)
                                  : NoWorldResult();
  if (!IsOk(out.result)) return out;
  out.entity_name = name;
  world->edits.Count();
  return out;
}

/// The flat shape of 1.x as the nested one.
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
                 si::SpawnEntityService::Response* response) {
  const si::SpawnResult spawned = SpawnOne(world, files, Nested(request));
  response->result = spawned.result;
  response->entity_name = spawned.entity_name;
}

ResultMessage SpawnEntities(WorldControl* world, FileControl* files,
                            const si::SpawnEntities::Request& request,
                            si::SpawnEntities::Response* response) {
  int failed = 0;
  for (const si::SpawnEntity& one : request.spawn_requests) {
    response->results.push_back(SpawnOne(world, files, one));
    if (!IsOk(response->results.back().result)) ++failed;
  }
  if (failed == 0) return MakeResult(Status());
  return MakeResult(si::SpawnEntities::Response::ENTITIES_SPAWN_FAILED,
                    std::to_string(failed) + " of " +
                        std::to_string(request.spawn_requests.size()) +
                        " could not be spawned; see results");
}

ResultMessage GetSpawnables(Run* run, FileControl* files, const si::GetSpawnables::Request& request,
                            si::GetSpawnables::Response* response) {
  std::string unknown;
  for (const Found& found :
       FindModels(run->parts(), request.sources, files->scope->ForAll(files->uploads), &unknown)) {
    si::Spawnable spawnable;
    spawnable.uri = found.uri;
    spawnable.description = found.description;
    response->spawnables.push_back(std::move(spawnable));
  }
  return MakeResult(ResultMessage::RESULT_OK,
                    unknown.empty() ? "" : "sources that are no folders: " + unknown);
}

}  // namespace

void OfferSpawnServices(WorldControl* world, FileControl* files) {
  graph::Graph* graph = &world->run.graph();
  Offer<si::SpawnEntityService>(graph, "/spawn_entity", SpawnEntity, world, files);
  Offer<si::SpawnEntities>(graph, "/spawn_entities", SpawnEntities, world, files);
  Offer<si::GetSpawnables>(graph, "/get_spawnables", GetSpawnables, &world->run, files);
}

}  // namespace surefoot::serve
