//===- PatternsBeats.cpp - Beats of the top function's ports as C++ -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that do not start on beats pass through a stream (Kernel/Transfers.cpp).
// A load takes a beat from it where the one that is held has too few elements
// left for a run, and shifts both; a store shifts a run behind the elements
// that are held, and sends a beat where that is full. So each loop goes on
// every cycle, and the elements of a run have places that are known.
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Interface.h"
#include "Emit/Patterns/Patterns.h"
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::emit;

namespace {

/// The element type, beats and rows of a realigned array. Elements are counted
/// in steps: no row starts between them.
struct Runs {
  Runs(MemRefType array, const ArrayBinding &stream)
      : type(beatType(scalarType(array.getElementType()), stream.beat)),
        row(array.getShape().back()), beat(stream.beat), ports(stream.blocks),
        step(std::gcd(row, beat)), last(llvm::divideCeil(row, beat) - 1) {}

  std::string type;
  int64_t row, beat, ports;
  int64_t step; ///< elements
  int64_t last; ///< number of a row's last run

  /// Declares one variable of the type a port.
  void declare(FunctionEmitter &e, StringRef name) const {
    if (ports == 1)
      return void(e.line() << type << " " << name << ";\n");
    e.line() << type << " " << name << "[" << ports << "];\n";
    e.pragma("array_partition variable=" + name.str() + " type=complete");
  }
  /// Opens a loop over the ports, where there are several. Returns what follows
  /// names of which each port has one.
  std::string openPorts(FunctionEmitter &e) const {
    if (ports == 1)
      return "";
    std::string port = e.names.take("port");
    e.label("ports");
    e.open("for (int " + port + " = 0; " + port + " < " + Twine(ports) +
           "; ++" + port + ")");
    e.pragma("unroll");
    return "[" + port + "]";
  }
  void closePorts(FunctionEmitter &e) const {
    if (ports > 1)
      e.close();
  }

  std::string steps() const { return std::to_string(beat / step); }
  std::string elements(StringRef count) const {
    return count.str() + (step == 1 ? "" : " * " + std::to_string(step));
  }
  /// Steps of the run at a subscript.
  std::string countAt(const Expr &run) const {
    std::string tail = std::to_string((row - last * beat) / step);
    if (last == 0)
      return tail;
    return wrap(run, Precedence::Equality) + " == " + std::to_string(last) +
           " ? " + tail + " : " + steps();
  }
};

} // namespace

/// Opens a loop over the elements of a beat.
static void openLanes(FunctionEmitter &e, StringRef label, StringRef lane,
                      int64_t beat) {
  e.label(label);
  e.open("for (int " + lane + " = 0; " + lane + " < " + Twine(beat) + "; ++" +
         lane + ")");
  e.pragma("unroll");
}

/// `const hls::vector<float, 16> beat`: elements of the array's next run.
static void readRun(FunctionEmitter &e, hls::BeatReadOp op, const Expr &run,
                    StringRef beat) {
  const ArrayBinding &stream = e.array(op.getArray());
  Runs runs(cast<MemRefType>(op.getArray().getType()), stream);
  std::string count = e.names.take("count"), next = e.names.take("next"),
              lane = e.names.take("lane"), at = e.names.take("at"),
              isShort = e.names.take("is_short");
  e.line() << "const int " << count << " = " << runs.countAt(run) << ";\n";
  e.line() << "const bool " << isShort << " = " << stream.rest << " < " << count
           << ";\n";
  if (runs.ports > 1)
    runs.declare(e, beat);
  std::string port = runs.openPorts(e), held = stream.held + port;
  e.line() << "const " << runs.type << " " << next << " = " << isShort << " ? "
           << stream.name << port << ".read() : " << held << ";\n";
  if (runs.ports == 1)
    runs.declare(e, beat);
  openLanes(e, "shift", lane, runs.beat);
  e.line() << "const int " << at << " = " << runs.beat << " - "
           << runs.elements(stream.rest) << " + " << lane << ";\n";
  e.line() << beat << port << "[" << lane << "] = " << at << " < " << runs.beat
           << " ? " << held << "[" << at << "] : " << next << "[" << at << " - "
           << runs.beat << "];\n";
  e.close();
  e.line() << held << " = " << next << ";\n";
  runs.closePorts(e);
  e.line() << stream.rest << " += (" << isShort << " ? " << runs.steps()
           << " : 0) - " << count << ";\n";
}

static void writeRun(FunctionEmitter &e, hls::BeatWriteOp op, const Expr &run,
                     StringRef beat) {
  const ArrayBinding &stream = e.array(op.getArray());
  Runs runs(cast<MemRefType>(op.getArray().getType()), stream);
  std::string count = e.names.take("count"), full = e.names.take("full"),
              over = e.names.take("over"), lane = e.names.take("lane"),
              from = e.names.take("from"), isFull = e.names.take("is_full");
  e.line() << "const int " << count << " = " << runs.countAt(run) << ";\n";
  e.line() << "const bool " << isFull << " = " << stream.rest << " + " << count
           << " >= " << runs.steps() << ";\n";
  std::string port = runs.openPorts(e), held = stream.held + port;
  e.line() << runs.type << " " << full << ", " << over << ";\n";
  openLanes(e, "shift", lane, runs.beat);
  e.line() << "const int " << from << " = (" << runs.beat << " - "
           << runs.elements(stream.rest) << " + " << lane << ") % " << runs.beat
           << ";\n";
  e.line() << full << "[" << lane << "] = " << lane << " < "
           << runs.elements(stream.rest) << " ? " << held << "[" << lane
           << "] : " << beat << port << "[" << from << "];\n";
  e.line() << over << "[" << lane << "] = " << beat << port << "[" << from
           << "];\n";
  e.close();
  e.open("if (" + isFull + ")");
  e.line() << stream.name << port << ".write(" << full << ");\n";
  e.close();
  e.line() << held << " = " << isFull << " ? " << over << " : " << full
           << ";\n";
  runs.closePorts(e);
  e.line() << stream.rest << " += " << count << " - (" << isFull << " ? "
           << runs.steps() << " : 0);\n";
}

