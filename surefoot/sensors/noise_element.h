#pragma once

#include <string>

#include "surefoot/noise/scalar_noise.h"
#include "surefoot/noise/triad_error.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

/// SDF's <noise>: the child `path` of the element; no noise when there is none.
noise::ScalarNoiseSpec ReadNoise(const world::ElementReader& element, const std::string& path);

/// Overwrites what the child `name` of the element says of a gyro, an accelerometer or a compass
/// (docs/reference/sensors.md, "Errors of three axes"); the rest of `spec` stays.
void ReadTriad(const world::ElementReader& element, const std::string& name,
               noise::TriadErrorSpec* spec);

/// What MJCF says of a sensor, which ReadTriad reads as well: the attributes noise (spread of each
/// sample) and cutoff (the range).
void ReadSampleNoise(const world::ElementReader& element, const std::string& name,
                     noise::TriadErrorSpec* spec);

/// SDF's <x><noise>, <y><noise> and <z><noise> in the child `path`.
void ReadAxisNoise(const world::ElementReader& element, const std::string& path,
                   noise::TriadErrorSpec* spec);

/// Diagonal 3x3 covariance of one sample.
void FillCovariance(const noise::TriadErrorSpec& spec, double rate, double* row_major);

}  // namespace surefoot::sensors
