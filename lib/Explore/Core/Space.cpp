//===- Space.cpp - What a space does unless its template says otherwise ---===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Space.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

Problem::~Problem() = default;
Portfolio::~Portfolio() = default;
Space::~Space() = default;

Subproblem Portfolio::firstSubproblem() const {
  return {[this](std::optional<int64_t>) { return first(); }};
}

FailureOr<std::unique_ptr<Problem>> Portfolio::simplest() const {
  return std::unique_ptr<Problem>();
}

std::vector<Subproblem> Portfolio::alternatives() const { return {}; }

std::vector<Subproblem> Portfolio::nextGroup(const nlp::Solution &) {
  return {};
}

void Portfolio::advise(ArrayRef<std::string>, InFlightDiagnostic &diag) const {
  diag << "allow more of the device";
}

Space::Space(func::FuncOp func, target::Target target,
             std::vector<nlp::Pin> pins)
    : func(func), target(std::move(target)), pins(std::move(pins)) {}

namespace {

/// One program is the whole space.
class WholeSpace : public Portfolio {
public:
  explicit WholeSpace(const Space &space) : space(space) {}

  FailureOr<std::unique_ptr<Problem>> first() const override {
    return space.lower(space.getPins());
  }

private:
  const Space &space;
};

} // namespace

std::unique_ptr<Portfolio> Space::portfolio() const {
  return std::make_unique<WholeSpace>(*this);
}

FailureOr<std::unique_ptr<Problem>>
Space::lowerWithin(ArrayRef<nlp::Pin> given, std::optional<int64_t>) const {
  return lower(given);
}

FailureOr<CycleBounds> Space::lowerBounds(hls::DesignAttr) const {
  return CycleBounds();
}

LogicalResult Space::printBounds(hls::DesignAttr, llvm::raw_ostream &) const {
  return getFunc().emitError("no lower bound is known of designs of this "
                             "space; choose another space");
}

FailureOr<std::vector<NestExplanation>>
Space::explain(hls::DesignAttr, const ExplanationOptions &) const {
  return getFunc().emitError("what limits designs of this space is not "
                             "explained; choose another space");
}

SpaceSummary Space::summary() const { return {}; }
