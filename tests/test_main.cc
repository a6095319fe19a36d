// The main function of every test program.
//
//   base_test                           all tests
//   base_test --source=result_test.cc   the tests written in that file; fails if there are none
//   base_test --gtest_filter=...        as usual
//
// ctest runs one file at a time: fewer processes than one per test, and a failure names its file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <string_view>

namespace {

// A gtest filter that matches the tests whose source file has this name; empty if none has.
std::string FilterForSource(std::string_view name) {
  const std::string suffix = "/" + std::string(name);
  std::string filter;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& test = *suite.GetTestInfo(j);
      if (std::string_view(test.file()).ends_with(suffix)) {
        filter += std::string(suite.name()) + "." + test.name() + ":";
      }
    }
  }
  return filter;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);  // also removes the --gtest_ arguments
  constexpr std::string_view kSource = "--source=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with(kSource)) {
      std::cerr << "unknown argument " << argument << "; accepted: --source=FILE, --gtest_...\n";
      return 2;
    }
    const std::string filter = FilterForSource(argument.substr(kSource.size()));
    if (filter.empty()) {
      std::cerr << "no test in " << argument.substr(kSource.size()) << "\n";
      return 1;
    }
    GTEST_FLAG_SET(filter, filter);
  }
  return RUN_ALL_TESTS();
}
