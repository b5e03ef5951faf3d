//===- PassSpace.cpp - The design space that a pass asks for --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/PassSpace.h"
#include "Explore/Core/Directives.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/StreamedEdges.h"
#include "talos/Poly/ScopAnalysis.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// Pins of the option, of the attribute `hls.pins` and of the directives.
static FailureOr<std::vector<nlp::Pin>> pinsOf(func::FuncOp top,
                                               StringRef option) {
  std::vector<nlp::Pin> pins;
  SmallVector<StringRef> texts{option};
  if (auto strings = top->getAttrOfType<ArrayAttr>(hls::pinsAttrName))
    for (Attribute string : strings)
      texts.push_back(cast<StringAttr>(string).getValue());
  for (StringRef text : texts) {
    llvm::Expected<std::vector<nlp::Pin>> some = nlp::parsePins(text);
    if (!some)
      return top.emitError(llvm::toString(some.takeError()));
    llvm::append_range(pins, *some);
  }
  FailureOr<std::vector<nlp::Pin>> directives = directivePins(top);
  if (failed(directives))
    return failure();
  llvm::append_range(pins, *directives);
  return pins;
}

static LogicalResult readLayout(func::FuncOp top, const SpaceTexts &texts,
                                LayoutOptions &options) {
  StringRef layout = texts.layout;
  bool all = layout == "auto";
  options.natural = all || layout == "natural";
  options.padded = all || layout == "padded";
  options.packed = all || layout == "packed";
  options.maxPorts = texts.maxPorts;
  options.paddingPercent = texts.padding;
  if (!options.natural && !options.padded && !options.packed)
    return top.emitError("layout '")
           << layout << "' is unknown; use natural, padded, packed or auto";
  if (options.maxPorts < 1)
    return top.emitError("max-ports must be at least 1, got ")
           << options.maxPorts;
  if (options.paddingPercent < 0)
    return top.emitError("padding must not be negative, got ")
           << options.paddingPercent;
  return success();
}

/// What the target and the options say of the space.
static FailureOr<SpaceOptions> optionsOf(func::FuncOp top,
                                         const SpaceTexts &texts) {
  SpaceOptions options;
  hls::TargetAttr target = hls::targetOf(top);
  options.usablePercent = target.getUsable();
  options.limits = target.getLimits().str();
  options.maxPartition = target.getMaxPartition();
  options.treeReduction = target.getTreeReduction();
  if (texts.dspReuse == "pessimistic")
    options.reuse = cost::Reuse::Pessimistic;
  else if (texts.dspReuse != "optimistic")
    return top.emitError("dsp-reuse '")
           << texts.dspReuse << "' is unknown; use optimistic or pessimistic";
  if (failed(readLayout(top, texts, options.layouts)))
    return failure();
  options.tiles = texts.tiles;
  options.fineGrained = texts.fineGrained;
  options.pairsProducts = !texts.noPairs;
  options.slrs = texts.slrs;
  options.slrShares = texts.slrShare;
  FailureOr<std::vector<nlp::Pin>> pins = pinsOf(top, texts.pins);
  if (failed(pins))
    return failure();
  options.pins = std::move(*pins);
  return options;
}

FailureOr<std::unique_ptr<Space>> explore::spaceOf(ModuleOp module,
                                                   AnalysisManager analyses,
                                                   const SpaceTexts &texts) {
  FailureOr<func::FuncOp> top = hls::topOf(module);
  if (failed(top))
    return failure();
  FailureOr<const target::Target *> target =
      analyses.getAnalysis<analysis::TargetAnalysis>().of(*top);
  if (failed(target))
    return failure();
  FailureOr<SpaceOptions> options = optionsOf(*top, texts);
  if (failed(options))
    return failure();
  const Template *found = findTemplate(texts.space);
  if (!found)
    return top->emitError("space '")
           << texts.space << "' is unknown; use one of " << templateNames();
  if (top->getOperation()->hasAttr(hls::streamedEdgesAttrName) &&
      !found->joinsNestsByStreams())
    return top->emitError("a script joins nests of '")
           << top->getSymName() << "' by streams, which designs of space '"
           << texts.space << "' do not have; choose space=streamed, or leave "
           << "transform.hls.stream out";
  if (!(texts.slrs.empty() && texts.slrShare.empty()) &&
      !found->joinsNestsByStreams())
    return top->emitError("slrs: designs of space '")
           << texts.space << "' are one kernel, whose tasks are not assigned "
           << "to SLRs; choose space=streamed";
  options->scop = [&] {
    return analyses.getChildAnalysis<poly::ScopAnalysis>(*top).get();
  };
  return found->build(*top, **target, *options);
}
