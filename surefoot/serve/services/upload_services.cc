/// Services for the library and for uploads: listing, uploading, checking and repairing
/// descriptions. Handlers run on the server thread, the checks on the worker.

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>

#include "surefoot/drives/drive_set.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/library/fixes.h"
#include "surefoot/serve/library/mesh_model.h"
#include "surefoot/serve/services/long_call.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/load.h"
#include "surefoot/view/description.h"

namespace surefoot::serve {
namespace {

/// A description with all problems found in it.
struct Checked {
  bool is_world = false;
  Problems problems;
  /// As much of it as could be read.
  world::WorldSpec spec;
  /// nullptr if it cannot be built.
  std::shared_ptr<const world::World> world;
};

/// Readers and the builder may report the same problem.
bool IsKnown(const Problems& problems, const Problem& one) {
  return std::any_of(problems.all().begin(), problems.all().end(), [&](const Problem& other) {
    return other.message == one.message && other.source.line == one.source.line &&
           other.source.file == one.source.file;
  });
}

void AddNew(const Problems& from, Problems* problems) {
  for (const Problem& one : from.all()) {
    if (IsKnown(*problems, one)) continue;
    problems->Add(one.severity, one.source, one.message, one.value, one.advice);
  }
}

Checked CheckDescription(const Parts& parts, const std::string& file, const FileScope& scope) {
  Checked checked;
  formats::ReadResult read = ReadDescription(parts, file, &checked.problems, scope);
  checked.is_world = !read.is_model;
  checked.spec = std::move(read.spec);
  if (!read.ok) return checked;
  // Continue after the readers' problems, so that the user sees all problems at once.
  Problems built;
  const auto world = world::MakeWorld(checked.spec, &built);
  AddNew(built, &checked.problems);
  if (!world.ok()) return checked;
  Problems devices;
  graph::Graph graph;
  const drives::DriveSet drives(**world, parts.drives, 0, &graph, &devices);
  const sensors::SensorSet sensors(**world, parts.sensors, 0, 0, &graph, &devices);
  plugins::ReportPlugins((*world)->spec(), sensors::SpellingsOf(parts.sensors), &devices);
  AddNew(devices, &checked.problems);
  if (checked.problems.ok()) checked.world = world.value();
  return checked;
}

/// The missing files, as the description names them, recognized by the readers' message "... was
/// not found".
std::vector<std::string> MissingFiles(const Problems& problems) {
  std::vector<std::string> missing;
  for (const Problem& problem : problems.all()) {
    const std::size_t found = problem.message.find("was not found");
    const std::size_t end = problem.message.rfind('"', found);
    if (found == std::string::npos || end == std::string::npos || end == 0) continue;
    const std::size_t start = problem.message.rfind('"', end - 1);
    if (start == std::string::npos) continue;
    const std::string name = problem.message.substr(start + 1, end - start - 1);
    if (std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
  }
  return missing;
}

namespace sm = msgs::surefoot_msgs;

/// Problems in a response, lines read per file, and bytes of preview files per process.
constexpr std::size_t kMaxProblems = 500;
constexpr std::size_t kMaxLines = 1000000;
constexpr std::size_t kMaxPreviewBytes = std::size_t{256} << 20;

/// Lines of the files with problems, read once each, and only files within the scope: a description
/// must not make the server show other files.
class Texts {
 public:
  explicit Texts(const FileScope& scope) : scope_(scope) {}

  const std::vector<std::string>& Of(const std::string& file) {
    const auto [found, is_new] = files_.try_emplace(file);
    if (!is_new || !scope_.Contains(file)) return found->second;
    std::ifstream in(file, std::ios::binary);
    std::string line;
    while (found->second.size() < kMaxLines && std::getline(in, line)) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      found->second.push_back(line);
    }
    return found->second;
  }

 private:
  const FileScope& scope_;
  std::map<std::string, std::vector<std::string>> files_;
};

/// Removes the list of places that were tried, which would reveal the server's folders.
std::string Shortened(const std::string& message) {
  const std::size_t tried = message.find("; tried:");
  return tried == std::string::npos ? message : message.substr(0, tried);
}

sm::ModelProblem Message(const Problem& problem, const world::WorldSpec& spec, Texts* texts) {
  sm::ModelProblem out;
  out.severity = SeverityName(problem.severity);
  out.file = problem.source.file;
  out.line = problem.source.line;
  out.element = problem.source.element;
  out.message = Shortened(problem.message);
  out.value = problem.value;
  out.advice = problem.advice;
  if (problem.source.file.empty() || problem.source.line < 1) return out;
  const std::vector<std::string>& lines = texts->Of(problem.source.file);
  const auto line = static_cast<std::size_t>(problem.source.line);
  if (line <= lines.size()) out.line_text = lines[line - 1].substr(0, 1000);
  if (const std::optional<Fix> fix = FindFix(problem, lines, spec)) {
    out.fix = fix->label;
    out.fix_line = fix->line;
    out.fix_text = fix->text;
  }
  return out;
}

void Describe(const Checked& checked, sm::CheckModel::Response* response) {
  response->kind = checked.is_world ? "world" : "model";
  response->name = checked.spec.name;
  for (const world::ModelInstance& instance : checked.spec.models) {
    if (instance.model == nullptr) continue;
    if (!checked.is_world) response->name = instance.name;
    response->links += static_cast<std::int32_t>(instance.model->links.size());
    response->joints += static_cast<std::int32_t>(instance.model->joints.size());
    for (const world::Link& link : instance.model->links) {
      if (!instance.model->is_static) response->mass += link.inertia.mass;
    }
  }
}

/// Checks a description on the worker's thread; reading meshes takes long.
struct CheckJob {
  const Parts* parts = nullptr;
  std::string file;
  bool is_upload = false;
  std::optional<TextFile> text;
  FileScope scope;
  Status status;
  sm::CheckModel::Response response;
  std::vector<view::Asset> assets;
  std::unique_ptr<JobCount> count;

