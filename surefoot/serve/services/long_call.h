#pragma once

/// Requests that take long: the worker does the work while the run continues, and what changes the
/// run is done between two steps. Jobs are executed in the order in which they were posted.

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "surefoot/serve/control.h"

namespace surefoot::serve {

/// Jobs that may be queued, of one client and of all; one client cannot fill the queue for the
/// others.
constexpr int kMaxJobsOfClient = 16;
constexpr std::size_t kMaxJobs = 128;

/// Whether the client may queue one more job.
inline Status CheckCapacity(const FileControl& files, const std::string& client) {
  const auto own = files.jobs.find(client);
  const bool own_full = own != files.jobs.end() && own->second >= kMaxJobsOfClient;
  if (!own_full && files.worker->waiting() < kMaxJobs) return Status();
  return Error{
      "too many requests are waiting: " +
      (own_full ? std::to_string(kMaxJobsOfClient) + " of this client" : std::to_string(kMaxJobs)) +
      "; try again later"};
}

/// Counts a job for CheckCapacity as long as the object exists. With `ordered`, later calls of the
/// same client wait until then, so that they do not overtake it. Server thread.
class JobCount {
 public:
  JobCount(FileControl* files, std::string client, bool ordered)
      : files_(*files), client_(std::move(client)), ordered_(ordered) {
    ++files_.jobs[client_];
    if (ordered_) ++files_.ordered_jobs[client_];
  }
  ~JobCount() {
    Drop(&files_.jobs);
    if (ordered_) Drop(&files_.ordered_jobs);
  }
  JobCount(const JobCount&) = delete;
  JobCount& operator=(const JobCount&) = delete;

 private:
  void Drop(std::map<std::string, int>* jobs) {
    const auto found = jobs->find(client_);
    if (found != jobs->end() && --found->second == 0) jobs->erase(found);
  }

  FileControl& files_;
  std::string client_;
  bool ordered_;
};

/// Posts a job, which has Work(stop), called on the worker's thread, and Finish(), called on the
/// server thread.
template <typename Job>
void PostJob(FileControl* files, std::shared_ptr<Job> job) {
  files->worker->Post([job = std::move(job)](const std::atomic<bool>& stop) -> Worker::Done {
    job->Work(stop);
    return [job] { job->Finish(); };
  });
}

/// Answers a call whose work takes long and changes nothing: work(&response) runs on the worker's
/// thread and must use only what it has captured.
template <typename S, typename Work>
void AnswerAsync(FileControl* files, const std::shared_ptr<graph::Call>& call, Work work) {
  using Response = typename S::Response;
  auto response = std::make_shared<Response>();
  auto count = std::make_shared<JobCount>(files, call->client(), /*ordered=*/false);
  files->worker->Post([=](const std::atomic<bool>&) -> Worker::Done {
    work(response.get());
    return [=]() mutable {
      count = nullptr;
      call->Respond(response.get());
    };
  });
}

}  // namespace surefoot::serve
