// The main function of every test program.
//
//   base_test                           all tests
//   base_test --source=result_test.cc   the tests written in that file; fails if there are none
//   tests_conformance --engine=mujoco   the tests whose name ends in "/mujoco"; the same
//   tests_conformance --residuals=FILE  also appends what the tests measured (tools/residual_table)
//   base_test --gtest_filter=...        as usual
//
// ctest runs one file at a time, and one engine: fewer processes than one per test, and a failure
// names its file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>

namespace {

/// SKIP_RETURN_CODE of the tests: when all of them are skipped, nothing was checked.
constexpr int kSkipped = 77;

using Visit = std::function<void(const testing::TestSuite&, const testing::TestInfo&)>;

void ForEachTest(const Visit& visit) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) visit(suite, *suite.GetTestInfo(j));
  }
}

/// A gtest filter for the tests written in `source` and run on `engine`, each "" for all; empty if
/// there is none.
std::string Filter(const std::string& source, const std::string& engine) {
  std::string filter;
  ForEachTest([&](const testing::TestSuite& suite, const testing::TestInfo& test) {
    if (!source.empty() && !std::string_view(test.file()).ends_with("/" + source)) return;
    if (!engine.empty() && !std::string_view(test.name()).ends_with("/" + engine)) return;
    filter += std::string(suite.name()) + "." + test.name() + ":";
  });
  return filter;
}

/// Tests on engines say by a property that an engine declared what it cannot do. False when one of
/// them was skipped without.
bool SkipsAreDeclared() {
  bool all = true;
  ForEachTest([&](const testing::TestSuite& suite, const testing::TestInfo& test) {
    const testing::TestResult& result = *test.result();
    if (test.value_param() == nullptr || !test.should_run() || !result.Skipped()) return;
    for (int i = 0; i < result.test_property_count(); ++i) {
      if (std::string_view(result.GetTestProperty(i).key()) == "declared_skip") return;
    }
    std::cerr << suite.name() << "." << test.name() << " was skipped without a declaration\n";
    all = false;
  });
  return all;
}

/// One line per property: key, test, value.
bool AppendProperties(const std::string& path) {
  std::string lines;
  ForEachTest([&](const testing::TestSuite& suite, const testing::TestInfo& test) {
    const testing::TestResult& result = *test.result();
    if (!test.should_run()) return;
    const std::string name = std::string(suite.name()) + "." + test.name();
    lines += "test\t" + name + "\t" +
             (result.Failed() ? "failed" : (result.Skipped() ? "skipped" : "passed")) + "\n";
    for (int i = 0; i < result.test_property_count(); ++i) {
      const testing::TestProperty& property = result.GetTestProperty(i);
      lines += std::string(property.key()) + "\t" + name + "\t" + property.value() + "\n";
    }
  });
  std::ofstream file(path, std::ios::app);
  file << lines;
  return file.good();
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);  // also removes the --gtest_ arguments
  std::string source;
  std::string engine;
  const char* const variable = std::getenv("SUREFOOT_RESIDUALS");
  std::string residuals = variable == nullptr ? "" : variable;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string value = argument.substr(std::min(argument.size(), argument.find('=') + 1));
    if (argument.starts_with("--source=")) {
      source = value;
    } else if (argument.starts_with("--engine=")) {
      engine = value;
    } else if (argument.starts_with("--residuals=")) {
      residuals = value;
    } else {
      std::cerr << "unknown argument " << argument
                << "; accepted: --source=FILE, --engine=NAME, --residuals=FILE, --gtest_...\n";
      return 2;
    }
  }
  if (!source.empty() || !engine.empty()) {
    const std::string filter = Filter(source, engine);
    if (filter.empty()) {
      std::cerr << "no test" << (source.empty() ? "" : " in " + source)
                << (engine.empty() ? "" : " on " + engine) << "\n";
      return 1;
    }
    GTEST_FLAG_SET(filter, filter);
  }
  const int failed = RUN_ALL_TESTS();
  if (!residuals.empty() && !AppendProperties(residuals)) {
    std::cerr << "cannot write " << residuals << "\n";
    return 1;
  }
  if (!SkipsAreDeclared()) return 1;
  const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  const bool checked_nothing = tests.skipped_test_count() > 0 && tests.successful_test_count() == 0;
  return failed == 0 && checked_nothing ? kSkipped : failed;
}
