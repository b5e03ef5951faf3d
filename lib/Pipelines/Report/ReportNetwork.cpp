//===- ReportNetwork.cpp - What hlsc says about a network -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportBuilder.h"
#include "mlir/IR/Diagnostics.h"
#include "talos/Analysis/Network.h"

using namespace mlir;
using namespace talos;

/// The network is executed. Passes have said what there is to say about it.
void talos::addNetwork(Report &report, ModuleOp module) {
  ScopedDiagnosticHandler quiet(module.getContext(),
                                [](Diagnostic &) { return success(); });
  FailureOr<sim::Network> network = analysis::networkOf(module);
  if (failed(network)) {
    report.notes.push_back("the network of processes cannot be executed");
    return;
  }
  NetworkRow row{std::move(*network), {}, {}};
  row.simulation = sim::simulate(row.network);
  row.liveness = sim::proveLive(row.network);
  report.network = std::move(row);
}
