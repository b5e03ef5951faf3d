//===- ResourceFeatures.cpp - What the linear resource rules count
//------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a CSV: for each published design its measured LUT and FF, the part
// that operators and memories explain, and the amounts by which the linear
// rules multiply their coefficients. python/talos/fit_resources.py fits them.
//
//===----------------------------------------------------------------------===//

#include "PublishedDesign.h"
#include "llvm/Support/raw_ostream.h"

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::test;
using target::LinearRule;

namespace {

struct Feature {
  const char *name;
  int64_t LinearRule::*coefficient;
};

constexpr Feature features[] = {
    {"base", &LinearRule::base},
    {"adapter_bit", &LinearRule::adapterBit},
    {"bank", &LinearRule::bank},
    {"remainder_bank", &LinearRule::remainderBank},
    {"stored_bank", &LinearRule::storedBank},
    {"unit", &LinearRule::unit},
    {"guarded_operation", &LinearRule::guardedOperation},
    {"shared_unit", &LinearRule::sharedUnit},
    {"depth_output", &LinearRule::depthOutput},
};

} // namespace

int main() {
  target::Target plain = u200();
  plain.rules.lut = plain.rules.ff = LinearRule();
  llvm::outs() << "design,lut,ff,lut_known,ff_known";
  for (const Feature &feature : features)
    llvm::outs() << "," << feature.name;
  llvm::outs() << "\n";
  for (const PublishedDesign &design : publishedDesigns()) {
    DesignResources<Int> known = estimate(design, plain).resources;
    llvm::outs() << design.name << "," << design.row.at("lut") << ","
                 << design.row.at("ff") << "," << known.lut.value() << ","
                 << known.ff.value();
    for (const Feature &feature : features) {
      target::Target one = plain;
      one.rules.lut.*feature.coefficient = 1000;
      Int with = estimate(design, one).resources.lut;
      llvm::outs() << "," << (with - known.lut).value();
    }
    llvm::outs() << "\n";
  }
  return 0;
}