  void Work() {
    if (is_upload && IsMeshFile(file)) {
      const Result<std::string> model = ModelOfMesh(*parts, file, scope);
      if (!model.ok()) return void(status = model.error());
      file = model.value();
    }
    const Checked checked = CheckDescription(*parts, file, scope);
    Describe(checked, &response);
    response.missing_files = MissingFiles(checked.problems);
    Texts texts(scope);
    for (const Problem& problem : checked.problems.all()) {
      if (response.problems.size() >= kMaxProblems) break;
      response.problems.push_back(Message(problem, checked.spec, &texts));
    }
    if (checked.world == nullptr || checked.is_world) return;
    view::Assets made;
    const bool collisions = view::IsDrawnByCollisions(*checked.world, 0);
    response.description =
        view::DescriptionOf(*checked.world, 0, collisions, parts->sensors, &made);
    assets = made.EndScene().added;
  }
};

/// Publishes files for a preview. They are kept, because the scene may use them later; their total
/// size is limited against clients that check ever new models.
void OfferAssets(FileControl* control, CheckJob* job) {
  for (const view::Asset& asset : job->assets) {
    if (control->files->Find(asset.name)) continue;
    control->preview_bytes += asset.bytes->size();
    if (control->preview_bytes > kMaxPreviewBytes) return job->response.description.clear();
    control->files->Put(asset.name, {asset.content_type, asset.bytes, "", true, ""});
  }
}

void Finish(FileControl* control, CheckJob* job, graph::Call* call) {
  for (sm::ModelProblem& problem : job->response.problems) {
    const bool is_text = job->text && problem.file == job->text->path();
    problem.file = is_text ? "" : control->uploads.UriOf(problem.file);
  }
  OfferAssets(control, job);
  SetResult(job->status, &job->response);
  call->Respond(&job->response);
}

Status Prepare(const FileControl& files, const sm::CheckModel::Request& request, CheckJob* job) {
  job->is_upload = Uploads::IsUpload(request.uri);
  if (!request.uri.empty()) {
    const Result<std::string> file = files.uploads.PathOf(request.uri);
    if (!file.ok()) return file.error();
    job->file = file.value();
    job->scope = files.scope->ForFile(files.uploads, job->file);
    return Status();
  }
  if (request.text.empty()) return Error{"uri and text are both empty"};
  Result<TextFile> written = TextFile::Write(request.text);
  if (!written.ok()) return written.error();
  job->text.emplace(std::move(written).value());
  job->file = job->text->path();
  job->scope = files.scope->library().With(job->file);
  return Status();
}

void Check(FileControl* control, Run* run, const sm::CheckModel::Request& request,
           const std::shared_ptr<graph::Call>& call) {
  auto job = std::make_shared<CheckJob>();
  job->parts = &run->parts();
  job->status = CheckCapacity(*control, call->client());
  if (job->status.ok()) job->status = Prepare(*control, request, job.get());
  if (!job->status.ok()) return Finish(control, job.get(), call.get());
  job->count = std::make_unique<JobCount>(control, call->client(), /*ordered=*/false);
  control->worker->Post([control, job, call](const std::atomic<bool>&) -> Worker::Done {
    job->Work();
    return [control, job, call] {
      job->count = nullptr;
      Finish(control, job.get(), call.get());
    };
  });
}

void RespondStored(const Result<Uploads::Stored>& stored, graph::Call* call) {
  sm::UploadFile::Response response;
  SetResult(stored.ok() ? Status() : Status(stored.error()), &response);
  if (stored.ok()) {
    response.batch = stored->batch;
    response.uri = stored->uri;
  }
  call->Respond(&response);
}

/// Unpacks a zip file on the worker.
struct UnpackJob {
  FileControl* control = nullptr;
  std::shared_ptr<graph::Call> call;
  std::unique_ptr<JobCount> count;
  Uploads::Unpacking unpacking;
  Uploads::Unpacked unpacked = Error{"it was not unpacked"};

