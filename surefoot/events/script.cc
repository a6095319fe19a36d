#include "surefoot/events/script.h"

#include <algorithm>
#include <filesystem>
#include <lua5.4/lua.hpp>
#include <memory>

#include "surefoot/events/script_library.h"
#include "surefoot/events/script_memory.h"

namespace surefoot::events {
namespace {

/// Address space for a script: blocks are rounded up to size classes, and a free block of one class
/// is not reused for another.
std::size_t AddressSpaceFor(const ScriptRun& run) {
  return 4 * run.max_memory + (std::size_t{1} << 20);
}

/// Instructions between two calls of the counting hook.
constexpr int kCountEvery = 100;
/// Calls of the hook between two looks at the processor time.
constexpr int kClockEvery = 100;
/// Processor time of a run: twenty times that of the slowest instructions. It is not reproducible,
/// so it must not end scripts that are merely slow, only those whose instructions were miscounted.
constexpr long long kMaxCpuNs = 1'000'000'000;
/// Cost of a run before its first instruction, for the Lua state and the library, in instructions.
constexpr long long kStart = 2000;
/// Bytes of source text that are compiled in the time of one instruction.
constexpr long long kCompiledBytes = 4;
/// Bytes of `state` that are read in the time of one instruction.
constexpr long long kKeptBytes = 8;
/// Length of texts from which on instructions are counted individually, because one of them may
/// take long.
constexpr std::size_t kLongText = std::size_t{16} << 10;

void Count(lua_State* L, lua_Debug*);

void CountEvery(ScriptRun* run, int instructions) {
  run->count_every = instructions;
  lua_sethook(run->counted, Count, LUA_MASKCOUNT, instructions);
}

void SeeText(ScriptRun* run, std::size_t size) {
  run->longest_text = std::max(run->longest_text, size);
  const bool counts = run->counted != nullptr && run->count_every > 1;
  if (counts && run->longest_text > kLongText) CountEvery(run, 1);
}

/// Cost of an allocation of any size, in instructions.
constexpr long long kAllocation = 5;

void ChargeMemory(ScriptRun* run, std::size_t bytes) {
  if (run->counted == nullptr) return;  // StartCost has it
  run->left -= kAllocation + static_cast<long long>(bytes / kBytesPerInstruction);
}

/// The lua_Alloc of a script: counts memory as instructions, and enforces the limit.
void* Allocate(void* user, void* block, std::size_t old_size, std::size_t new_size) {
  auto* run = static_cast<ScriptRun*>(user);
  // For a new block, Lua passes its type as the old size.
  if (block == nullptr && old_size == LUA_TSTRING) SeeText(run, new_size);
  if (block == nullptr) old_size = 0;
  if (new_size == 0) {
    run->blocks->Resize(block, old_size, 0);
    run->memory -= old_size;
    return nullptr;
  }
  // The first block is Lua's state; the second is requested before Lua creates its first string.
  if (++run->requests == 2 &&
      !run->blocks->FixSeed(reinterpret_cast<const void*>(&Allocate), user)) {
    return nullptr;
  }
  if (new_size > old_size) {
    ChargeMemory(run, new_size - old_size);
    if (run->memory - old_size + new_size > run->max_memory) {
      // On failure Lua runs a full garbage collection, whose cost is that of the whole heap, and
      // requests the block again.
      ChargeMemory(run, run->memory);
      return nullptr;
    }
  }
  void* moved = run->blocks->Resize(block, old_size, new_size);
  if (moved != nullptr) run->memory += new_size - old_size;
  return moved;
}

void LookAtClock(ScriptRun* run) {
  if (++run->counts % kClockEvery != 0 || ThreadCpuNs() < run->end_cpu_ns) return;
  run->out_of_time = true;
  run->left = -1;
}

void Count(lua_State* L, lua_Debug*) {
  ScriptRun* run = RunOf(L);
  run->left -= run->count_every * Weight(*run);
  LookAtClock(run);
  if (run->left >= 0) return;
  // From now on at every instruction: a pcall that catches this error gets the next one.
  CountEvery(run, 1);
  EndOfInstructions(L);
}

struct Closer {
  void operator()(lua_State* L) const { lua_close(L); }
};
using StatePtr = std::unique_ptr<lua_State, Closer>;

StatePtr Open(ScriptRun* run) {
  StatePtr L(lua_newstate(Allocate, run));
  if (L == nullptr) return L;
  *static_cast<ScriptRun**>(lua_getextraspace(L.get())) = run;
  // Generational collection: most scripts are too short to need a cycle, and the state is discarded
  // at their end.
  lua_gc(L.get(), LUA_GCGEN, 0, 0);
  return L;
}

/// Compiles the script. Leading newlines make its line numbers those of the file. Mode "t" rejects
/// binary chunks, which can crash Lua.
int Load(lua_State* L, const ScriptSpec& script) {
  const std::string text(static_cast<std::size_t>(std::max(0, script.source.line - 1)), '\n');
  const std::string whole = text + script.text;
  return luaL_loadbufferx(L, whole.data(), whole.size(), ("=" + script.name).c_str(), "t");
}

/// Rewrites "count:12: what" to "world.sdf:12: script 'count': what".
Error Explain(const ScriptSpec& script, const std::string& message) {
  const std::string prefix = script.name + ":";
  const std::string where = "script '" + script.name + "': ";
  const std::string file = script.source.file;
  if (message.starts_with(prefix)) {
    const std::size_t end = message.find(':', prefix.size());
    if (end != std::string::npos) {
      return Error{file + ":" + message.substr(prefix.size(), end - prefix.size()) + ": " + where +
                   message.substr(std::min(message.size(), end + 2))};
    }
  }
  return Error{file + ":" + std::to_string(script.source.line) + ": " + where + message};
}

std::string MessageAtTop(lua_State* L) {
  const char* text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : nullptr;
  return text != nullptr ? text : std::string("an error that is a ") + luaL_typename(L, -1);
}

/// Arguments and results of Work, which runs in a protected call.
struct Job {
  const ScriptSpec* script;
  ScriptHost* host;
  const Bytes* before;
  Bytes after;
  std::string wrong;
};

void SetEvent(lua_State* L, const ScriptHost& host) {
  lua_createtable(L, 0, 4);
  lua_pushlstring(L, host.event().data(), host.event().size());
  lua_setfield(L, -2, "name");
  lua_pushlstring(L, host.subject().data(), host.subject().size());
  lua_setfield(L, -2, "who");
  lua_pushnumber(L, host.time());
  lua_setfield(L, -2, "time");
  lua_pushinteger(L, static_cast<lua_Integer>(host.step()));
  lua_setfield(L, -2, "step");
  lua_setfield(L, -2, "event");
}

/// Cost in instructions of the Lua state, the library, compiling, and reading the kept table.
long long StartCost(const ScriptSpec& script, const Bytes& state) {
  const auto text = static_cast<long long>(script.text.size());
  const auto kept = static_cast<long long>(state.size());
  return kStart + text / kCompiledBytes + script.source.line / kCompiledBytes + kept / kKeptBytes;
}

int Work(lua_State* L) {
  auto* job = static_cast<Job*>(lua_touserdata(L, 1));
  lua_settop(L, 0);
  OpenLibrary(L);  // 1: the globals
  SetEvent(L, *job->host);
  PushTable(L, *job->before);  // 2: the kept table
  lua_pushvalue(L, 2);
  lua_setfield(L, 1, "state");
  if (Load(L, *job->script) != LUA_OK) return lua_error(L);
  lua_pushvalue(L, 1);
  lua_setupvalue(L, -2, 1);
  // Counting starts here: the cost of what precedes is in StartCost.
  ScriptRun* run = RunOf(L);
  run->counted = L;
  CountEvery(run, run->longest_text > kLongText ? 1 : kCountEvery);
  lua_call(L, 0, 0);
  run->counted = nullptr;
  lua_sethook(L, nullptr, 0, 0);
  lua_getfield(L, 1, "state");
  if (!lua_istable(L, -1)) {
    job->wrong = "`state` must stay a table";
  } else {
    job->wrong = WriteTable(L, -1, &job->after);
  }
  return 0;
}

Status RunWith(const ScriptSpec& script, ScriptRun* run, Bytes* state) {
  const StatePtr L = Open(run);
  if (L == nullptr) return Explain(script, "not enough memory");
  Job job{&script, run->host, state, {}, ""};
  lua_pushcfunction(L.get(), Work);
  lua_pushlightuserdata(L.get(), &job);
  const int result = lua_pcall(L.get(), 1, 0, 0);
  if (result != LUA_OK) return Explain(script, MessageAtTop(L.get()));
  if (!job.wrong.empty()) return Explain(script, job.wrong);
  *state = std::move(job.after);
  return Status();
}

}  // namespace

Status RunScript(const ScriptSpec& script, ScriptHost* host, Bytes* state, ScriptBudget* budget) {
  ScriptBudget alone;
  if (budget == nullptr) budget = &alone;
  budget->left -= StartCost(script, *state);
  if (budget->left < 0) {
    return Explain(script, "not run: the scripts of this step have used up their common " +
                               std::to_string(kMaxScriptInstructions) + " instructions");
  }
  const long long allowed = std::min(script.instructions, budget->left);
  ScriptRun run;
  run.host = host;
  run.left = allowed;
  run.end_cpu_ns = ThreadCpuNs() + kMaxCpuNs;
  run.max_memory = static_cast<std::size_t>(script.memory);
  ScriptMemory blocks(AddressSpaceFor(run));
  run.blocks = &blocks;
  const Status status = RunWith(script, &run, state);
  budget->left -= allowed - run.left;
  budget->out_of_time = budget->out_of_time || run.out_of_time;
  return status;
}

// Compiling needs memory in proportion to the text; it is not charged to the script's own limit.
Status CheckScript(const ScriptSpec& script) {
  ScriptRun run;
  run.left = script.instructions;
  run.max_memory = static_cast<std::size_t>(script.memory) + 4 * script.text.size();
  ScriptMemory blocks(AddressSpaceFor(run));
  run.blocks = &blocks;
  const StatePtr L = Open(&run);
  if (L == nullptr) return Explain(script, "not enough memory");
  if (Load(L.get(), script) == LUA_OK) return Status();
  return Explain(script, MessageAtTop(L.get()));
}

}  // namespace surefoot::events
