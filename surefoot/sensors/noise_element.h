#pragma once

#include <string>

#include "surefoot/noise/scalar_noise.h"
#include "surefoot/noise/triad_error.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

// Noise as files describe it. All values are in the unit of the measured quantity.

/// SDF's <noise> in the child `path` of the element; no noise where the child is absent.
noise::ScalarNoiseSpec ReadNoise(const world::ElementReader& element, const std::string& path);

/// Overwrites `spec` by what the child `name` of the element specifies for a gyro, an accelerometer
/// or a compass (docs/reference/sensors.md, "Errors of three axes"); the rest of `spec` stays, so a
/// preset can be changed in part.
void ReadTriad(const world::ElementReader& element, const std::string& name,
               noise::TriadErrorSpec* spec);

/// MJCF's attributes of a sensor, which ReadTriad also reads: noise (standard deviation of each
/// sample) and cutoff (the range).
void ReadSampleNoise(const world::ElementReader& element, const std::string& name,
                     noise::TriadErrorSpec* spec);

/// SDF's <x><noise>, <y><noise> and <z><noise> in the child `path`.
void ReadAxisNoise(const world::ElementReader& element, const std::string& path,
                   noise::TriadErrorSpec* spec);

/// Fills the diagonal of the 3x3 covariance of one sample at `rate` Hz; the rest is not changed.
void FillCovariance(const noise::TriadErrorSpec& spec, double rate, double* row_major);

}  // namespace surefoot::sensors