  void Work(const std::atomic<bool>& stop) {
    unpacked = UnpackZip(unpacking.file, unpacking.folder, unpacking.limits, stop);
  }
  void Finish() {
    count = nullptr;
    RespondStored(control->uploads.EndUnpack(unpacking, unpacked), call.get());
  }
};

void Upload(FileControl* control, const sm::UploadFile::Request& request,
            const std::shared_ptr<graph::Call>& call) {
  const bool unpacks = request.last && Uploads::IsZip(request.path);
  const Status room = unpacks ? CheckCapacity(*control, call->client()) : Status();
  if (!room.ok()) return RespondStored(room.error(), call.get());
  Uploads& uploads = control->uploads;
  const auto stored =
      uploads.Add({request.batch, request.path, request.offset, request.last}, request.data);
  if (!stored.ok() || !unpacks) return RespondStored(stored, call.get());
  auto unpacking = uploads.BeginUnpack(stored->batch, request.path);
  if (!unpacking.ok()) return RespondStored(unpacking.error(), call.get());
  auto job = std::make_shared<UnpackJob>();
  job->control = control;
  job->call = call;
  job->count = std::make_unique<JobCount>(control, call->client(), /*ordered=*/false);
  job->unpacking = std::move(unpacking).value();
  PostJob(control, std::move(job));
}

/// Replaces a line of an uploaded file on the worker.
struct FixJob {
  FileControl* control = nullptr;
  std::shared_ptr<graph::Call> call;
  std::unique_ptr<JobCount> count;
  Uploads::Fixing fixing;
  sm::FixUpload::Request request;
  Result<std::int64_t> size = Error{"the server is shutting down"};

  void Work(const std::atomic<bool>& stop) {
    if (!stop) size = ReplaceLine(fixing.file, request.line, request.text, fixing.max_bytes);
  }
  void Finish() {
    count = nullptr;
    Respond(control->uploads.EndFix(fixing, size), call.get());
  }
  static void Respond(const Status& status, graph::Call* call) {
    sm::FixUpload::Response response;
    SetResult(status, &response);
    call->Respond(&response);
  }
};

void FixUpload(FileControl* files, const sm::FixUpload::Request& request,
               const std::shared_ptr<graph::Call>& call) {
  const Status room = CheckCapacity(*files, call->client());
  if (!room.ok()) return FixJob::Respond(room, call.get());
  auto fixing = files->uploads.BeginFix(request.uri, request.text);
  if (!fixing.ok()) return FixJob::Respond(fixing.error(), call.get());
  auto job = std::make_shared<FixJob>();
  job->control = files;
  job->call = call;
  job->count = std::make_unique<JobCount>(files, call->client(), /*ordered=*/true);
  job->fixing = std::move(fixing).value();
  job->request = request;
  PostJob(files, std::move(job));
}

/// Lists the library on the worker; drawing the pictures is started on the server thread.
struct LibraryJob {
  const Parts* parts = nullptr;
  FileControl* files = nullptr;
  std::shared_ptr<graph::Call> call;
  std::unique_ptr<JobCount> count;
  std::vector<Library::Entry> entries;

  void Work(const std::atomic<bool>&) { entries = Library::Find(*parts); }
  void Finish() {
    count = nullptr;
    sm::GetLibrary::Response response;
    response.items = files->library->Take(std::move(entries));
    call->Respond(&response);
  }
};

void GetLibrary(Run* run, FileControl* files, const sm::GetLibrary::Request&,
                const std::shared_ptr<graph::Call>& call) {
  const Status room = CheckCapacity(*files, call->client());
  if (!room.ok()) return call->Fail(room.error());
  auto job = std::make_shared<LibraryJob>();
  job->parts = &run->parts();
  job->files = files;
  job->call = call;
  job->count = std::make_unique<JobCount>(files, call->client(), /*ordered=*/false);
  PostJob(files, std::move(job));
}

}  // namespace

void OfferUploadServices(Run* run, FileControl* files) {
  graph::Graph* graph = &run->graph();
  Offer<sm::GetLibrary>(graph, "/surefoot/library", GetLibrary, run, files);
  Offer<sm::UploadFile>(graph, "/surefoot/upload", Upload, files);
  Offer<sm::FixUpload>(graph, "/surefoot/upload/fix", FixUpload, files);
  Offer<sm::CheckModel>(graph, "/surefoot/check", Check, files, run);
}

}  // namespace surefoot::serve
