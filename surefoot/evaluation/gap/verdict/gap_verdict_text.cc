
#include "surefoot/base/text.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_json.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_tables.h"
#include "surefoot/evaluation/gap/verdict/verdict_words.h"

namespace surefoot::experiment {

std::string VerdictText(const gap::GapVerdict& verdict, const VerdictContext& context) {
  std::string text;
  if (!verdict.quantities.empty()) text += verdict.quantities.front().sentence + "\n";
  if (!verdict.summary.empty()) text += verdict.summary + "\n";
  text += "\n" + report::ToText(ErrorTable(verdict)) + "\n";
  if (!verdict.state_changes.empty()) {
    text += "\n" + report::ToText(StateChangeTable(verdict.state_changes)) + "\n";
  }
  for (const VerdictContext::Close& close : context.close) {
    const std::string line =
        StrFormat("%s from %.3g to %.3g would close %.0f %% of the gap\n", close.label.c_str(),
                  close.was, close.fitted, 100.0 * close.closes);
    text += line;
  }
  return text;
}

}  // namespace surefoot::experiment
