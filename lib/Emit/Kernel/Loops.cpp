//===- Loops.cpp - Loops, conditionals and carried values -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Loops.h"
#include "Emit/Kernel/Interface.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;

namespace talos::emit {

std::string statementComment(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(hls::statementAttrName);
  return name ? " // " + legalIdentifier(name.getValue()) : "";
}

LogicalResult declareVariables(FunctionEmitter &e, Operation *op,
                               ValueRange values, ValueRange inits,
                               SmallVectorImpl<std::string> &names) {
  for (auto [index, value] : llvm::enumerate(values)) {
    FailureOr<std::string> type = e.type(value.getType(), op);
    if (failed(type))
      return failure();
    FailureOr<Expr> init = Expr{};
    if (!inits.empty() && failed(init = e.expr(inits[index])))
      return failure();
    names.push_back(e.names.take(userName(value, "r")));
    e.line() << *type << " " << names.back()
             << (inits.empty() ? "" : " = " + init->text) << ";\n";
    if (value.use_empty()) // set, but never read
      e.line() << "(void)" << names.back() << ";\n";
  }
  for (auto [value, name] : llvm::zip_equal(values, names))
    e.bind(value, {name});
  return success();
}

LogicalResult assign(FunctionEmitter &e, ArrayRef<std::string> variables,
                     ValueRange values) {
  SmallVector<std::pair<std::string, Expr>> moves;
  for (auto [variable, value] : llvm::zip_equal(variables, values)) {
    FailureOr<Expr> text = e.expr(value);
    if (failed(text))
      return failure();
    if (text->text == variable)
      continue;
    moves.push_back({variable, *text});
  }
  if (moves.size() > 1)
    for (auto &[variable, text] : moves) {
      std::string next = e.names.take(variable + "_next");
      e.line() << "const auto " << next << " = " << text.text << ";\n";
      text = {next};
    }
  for (auto &[variable, text] : moves)
    e.line() << variable << " = " << text.text << ";\n";
  return success();
}

/// Says `what` of the named arrays' buffers.
static void sayOf(FunctionEmitter &e, Operation *op, ArrayAttr names,
                  const std::string &what) {
  auto task = op->getParentOfType<hls::TaskOp>();
  if (!names || !task)
    return;
  auto say = [&](Value array) {
    e.pragma("dependence variable=" + e.array(array).name + " " + what);
  };
  auto isNamed = [&](hls::BufferOp buffer) {
    return llvm::is_contained(names.getAsValueRange<StringAttr>(),
                              buffer.getArrayName());
  };
  for (BlockArgument argument : task.getBody().getArguments()) {
    auto buffer = hls::originOf(argument).getDefiningOp<hls::BufferOp>();
    if (buffer && isNamed(buffer))
      say(argument);
  }
  // The array may be held in a tile of the task's own.
  for (Operation *around = op; around != task; around = around->getParentOp())
    for (auto buffer : around->getBlock()->getOps<hls::BufferOp>())
      if (!buffer->hasAttr(hls::accumulatorAttrName) && isNamed(buffer))
        say(buffer.getResult());
}

/// The tool takes accesses of a buffer for dependent that it cannot tell apart.
static void independence(FunctionEmitter &e, Operation *op) {
  std::string what = "dependent=false";
  if (auto distance = op->getAttrOfType<IntegerAttr>(hls::distanceAttrName))
    what = "distance=" + std::to_string(distance.getInt()) + " dependent=true";
  sayOf(e, op, op->getAttrOfType<ArrayAttr>(hls::independentAttrName),
        "type=inter direction=RAW " + what);
  sayOf(e, op, op->getAttrOfType<ArrayAttr>(hls::distinctCopiesAttrName),
        "type=intra direction=RAW dependent=false");
}

/// How far apart the iterations of a process are that a buffer of it joins.
static void distances(FunctionEmitter &e, Operation *op) {
  auto process = op->getParentOfType<hls::ProcessOp>();
  auto found = op->getAttrOfType<DictionaryAttr>(hls::distancesAttrName);
  if (!process || !found)
    return;
  for (auto buffer : process.getBody().getOps<hls::BufferOp>()) {
    auto distance = found.getAs<IntegerAttr>(buffer.getBufferName());
    if (!distance || distance.getInt() == 1) // as the tool assumes
      continue;
    e.pragma("dependence variable=" + e.array(buffer.getResult()).name +
             " type=inter direction=RAW " +
             (distance.getInt() == 0
                  ? std::string("dependent=false")
                  : "distance=" + std::to_string(distance.getInt()) +
                        " dependent=true"));
  }
}

static void directives(FunctionEmitter &e, Operation *op) {
  if (auto trips =
          op->getAttrOfType<hls::TripCountAttr>(hls::tripCountAttrName))
    e.pragma("loop_tripcount min=" + Twine(trips.getMin()) +
             " max=" + Twine(trips.getMax()) + " avg=" + Twine(trips.getAvg()));
  if (auto pipeline =
          op->getAttrOfType<hls::PipelineAttr>(hls::pipelineAttrName))
    e.pragma(
        "pipeline" +
        (pipeline.getIi() > 0 ? " II=" + std::to_string(pipeline.getIi())
                              : std::string()) +
        (pipeline.getStyle() == hls::PipelineStyle::Auto
             ? std::string()
             : " style=" +
                   hls::stringifyPipelineStyle(pipeline.getStyle()).str()));
  if (auto unroll = op->getAttrOfType<hls::UnrollAttr>(hls::unrollAttrName))
    e.pragma("unroll" + (unroll.getFactor() > 0
                             ? " factor=" + std::to_string(unroll.getFactor())
                             : std::string()));
  independence(e, op);
  distances(e, op);
}

LogicalResult emitLoop(FunctionEmitter &e, Operation *op, Value counter,
                       ValueRange inits, ValueRange carried, Expr lower,
                       Expr upper, Expr step) {
  SmallVector<std::string> variables;
  if (failed(declareVariables(e, op, op->getResults(), inits, variables)))
    return failure();
  for (auto [value, name] : llvm::zip_equal(carried, variables))
    e.bind(value, {name});
  std::string wanted = userName(counter, "i");
  e.label(e.labelPrefix + wanted);
  e.names.push(); // the counter lives in the for statement
  std::string name = e.names.take(wanted);
  std::string advance =
      step.text == "1" ? "++" + name : name + " += " + step.text;
  e.open("for (int " + name + " = " + lower.text + "; " + name + " < " +
         wrap(upper, Precedence::Additive) + "; " + advance + ")");
  e.bind(counter, {name});
  directives(e, op);
  LogicalResult body =
      e.block(op->getRegion(0).front(), [&](Operation *terminator) {
        return assign(e, variables, terminator->getOperands());
      });
  e.close();
  e.names.pop();
  return body;
}

LogicalResult emitCollapsed(FunctionEmitter &e, Operation *innermost,
                            ArrayRef<CountedLoop> loops) {
  e.needs.algorithm = true;
  SmallVector<std::string> names, first, ends;
  std::string trips;
  for (const CountedLoop &loop : loops) {
    std::string name = userName(loop.counter, "i");
    names.push_back(e.names.take(name));
    first.push_back(e.names.take(name + "_first"));
    ends.push_back(e.names.take(name + "_end"));
    e.line() << "const int " << first.back() << " = " << loop.lower.text
             << ";\n";
    e.line() << "const int " << ends.back() << " = " << loop.upper.text
             << ";\n";
    e.line() << "int " << names.back() << " = " << first.back() << ";\n";
    e.bind(loop.counter, {names.back()});
    trips += (trips.empty() ? "" : " * ") +
             ("std::max<int>(0, " + ends.back()) + " - " + first.back() + ")";
  }
  std::string count = e.names.take("trips");
  e.line() << "const int " << count << " = " << trips << ";\n";
  e.label(e.labelPrefix + userName(loops.back().counter, "i"));
  e.names.push();
  std::string number = e.names.take("trip");
  e.open("for (int " + number + " = 0; " + number + " < " + count + "; ++" +
         number + ")");
  directives(e, innermost);
  LogicalResult body = e.block(innermost->getRegion(0).front(),
                               [](Operation *) { return success(); });
  for (unsigned l = loops.size(); l-- > 1;) {
    e.open("if (++" + names[l] + " == " + ends[l] + ")");
    e.line() << names[l] << " = " << first[l] << ";\n";
  }
  e.line() << "++" << names.front() << ";\n";
  for (unsigned l = 1; l < loops.size(); ++l)
    e.close();
  e.close();
  e.names.pop();
  return body;
}

LogicalResult emitIf(FunctionEmitter &e, Operation *op, const Expr &condition,
                     Block *then, Block *orElse) {
  SmallVector<std::string> variables;
  if (failed(declareVariables(e, op, op->getResults(), {}, variables)))
    return failure();
  auto yield = [&](Operation *terminator) {
    return terminator ? assign(e, variables, terminator->getOperands())
                      : success();
  };
  e.open("if (" + condition.text + ")");
  LogicalResult result = e.block(*then, yield);
  if (succeeded(result) && orElse) {
    e.close("} else {");
    e.reopen();
    result = e.block(*orElse, yield);
  }
  e.close();
  return result;
}

} // namespace talos::emit
