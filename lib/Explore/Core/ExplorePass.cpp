//===- ExplorePass.cpp - The pass that decides ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/PassSpace.h"
#include "talos/Explore/LowerBound.h"
#include "talos/Explore/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace talos::explore {
#define GEN_PASS_DEF_EXPLORE
#define GEN_PASS_DEF_DUMPNLP
#define GEN_PASS_DEF_LOWERBOUND
#include "talos/Explore/Passes.h.inc"
} // namespace talos::explore

/// What the option `tiles` says; arrays that it lists are marked in the space.
static FailureOr<Tiling> tilingOf(DesignSpace &space, StringRef text) {
  if (text == "never")
    return Tiling::Never;
  if (text == "auto")
    return Tiling::Auto;
  if (text == "search")
    return Tiling::Search;
  func::FuncOp func = space.func;
  if (!text.consume_front("[") || !text.consume_back("]"))
    return func.emitError("option tiles: expected auto, never, search or a "
                          "list of arrays such as [A,B], not '")
           << text << "'";
  SmallVector<StringRef> names;
  text.split(names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef name : names) {
    auto array = llvm::find_if(space.arrays, [&](const ArraySpace &candidate) {
      return candidate.shape.name == name.trim();
    });
    if (array == space.arrays.end() || !array->mayTile) {
      InFlightDiagnostic diag = func.emitError("option tiles: ");
      bool isAny = llvm::any_of(space.arrays, [](const ArraySpace &candidate) {
        return candidate.mayTile;
      });
      diag << "'" << name.trim() << "' is no array that can be tiled; "
           << (isAny ? "those are" : "there are none");
      for (const ArraySpace &candidate : space.arrays)
        if (candidate.mayTile)
          diag << " '" << candidate.shape.name << "'";
      return diag;
    }
    array->tiled = true;
  }
  return Tiling::Never;
}

static LogicalResult writeModel(const DesignSpace &space, StringRef path) {
  func::FuncOp func = space.func;
  nlp::Model model;
  if (failed(buildModel(space, model)))
    return failure();
  if (path == "-") {
    model.print(llvm::errs());
    return success();
  }
  std::error_code error;
  llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_Text);
  if (error)
    return func.emitError("cannot write the model to '")
           << path << "': " << error.message();
  model.print(file.os());
  file.keep();
  return success();
}

namespace {

struct ExplorePass : explore::impl::ExploreBase<ExplorePass> {
  using Base::Base;
  template <typename Pass>
  friend FailureOr<DesignSpace> explore::spaceOf(const Pass &, ModuleOp);

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run();
  nlp::SolverOptions solverOptions() const;
};

struct DumpNLPPass : explore::impl::DumpNLPBase<DumpNLPPass> {
  using Base::Base;
  template <typename Pass>
  friend FailureOr<DesignSpace> explore::spaceOf(const Pass &, ModuleOp);

  void runOnOperation() override {
    FailureOr<DesignSpace> space = spaceOf(*this, getOperation());
    if (failed(space) || failed(tilingOf(*space, tiles)) ||
        failed(writeModel(*space, file)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

struct LowerBoundPass : explore::impl::LowerBoundBase<LowerBoundPass> {
  using Base::Base;
  template <typename Pass>
  friend FailureOr<DesignSpace> explore::spaceOf(const Pass &, ModuleOp);

  void runOnOperation() override {
    FailureOr<DesignSpace> space = spaceOf(*this, getOperation());
    if (failed(space))
      return signalPassFailure();
    printBound(*space, boundOfAnyDesign(*space), "every design", llvm::outs());
    if (auto design =
            space->func->getAttrOfType<hls::DesignAttr>(hls::designAttrName)) {
      FailureOr<ProgramBound> bound = boundOfDesign(*space, design);
      if (failed(bound))
        return signalPassFailure();
      printBound(*space, *bound, "this design", llvm::outs());
    }
    markAllAnalysesPreserved();
  }
};

} // namespace

nlp::SolverOptions ExplorePass::solverOptions() const {
  nlp::SolverOptions options;
  options.nodeLimit = nodeLimit;
  options.timeLimitSeconds = timeLimit;
  options.threads = threads;
  return options;
}

/// Adds `design_lower_bound`, in cycles, to `hls.search`, which has that of any
/// design as `lower_bound`. Neither holds where tasks hold tiles.
static LogicalResult addBound(const DesignSpace &space) {
  func::FuncOp top = space.func;
  auto design = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  NamedAttrList search(top->getAttrOfType<DictionaryAttr>(hls::searchAttrName));
  if (holdsTiles(design)) {
    search.erase("lower_bound");
    top->setAttr(hls::searchAttrName, search.getDictionary(top.getContext()));
    return success();
  }
  FailureOr<ProgramBound> bound = boundOfDesign(space, design);
  if (failed(bound))
    return failure();
  if (bound->cycles.isValid())
    search.set(
        "design_lower_bound",
        Builder(top.getContext()).getI64IntegerAttr(bound->cycles.value()));
  top->setAttr(hls::searchAttrName, search.getDictionary(top.getContext()));
  return success();
}

LogicalResult ExplorePass::run() {
  FailureOr<DesignSpace> space = spaceOf(*this, getOperation());
  if (failed(space))
    return failure();
  func::FuncOp top = space->func;
  FailureOr<Tiling> tiling = tilingOf(*space, tiles);
  if (failed(tiling))
    return failure();
  if (!dumpModel.empty() && failed(writeModel(*space, dumpModel)))
    return failure();

  MLIRContext *context = &getContext();
  if (auto given = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName)) {
    FailureOr<hls::DesignAttr> design = evaluateDesign(*space, given);
    if (failed(design))
      return failure();
    top->setAttr(hls::designAttrName, *design);
    top->setAttr(hls::searchAttrName, describeSearch(*space, nullptr));
  } else {
    FailureOr<ExploreResult> result =
        explore::explore(*space, solverOptions(), *tiling);
    if (failed(result))
      return failure();
    top->setAttr(hls::designAttrName, result->design);
    top->setAttr(hls::searchAttrName, describeSearch(*space, &*result));
  }
  if (failed(addBound(*space)))
    return failure();
  top->setAttr(hls::targetAttrName,
               hls::TargetAttr::get(
                   context, StringAttr::get(context, space->target.device.name),
                   StringAttr::get(context, space->target.device.part), clockPs,
                   StringAttr::get(context, tool), treeReduction));
  return success();
}
