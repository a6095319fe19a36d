#pragma once

#include "surefoot/base/archive.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

struct PidSpec {
  double p = 0.0;
  double i = 0.0;
  double d = 0.0;
  /// Bounds of the integral's part of the output.
  double i_min = -world::kInfinity;
  double i_max = world::kInfinity;
  /// Bounds of the output, and what is added to it before.
  double cmd_min = -world::kInfinity;
  double cmd_max = world::kInfinity;
  double cmd_offset = 0.0;
};

/// Reads a <pid> element; wrong values are reported.
PidSpec ReadPid(const world::ElementReader& element);

class Pid {
 public:
  Pid() = default;
  explicit Pid(const PidSpec& spec) : spec_(spec) {}

  /// The output for this error and its rate; adds the error to the integral.
  double Update(double error, double error_rate, double dt);
  void Reset() { integral_part_ = 0.0; }

  void Archive(StateArchive* archive) { archive->Items(&integral_part_); }

 private:
  PidSpec spec_;
  double integral_part_ = 0.0;
};

}  // namespace surefoot::drives