/// Declares the beats of all ports: one vector, or an array of them.
static void declareBeats(FunctionEmitter &e, Value beat, int64_t ports,
                         StringRef start) {
  auto type = cast<MemRefType>(beat.getType());
  std::string name = e.names.take(userName(beat, "beat"));
  int64_t each = type.getNumElements() / ports;
  std::string text = e.tokenType(type.getElementType(), each);
  if (ports == 1) {
    e.bindToken(beat, name);
    e.line() << (start.empty() ? "" : "const ") << text << " " << name << start
             << ";\n";
    return;
  }
  e.bindArray(beat, {name, ArrayBinding::Beats, each});
  e.line() << (start.empty() ? "" : "const ") << text << " " << name << "["
           << ports << "]" << start << ";\n";
  e.pragma("array_partition variable=" + name + " type=complete");
}

/// Ports that the beat of an hls.beat goes to.
static int64_t portsOf(FunctionEmitter &e, hls::BeatOp op) {
  for (Operation *user : op->getUsers())
    if (auto write = dyn_cast<hls::BeatWriteOp>(user))
      if (e.isArray(write.getArray())) {
        const ArrayBinding &array = e.array(write.getArray());
        return std::max<int64_t>(array.blocks, array.ports.size());
      }
  return 1;
}

static LogicalResult beat(FunctionEmitter &e, hls::BeatOp op) {
  declareBeats(e, op.getBeat(), portsOf(e, op), "");
  return success();
}

static bool isShifted(FunctionEmitter &e, Value array) {
  return e.isArray(array) && e.array(array).kind == ArrayBinding::Shifted;
}

/// The beats of all ports at the subscripts.
template <typename OpTy>
static FailureOr<SmallVector<Expr>> beatsAt(FunctionEmitter &e, OpTy op,
                                            ArrayRef<Expr> indices) {
  if (!op.getFlat())
    return e.beats(op, op.getArray(), op.getBeatElements(), indices);
  if (!e.isArray(op.getArray()) ||
      e.array(op.getArray()).kind != ArrayBinding::Pointer ||
      e.array(op.getArray()).beat * op.getBlockCount() != op.getBeatElements())
    return op.emitError("beats of the whole array are as wide as its port");
  SmallVector<Expr> beats;
  for (const std::string &port : e.array(op.getArray()).ports)
    beats.push_back({port + "[" + indices.back().text + "]"});
  return beats;
}

static LogicalResult beatRead(FunctionEmitter &e, hls::BeatReadOp op) {
  FailureOr<SmallVector<Expr>> indices =
      e.affineMap(op.getMap(), op.getMapOperands());
  if (failed(indices))
    return failure();
  if (isShifted(e, op.getArray())) {
    std::string name = e.names.take(userName(op.getBeat(), "beat"));
    const ArrayBinding &stream = e.array(op.getArray());
    if (stream.blocks > 1)
      e.bindArray(op.getBeat(), {name, ArrayBinding::Beats, stream.beat});
    else
      e.bindArray(op.getBeat(), {name});
    readRun(e, op, indices->back(), name);
    return success();
  }
  FailureOr<SmallVector<Expr>> beats = beatsAt(e, op, *indices);
  if (failed(beats))
    return failure();
  std::string start;
  for (const Expr &one : *beats)
    start += (start.empty() ? "" : ", ") + one.text;
  declareBeats(e, op.getBeat(), beats->size(),
               beats->size() == 1 ? " = " + start : " = {" + start + "}");
  return success();
}

static LogicalResult beatWrite(FunctionEmitter &e, hls::BeatWriteOp op) {
  FailureOr<SmallVector<Expr>> indices =
      e.affineMap(op.getMap(), op.getMapOperands());
  if (failed(indices))
    return failure();
  const ArrayBinding &source = e.array(op.getBeat());
  if (isShifted(e, op.getArray())) {
    writeRun(e, op, indices->back(), source.name);
    return success();
  }
  FailureOr<SmallVector<Expr>> beats = beatsAt(e, op, *indices);
  if (failed(beats))
    return failure();
  for (auto [number, one] : llvm::enumerate(*beats))
    e.line() << one.text << " = " << source.whole()
             << (source.kind == ArrayBinding::Beats
                     ? "[" + std::to_string(number) + "]"
                     : "")
             << ";\n";
  return success();
}

void emit::addBeatPatterns(Patterns &patterns) {
  patterns.statement<hls::BeatOp, beat>();
  patterns.statement<hls::BeatReadOp, beatRead>();
  patterns.statement<hls::BeatWriteOp, beatWrite>();
}
