#include "surefoot/cli/evaluation/delivery.h"

#include <cstdio>
#include <filesystem>

#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/evaluation/run/output/described_page.h"

namespace surefoot::cli {

int Refuse(const Error& error, const Problems& problems, const std::string& file, bool json,
           int status) {
  PrintProblems(problems, Severity::kError, kMostOfFile, file);
  PrintError(error.message);
  if (json) WriteResult(RefusalJson(error, problems));
  return status;
}

int Deliver(const Delivery& delivery, const std::string& result) {
  if (!delivery.out.empty()) {
    const Status status = experiment::WriteFiles(delivery.out, delivery.files);
    if (!status.ok()) {
      PrintError(status.error().message);
      return kFailed;
    }
    for (const auto& [what, name] : delivery.told) {
      const auto path = std::filesystem::path(delivery.out) / name;
      std::fprintf(stderr, "%s: %s\n", what.c_str(), path.c_str());
    }
  }
  return WriteResult(result) ? kDone : kFailed;
}

}  // namespace surefoot::cli
