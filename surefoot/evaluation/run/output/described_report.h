#pragma once

/// Reports as data: a description (docs/guides/experiments.md, "Reports of studies") and the
/// results of a study become sections with tables and figures, and checks.
///
///   reference: {published: {source: "the article, table 2", keys: [soil], columns: [...], rows:
///   [...]}}
///   records: {remarkable: {columns: [...], rows: [...]}}
///   facts: {robot: "Husky"}
///   sections:
///     - title: Slip
///       text: "On a slope of {slope:1} deg."
///       tables: [{id: slips, title: Slip, of: drives, columns: [{title: Soil, show: "{soil}"}]}]
///       figures: [{caption: Slip over time, plots: [{lines: [{of: drives, x: time, y: slip}]}]}]
///   checks:
///     - {name: "slip, {soil}", of: drives, value: slip, expected: published.slip, within: 0.04,
///     source: article}

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/evaluation/run/output/scope.h"

namespace surefoot::experiment {

/// Reports unknown keys of a description with their lines.
void CheckDescription(const world::Element& description, Problems* problems);

/// Evaluates a description: adds its references, records and facts to the outcome, then its
/// sections and checks.
void Describe(const world::Element& description, StudyOutcome* outcome);

/// The description of a kind of study: `reports/KIND.yaml` in the folder of the experiment or in
/// `experiments` of the data folders. An empty element when it is missing; errors in it are
/// reported.
world::Element FindDescription(const std::string& kind, const std::string& folder,
                               const std::vector<std::string>& data, Problems* problems);

/// Parts of a description: entries of a list; conditional sentences, joined or separate; a table.
std::vector<world::Element> ItemsOf(const world::Element& entry, const std::string& key);
std::string Paragraph(const world::Element& entry, const std::string& key, const Scope& scope);
std::vector<std::string> Sentences(const world::Element& entry, const std::string& key,
                                   const Scope& scope);
report::Table TableOf(const world::Element& entry, const Scope& scope);

/// A figure of a description; it has no plots when none of its records exists.
Figure DescribedFigure(const world::Element& entry, const Scope& scope);
void CheckFigure(const world::Element& entry, Problems* problems);

}  // namespace surefoot::experiment
