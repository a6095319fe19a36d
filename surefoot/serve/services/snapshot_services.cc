/// Services for snapshots, in memory and in files. Files are read and written on the worker's
/// thread.

#include "surefoot/base/try.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/library/client_file.h"
#include "surefoot/serve/services/long_call.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/snapshot_file.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

/// Answers with the run's present step and time.
template <typename S>
void RespondAt(const Run& run, const Status& status, graph::Call* call) {
  typename S::Response response;
  if (const Session* session = run.session()) {
    response.step = session->simulation().step_count();
    response.time = session->time();
  }
  SetResult(status, &response);
  call->Respond(&response);
}

/// Writes or reads a snapshot file.
template <typename S>
struct FileJob {
  Run* run = nullptr;
  std::shared_ptr<graph::Call> call;
  std::unique_ptr<JobCount> count;
  std::string file;
  Status status;
  /// The snapshot to be written, with its step and time (s).
  sim::Snapshot snapshot;
  std::int64_t step = 0;
  double time = 0.0;
  /// The snapshot that was read.
  Bytes bytes;

  void Work(const std::atomic<bool>&) {
    if constexpr (std::is_same_v<S, sm::SaveSnapshot>) {
      status = WriteSnapshotFile(file, snapshot);
    } else {
      Result<Bytes> read = ReadSnapshotFile(file);
      status = read.ok() ? Status() : Status(read.error());
      if (read.ok()) bytes = std::move(read).value();
    }
  }
  void Finish() {
    count = nullptr;
    if constexpr (std::is_same_v<S, sm::SaveSnapshot>) {
      sm::SaveSnapshot::Response response;
      response.step = step;
      response.time = time;
      SetResult(status, &response);
      call->Respond(&response);
    } else {
      if (status.ok()) status = run->RestoreSnapshot(std::move(bytes), file);
      RespondAt<S>(*run, status, call.get());
    }
  }
};

/// Saves in memory, and returns the job that writes the file; nullptr if no file was requested.
Result<std::shared_ptr<FileJob<sm::SaveSnapshot>>> BeginSave(
    Run* run, const AccessControl& access, FileControl* files,
    const sm::SaveSnapshot::Request& request, const std::string& client) {
  std::shared_ptr<FileJob<sm::SaveSnapshot>> job;
  if (!request.file.empty()) {
    SUREFOOT_TRY(access.CheckOwner(client, "a snapshot in a file"));
    SUREFOOT_TRY(CheckCapacity(*files, client));
    job = std::make_shared<FileJob<sm::SaveSnapshot>>();
    job->file = SUREFOOT_TRY(ClientFileToWrite(request.file, FileKind::kSnapshot));
  }
  if (run->session() == nullptr) return NoWorld();
  if (job == nullptr || !request.name.empty()) SUREFOOT_TRY(run->SaveSnapshot(request.name));
  if (job == nullptr) return job;
  const sim::Simulation& simulation = run->session()->simulation();
  job->snapshot = simulation.machine().Save();
  job->step = simulation.step_count();
  job->time = run->session()->time();
  return job;
}

/// Restores from memory, or returns the job that reads the file.
Result<std::shared_ptr<FileJob<sm::RestoreSnapshot>>> BeginRestore(
    Run* run, const AccessControl& access, FileControl* files,
    const sm::RestoreSnapshot::Request& request, const std::string& client) {
  std::shared_ptr<FileJob<sm::RestoreSnapshot>> job;
  if (request.file.empty()) {
    SUREFOOT_TRY(run->RestoreSnapshot(request.name));
    return job;
  }
  if (!request.name.empty()) return Error{"give the name of a snapshot, or a file"};
  SUREFOOT_TRY(access.CheckOwner(client, "a snapshot in a file"));
  SUREFOOT_TRY(CheckCapacity(*files, client));
  if (run->session() == nullptr) return NoWorld();
  job = std::make_shared<FileJob<sm::RestoreSnapshot>>();
  job->file = SUREFOOT_TRY(ClientFile(request.file, FileKind::kSnapshot));
  return job;
}

/// Offers a service that may work on a file. Drivers may use snapshots in memory; files are the
/// owner's.
template <typename S, typename Begin>
void OfferFileJob(Run* run, const AccessControl* access, FileControl* files,
                  const std::string& name, Begin begin) {
  Offer<S>(&run->graph(), name,
           [=](const typename S::Request& request, std::shared_ptr<graph::Call> call) {
             auto job = begin(run, *access, files, request, call->client());
             if (!job.ok() || job.value() == nullptr) {
               const Status status = job.ok() ? Status() : Status(job.error());
               return RespondAt<S>(*run, status, call.get());
             }
             job.value()->run = run;
             job.value()->count =
                 std::make_unique<JobCount>(files, call->client(), /*ordered=*/true);
             job.value()->call = std::move(call);
             PostJob(files, job.value());
           });
}

}  // namespace

void OfferSnapshotServices(Run* run, const AccessControl* access, FileControl* files) {
  OfferFileJob<sm::SaveSnapshot>(run, access, files, "/surefoot/snapshot/save", BeginSave);
  OfferFileJob<sm::RestoreSnapshot>(run, access, files, "/surefoot/snapshot/restore", BeginRestore);
  Offer<sm::BranchSnapshot>(
      &run->graph(), "/surefoot/snapshot/branch",
      [run](const sm::BranchSnapshot::Request& request, const std::shared_ptr<graph::Call>& call) {
        RespondAt<sm::BranchSnapshot>(*run, run->BranchSnapshot(request.name, request.seed),
                                      call.get());
      });
  Offer<sm::DeleteSnapshot>(&run->graph(), "/surefoot/snapshot/delete",
                            [run](const sm::DeleteSnapshot::Request& request) {
                              return run->DeleteSnapshot(request.name);
                            });
  Offer<sm::ListSnapshots>(&run->graph(), "/surefoot/snapshot/list",
                           [run](const auto&, auto* response) {
                             for (const auto& [name, saved] : run->snapshots()) {
                               response->names.push_back(name);
                               response->steps.push_back(saved.step);
                               response->times.push_back(saved.time);
                             }
                           });
}

}  // namespace surefoot::serve
