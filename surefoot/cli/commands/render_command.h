#pragma once

#include <string>

#include "surefoot/cli/arguments.h"
#include "surefoot/render/render.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot render. Texts are as on the command line; empty: not given.
struct RenderArguments {
  std::string file;
  std::string output;
  std::string size = "1280x960";
  std::string from;
  std::string at;
  double fov_deg = 40.0;
  std::string view = "iso";
  render::RenderOptions options;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, RenderArguments* arguments);

/// What a picture shows.
struct RenderResult {
  std::string file;
  std::string output;
  int width = 0;
  int height = 0;
  render::RenderInfo info;
  double load_time = 0.0;
  double draw_time = 0.0;
};

/// Draws a world, a model or a mesh file into a PNG file. Returns the exit status.
int RenderCommand(const Parts& parts, const RenderArguments& arguments);

}  // namespace surefoot::cli
