#include "surefoot/formats/sdf/arena/arena.h"

#include "surefoot/formats/sdf/arena/arena_parts.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::formats {

void BuildArena(const world::Element& element, world::WorldSpec* spec, Problems* problems) {
  const world::ElementReader reader(element, problems);
  reader.WarnMisspelt(
      {"name", "class", "seed", "columns", "rows", "cell", "wall_height", "mu", "pose"});
  const int before = problems->error_count();
  ArenaSpec arena;
  arena.source = element.source;
  arena.name = reader.Text("name", arena.name);
  const std::string kind = reader.Choice("class", {"yellow", "orange", "red"}, "yellow");
  arena.arena_class = kind == "red"      ? ArenaClass::kRed
                      : kind == "orange" ? ArenaClass::kOrange
                                         : ArenaClass::kYellow;
  arena.seed = static_cast<std::uint64_t>(reader.Integer("seed", 1, 0, 1LL << 53));
  arena.columns = static_cast<int>(reader.Integer("columns", arena.columns, 3, 20));
  arena.rows = static_cast<int>(reader.Integer("rows", arena.rows, 2, 20));
  arena.cell = reader.Number("cell", arena.cell, 0.6, 10.0);
  arena.wall_height = reader.Number("wall_height", arena.wall_height, 0.1, 10.0);
  arena.mu = reader.Number("mu", arena.mu, 0.0, 10.0);
  arena.X_WA = reader.Pose("pose");
  if (problems->error_count() > before) return;
  const ArenaPlan plan(arena.arena_class, arena.seed, arena.columns, arena.rows);
  for (world::ModelInstance& instance : ArenaModels(arena, plan)) {
    spec->models.push_back(std::move(instance));
  }
}

}  // namespace surefoot::formats
