/// A small world behind a web gateway, for tests with real clients: web_test_server [NAME=VALUE...]
/// with the gateway's options. Prints the address and runs until its input ends.

#include <cstdio>
#include <string>

#include "surefoot/gateways/web/gateway.h"
#include "surefoot/gateways/web/test/test_world.h"

int main(int argc, char** argv) {
  using namespace surefoot::gateways;
  Settings settings{{"port", "0"}};
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equal = argument.find('=');
    settings[argument.substr(0, equal)] =
        equal == std::string::npos ? "" : argument.substr(equal + 1);
  }
  web::TestWorld world(5);
  Metrics metrics;
  const auto gateway = web::Kind("").start({&world.bridge(), &metrics}, settings);
  if (!gateway.ok()) {
    std::fprintf(stderr, "error: %s\n", gateway.error().message.c_str());
    return 2;
  }
  world.Start(std::chrono::milliseconds(10));
  std::printf("%s\n", (*gateway)->addresses()[0].c_str());
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  world.Stop();
  return 0;
}
