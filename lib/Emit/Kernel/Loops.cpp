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

namespace {

/// The variables of a loop that counts through several.
class CollapsedLoops {
public:
  /// `counted`: the number of all iterations is known.
  CollapsedLoops(FunctionEmitter &emitter, ArrayRef<CountedLoop> loops,
                 bool counted)
      : e(emitter), loops(loops), counted(counted) {}

  LogicalResult declare();
  /// To the next iteration of the loop and those around it.
  LogicalResult advance(unsigned loop);
  bool varies() const {
    return llvm::any_of(loops, [](const CountedLoop &l) { return l.varies; });
  }
  /// All iterations, of bounds that do not vary.
  std::string product() const;

private:
  struct Variables {
    std::string name, first, end, lower, upper;
  };
  FunctionEmitter &e;
  ArrayRef<CountedLoop> loops;
  bool counted;
  SmallVector<Variables> variables;
};

} // namespace

LogicalResult CollapsedLoops::declare() {
  for (const CountedLoop &loop : loops) {
    FailureOr<std::pair<Expr, Expr>> bounds = loop.bounds();
    if (failed(bounds))
      return failure();
    std::string name = e.names.take(userName(loop.counter, "i"));
    Variables own{name, e.names.take(name + "_first"),
                  e.names.take(name + "_end"), bounds->first.text,
                  bounds->second.text};
    StringRef type = loop.varies ? "int " : "const int ";
    e.line() << type << own.first << " = " << own.lower << ";\n";
    // The outermost one ends with the iterations of all.
    if ((!varies() && !counted) || !variables.empty())
      e.line() << type << own.end << " = " << own.upper << ";\n";
    e.line() << "int " << own.name << " = " << own.first << ";\n";
    e.bind(loop.counter, {own.name});
    variables.push_back(std::move(own));
  }
  return success();
}

std::string CollapsedLoops::product() const {
  std::string trips;
  for (const Variables &own : variables)
    trips += (trips.empty() ? "" : " * ") +
             ("std::max<int>(0, " + own.end + " - " + own.first + ")");
  return trips;
}

LogicalResult CollapsedLoops::advance(unsigned loop) {
  const Variables &own = variables[loop];
  if (loop == 0) {
    e.line() << "++" << own.name << ";\n";
    return success();
  }
  if (loops[loop].skip) {
    e.line() << "++" << own.name << ";\n";
    if (failed(loops[loop].skip(own.name)))
      return failure();
    e.open("if (" + own.name + " == " + own.end + ")");
  } else {
    e.open("if (++" + own.name + " == " + own.end + ")");
  }
  if (failed(advance(loop - 1)))
    return failure();
  if (loops[loop].varies) {
    e.line() << own.first << " = " << own.lower << ";\n";
    e.line() << own.end << " = " << own.upper << ";\n";
  }
  e.line() << own.name << " = " << own.first << ";\n";
  e.close();
  return success();
}

LogicalResult emitCollapsed(FunctionEmitter &e, Operation *innermost,
                            ArrayRef<CountedLoop> loops,
                            std::optional<int64_t> left) {
  CollapsedLoops all(e, loops, left.has_value());
  if (failed(all.declare()))
    return failure();
  std::string trips;
  if (left) {
    trips = std::to_string(*left);
  } else if (all.varies()) {
    auto counted =
        innermost->getAttrOfType<hls::TripCountAttr>(hls::tripCountAttrName);
    if (!counted || counted.getMin() != counted.getMax())
      return innermost->emitError(
          "loops that run as one (hls.collapsed), with bounds that depend on "
          "each other, need hls.trip_count, the same at least and at most; run "
          "hls-annotate-trip-counts");
    trips = std::to_string(counted.getMax());
  } else {
    e.needs.algorithm = true;
    trips = all.product();
  }
  std::string count = left ? trips : e.names.take("trips");
  if (!left)
    e.line() << "const int " << count << " = " << trips << ";\n";
  e.label(e.labelPrefix + userName(loops.back().counter, "i"));
  e.names.push();
  std::string number = e.names.take("trip");
  e.open("for (int " + number + " = 0; " + number + " < " + count + "; ++" +
         number + ")");
  directives(e, innermost);
  LogicalResult body = e.block(innermost->getRegion(0).front(),
                               [](Operation *) { return success(); });
  LogicalResult advanced = all.advance(loops.size() - 1);
  e.close();
  e.names.pop();
  return success(succeeded(body) && succeeded(advanced));
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
