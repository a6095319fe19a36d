#include "surefoot/evaluation/studies/rover/slopes_published.h"

namespace surefoot::studies {
namespace {

constexpr const char* kCloddy = "cloddy";
constexpr const char* kMixed = "mixed_drift_cloddy";
constexpr const char* kDrift = "drift";

constexpr PrintedSlip kPrintedSlips[] = {{kDrift, 21.0, 0.71}, {kMixed, 26.0, 0.70}};
constexpr PrintedLimit kPrintedLimits[] = {
    {kDrift, 21.0, 23.0}, {kMixed, 26.0, 28.0}, {kCloddy, 26.0, 0.0}};
constexpr ReferenceSlip kReferenceSlips[] = {
    {kCloddy, 0.0, -0.0393}, {kMixed, 0.0, -0.0358}, {kDrift, 0.0, -0.0286},
    {kCloddy, 10.0, 0.0313}, {kMixed, 10.0, 0.0503}, {kDrift, 10.0, 0.0935},
    {kCloddy, 15.0, 0.0865}, {kMixed, 15.0, 0.1220}, {kDrift, 15.0, 0.2154},
    {kCloddy, 20.0, 0.1695}, {kMixed, 20.0, 0.2424}, {kDrift, 20.0, 0.5237},
    {kCloddy, 21.0, 0.1920}, {kMixed, 21.0, 0.2783}, {kDrift, 21.0, 0.6807},
    {kCloddy, 26.0, 0.3693}, {kMixed, 26.0, 0.6774}, {kCloddy, 28.0, 0.5126}};
constexpr ReferenceLimit kReferenceLimits[] = {{kDrift, 22.01}, {kMixed, 27.15}, {kCloddy, 30.52}};
constexpr ReferencePlace kReferencePlaces[] = {
    {21.0, kCloddy, -0.05, 1800.0, 8.173, 15.317, 98.041},
    {21.0, kCloddy, -0.05, 3600.0, -6.422, 26.913, 184.658},
    {21.0, kMixed, -0.05, 1800.0, 8.245, 15.622, 90.877},
    {21.0, kMixed, -0.05, 3600.0, -3.445, 31.201, 155.101},
    {21.0, kDrift, -0.05, 1800.0, 8.404, 16.533, 74.506},
    {21.0, kDrift, -0.05, 3600.0, 6.591, 37.270, 81.011},
    {26.0, kCloddy, -0.05, 1800.0, 8.454, 15.971, 82.091},
    {26.0, kCloddy, -0.05, 3600.0, 2.070, 35.335, 108.443},
    {26.0, kMixed, -0.05, 1800.0, 8.533, 16.779, 70.112},
    {26.0, kMixed, -0.05, 3600.0, 8.575, 37.746, 73.270},
    {21.0, kCloddy, 0.0, 1800.0, 4.797, 15.195, 124.693},
    {21.0, kCloddy, 0.0, 3600.0, -12.953, 15.777, 231.138},
    {21.0, kMixed, 0.0, 1800.0, 3.854, 15.397, 125.487},
    {21.0, kMixed, 0.0, 3600.0, -14.069, 16.105, 229.517},
    {21.0, kDrift, 0.0, 1800.0, 1.195, 16.051, 127.018},
    {21.0, kDrift, 0.0, 3600.0, -16.996, 17.000, 226.582},
    {26.0, kCloddy, 0.0, 1800.0, 2.871, 15.679, 125.134},
    {26.0, kCloddy, 0.0, 3600.0, -15.197, 16.869, 226.742},
    {26.0, kMixed, 0.0, 1800.0, 0.664, 16.312, 125.158},
    {26.0, kMixed, 0.0, 3600.0, -17.591, 18.068, 223.056}};
constexpr StraightHeading kStraightHeadings[] = {{21.0, kDrift, 82.00}, {26.0, kMixed, 73.40}};

}  // namespace

std::span<const PrintedSlip> PrintedSlips() { return kPrintedSlips; }
std::span<const PrintedLimit> PrintedLimits() { return kPrintedLimits; }
std::span<const ReferenceSlip> ReferenceSlips() { return kReferenceSlips; }
std::span<const ReferenceLimit> ReferenceLimits() { return kReferenceLimits; }
std::span<const ReferencePlace> ReferencePlaces() { return kReferencePlaces; }
std::span<const StraightHeading> StraightHeadings() { return kStraightHeadings; }

}  // namespace surefoot::studies
