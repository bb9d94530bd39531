// SPDX-License-Identifier: MIT
#include "cli/report.hpp"

#include "cli/streams.hpp"

namespace orograph {

Report::~Report() {
  print();
}

void Report::print() {
  const auto all = diagnostics_.all();
  if (printed_ == 0) {
    write_message(diagnostics_.format_all());
  } else {
    for (const Diagnostic& late : all.subspan(printed_)) write_message(diagnostics_.format(late));
  }
  printed_ = all.size();
}

}  // namespace orograph
