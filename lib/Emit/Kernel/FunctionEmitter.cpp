//===- FunctionEmitter.cpp - The body of one C++ function -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/Interface.h"
#include "Emit/Patterns/Patterns.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "talos/Dialect/HLS/Rows.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace talos::emit {

const Patterns &allPatterns() {
  static const Patterns patterns = [] {
    Patterns all;
    addArithPatterns(all);
    addMathPatterns(all);
    addAffinePatterns(all);
    addScfPatterns(all);
    addMemRefPatterns(all);
    addHLSPatterns(all);
    addBeatPatterns(all);
    addStreamPatterns(all);
    return all;
  }();
  return patterns;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

llvm::raw_ostream &FunctionEmitter::line() { return os.indent(2 * indent); }

void FunctionEmitter::open(const llvm::Twine &text) {
  line() << text << (text.isTriviallyEmpty() ? "{\n" : " {\n");
  ++indent;
  names.push();
}

void FunctionEmitter::close(const llvm::Twine &text) {
  names.pop();
  --indent;
  line() << text << "\n";
}

void FunctionEmitter::reopen() {
  ++indent;
  names.push();
}

void FunctionEmitter::pragma(const llvm::Twine &text) {
  os << "#pragma HLS " << text << "\n";
}

void FunctionEmitter::label(StringRef wanted) {
  std::string stem = legalIdentifier(wanted), name = stem;
  for (unsigned i = 1; !labels.insert(name).second; ++i)
    name = stem + "_" + std::to_string(i);
  os.indent(2 * (indent - 1)) << name << ":\n";
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static bool mayWrite(Operation *op) {
  return !isMemoryEffectFree(op) && !hasSingleEffect<MemoryEffects::Read>(op);
}

/// Operators around each other in one expression; what is deeper becomes a
/// constant of its own, for compilers limit the brackets that may be open.
static constexpr unsigned maxOperators = 64;

// What `bind_op` names is a constant, too. Walks backwards, so that the place
// where a user is printed is known before its operands are asked for. A read
// moves down only past reads.
void FunctionEmitter::findInlined(Block &block) {
  DenseMap<Operation *, Operation *> printedAt;
  DenseMap<Operation *, unsigned> depth; // operators around it
  for (Operation &op : llvm::reverse(block)) {
    printedAt[&op] = &op;
    if (op.getNumResults() != 1 || !op.getResult(0).hasOneUse())
      continue;
    if (!allPatterns().expressions.count(op.getName().getStringRef()))
      continue;
    Operation *user = *op.getResult(0).user_begin();
    if (user->getBlock() != &block || !hls::implOf(&op).empty())
      continue;
    Operation *place = printedAt.lookup(user);
    bool movable = isPure(&op) || isMemoryEffectFree(&op);
    if (!movable && hasSingleEffect<MemoryEffects::Read>(&op)) {
      movable = true;
      for (Operation *next = op.getNextNode(); next && next != place;
           next = next->getNextNode())
        movable &= !mayWrite(next);
      // A region that is printed before the value is needed may write it.
      if (place->getNumRegions() > 0)
        movable = false;
    }
    unsigned around = depth.lookup(user) + 1;
    if (!movable || around > maxOperators)
      continue;
    depth[&op] = around;
    inlined.insert(&op);
    printedAt[&op] = place;
  }
}

LogicalResult FunctionEmitter::block(Block &block) {
  return this->block(block, [](Operation *) { return success(); });
}

LogicalResult
FunctionEmitter::block(Block &block,
                       llvm::function_ref<LogicalResult(Operation *)> atEnd) {
  findInlined(block);
  for (Operation &op : block.without_terminator())
    if (failed(operation(&op)))
      return failure();
  return atEnd(block.mightHaveTerminator() ? block.getTerminator() : nullptr);
}

LogicalResult FunctionEmitter::operation(Operation *op) {
  const Patterns &patterns = allPatterns();
  auto statement = patterns.statements.find(op->getName().getStringRef());
  if (statement != patterns.statements.end())
    return statement->second(*this, op);
  if (!patterns.expressions.count(op->getName().getStringRef()))
    return emitError(op->getLoc())
           << "cannot emit '" << op->getName()
           << "' as HLS C++; lower it to affine, scf, arith, "
              "math or memref operations first";
  if (op->use_empty() || inlined.contains(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return success();
  Value result = op->getResult(0);
  FailureOr<std::string> cppType = type(result.getType(), op);
  FailureOr<Expr> value =
      patterns.expressions.lookup(op->getName().getStringRef())(*this, op);
  if (failed(cppType) || failed(value))
    return failure();
  std::string name = names.take(userName(result, "v"));
  line() << "const " << *cppType << " " << name << " = " << value->text
         << ";\n";
  if (StringRef impl = hls::implOf(op); !impl.empty())
    pragma("bind_op variable=" + name + " op=" + hls::boundOperation(op) +
           " impl=" + impl);
  bind(result, {name, Precedence::Postfix});
  return success();
}

FailureOr<Expr> FunctionEmitter::expr(Value value) {
  auto bound = values.find(value);
  if (bound != values.end())
    return bound->second;
  Operation *op = value.getDefiningOp();
  const Patterns &patterns = allPatterns();
  if (op && (inlined.contains(op) || op->hasTrait<OpTrait::ConstantLike>())) {
    auto pattern = patterns.expressions.find(op->getName().getStringRef());
    if (pattern != patterns.expressions.end()) {
      if (failed(type(value.getType(), op)))
        return failure();
      return pattern->second(*this, op);
    }
  }
  if (op)
    return emitError(op->getLoc()) << "cannot emit the result of '"
                                   << op->getName() << "' as a C++ expression";
  return emitError(value.getLoc())
         << "cannot emit a value of type " << value.getType() << " as HLS C++";
}

//===----------------------------------------------------------------------===//
// Types and arrays
//===----------------------------------------------------------------------===//

FailureOr<std::string> FunctionEmitter::type(Type type, Operation *op) {
  std::string text = scalarType(type);
  if (text.empty())
    return emitError(op->getLoc())
           << "type " << type
           << " has no C++ type here; use f32, f64, index or "
              "an integer of 1, 8, 16, 32 or 64 bits";
  return text;
}

std::string extents(MemRefType type) {
  std::string text;
  for (int64_t extent : type.getShape())
    text += "[" + std::to_string(extent) + "]";
  return text;
}

LogicalResult checkArray(Operation *op, MemRefType type) {
  if (!type.hasStaticShape())
    return emitError(op->getLoc())
           << "memref " << type
           << " has a dynamic shape; HLS needs static extents";
  if (!type.getLayout().isIdentity())
    return emitError(op->getLoc())
           << "memref " << type << " has a layout other than row-major";
  if (llvm::is_contained(type.getShape(), 0))
    return emitError(op->getLoc()) << "memref " << type << " has no elements";
  if (type.getNumElements() > INT32_MAX)
    return emitError(op->getLoc())
           << "memref " << type << " has more elements than an int can index";
  if (scalarType(type.getElementType()).empty())
    return emitError(op->getLoc())
           << "element type " << type.getElementType()
           << " has no C++ type here; use f32, f64 or an "
              "integer of 1, 8, 16, 32 or 64 bits";
  return success();
}

LogicalResult FunctionEmitter::declareArray(Value value, StringRef wanted) {
  auto memref = cast<MemRefType>(value.getType());
  if (failed(checkArray(value.getDefiningOp(), memref)))
    return failure();
  std::string name = names.take(wanted);
  line() << (memref.getRank() == 0 ? "" : arrayStorage)
         << scalarType(memref.getElementType()) << " " << name
         << extents(memref) << ";\n";
  bindArray(value, {name, memref.getRank() == 0 ? ArrayBinding::Scalar
                                                : ArrayBinding::Array});
  return success();
}

std::string FunctionEmitter::tokenType(Type element, int64_t lanes) {
  std::string text = scalarType(element);
  if (isStructToken(lanes))
    needs.tokens.insert({text, lanes});
  needs.vectors |= lanes > 1 && !isStructToken(lanes);
  return beatType(text, lanes);
}

void FunctionEmitter::bindToken(Value value, StringRef name) {
  ArrayBinding binding{name.str()};
  if (isStructToken(cast<MemRefType>(value.getType()).getNumElements())) {
    binding.variable = name.str();
    binding.name += ".lanes";
  }
  bindArray(value, std::move(binding));
}

/// The elements as nested lists of literals.
static FailureOr<std::string> initializer(DenseElementsAttr values,
                                          ArrayRef<int64_t> shape,
                                          int64_t first, FileNeeds &needs) {
  if (shape.empty()) {
    auto value = cast<TypedAttr>(*(values.value_begin<Attribute>() + first));
    if (auto number = dyn_cast<FloatAttr>(value))
      needs.cmath |= number.getValue().isInfinity();
    FailureOr<Expr> text = literal(value);
    return failed(text) ? FailureOr<std::string>(failure()) : text->text;
  }
  int64_t size = ShapedType::getNumElements(shape.drop_front());
  SmallVector<std::string> parts;
  for (int64_t i = 0; i < shape.front(); ++i) {
    FailureOr<std::string> part =
        initializer(values, shape.drop_front(), first + i * size, needs);
    if (failed(part))
      return failure();
    parts.push_back(*part);
  }
  return "{" + llvm::join(parts, ", ") + "}";
}

/// Breaks a list into lines of some 80 columns.
static std::string wrapped(StringRef list) {
  constexpr size_t width = 72;
  std::string text;
  while (list.size() > width) {
    size_t end = list.take_front(width).rfind(", ");
    if (end == StringRef::npos)
      break;
    text += list.take_front(end + 1).str() + "\n      ";
    list = list.drop_front(end + 2);
  }
  return (text.empty() ? " " : "\n      ") + text + list.str();
}

LogicalResult FunctionEmitter::declareGlobal(Value value, StringRef wanted,
                                             FlatSymbolRefAttr symbol) {
  Operation *op = value.getDefiningOp();
  auto memref = cast<MemRefType>(value.getType());
  auto global =
      SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(op, symbol);
  if (!global)
    return emitError(op->getLoc())
           << "the module does not define the global " << symbol;
  if (failed(checkArray(op, memref)))
    return failure();
  std::string start;
  auto values =
      dyn_cast_or_null<DenseElementsAttr>(global.getInitialValueAttr());
  // Static storage starts with zeros.
  bool isZero = values && !global.getConstant() &&
                (matchPattern(values, m_Zero()) ||
                 matchPattern(values, m_PosZeroFloat()));
  if (values && !isZero) {
    FailureOr<std::string> text =
        initializer(values, memref.getShape(), 0, needs);
    if (failed(text))
      return emitError(op->getLoc())
             << "an element of the global " << symbol
             << " has no exact C++ literal (NaN, or a type other than f32, "
                "f64, i8, i16, i32 and i64)";
    start = " =" + wrapped(*text);
  }
  std::string name = names.take(wanted);
  line() << "static " << (global.getConstant() ? "const " : "")
         << scalarType(memref.getElementType()) << " " << name
         << extents(memref) << start << ";\n";
  bindArray(value, {name, memref.getRank() == 0 ? ArrayBinding::Scalar
                                                : ArrayBinding::Array});
  return success();
}

/// The place of an element in row-major order. The sums of integers need no
/// parentheses.
static std::string linear(ArrayRef<int64_t> shape, ArrayRef<Expr> indices) {
  Expr place{"0"};
  for (auto [dim, index] : llvm::enumerate(indices)) {
    if (dim == 0) {
      place = index;
      continue;
    }
    Expr row = binary(place, "*", Expr{std::to_string(shape[dim])});
    place = {row.text + " + " + wrap(index, Precedence::Additive),
             Precedence::Additive};
  }
  return place.text;
}

FailureOr<Expr> FunctionEmitter::element(Operation *op, Value memref,
                                         ArrayRef<Expr> indices) {
  auto found = arrays.find(memref);
  if (found == arrays.end())
    return emitError(op->getLoc(),
                     "the memref is not an argument, buffer or local array");
  const ArrayBinding &array = found->second;
  if (array.kind == ArrayBinding::Scalar)
    return Expr{array.name};
  if (array.kind == ArrayBinding::Array) {
    std::string text = array.name;
    for (const Expr &index : indices)
      text += "[" + index.text + "]";
    return Expr{text};
  }
  if (array.kind == ArrayBinding::Beats && array.beat == 1)
    return Expr{array.name + "[" + indices[0].text + "]"};
  if (array.kind == ArrayBinding::Beats) {
    Expr beat{std::to_string(array.beat)};
    return Expr{array.name + "[" + binary(indices[0], "/", beat).text + "][" +
                binary(indices[0], "%", beat).text + "]"};
  }
  if (array.beat != 1 || array.kind == ArrayBinding::Shifted)
    return emitError(op->getLoc())
           << "element access to port '" << array.name << "', whose beats hold "
           << array.beat
           << " elements; use a buffer or a port of one "
              "element's width";
  return Expr{array.name + "[" +
              linear(cast<MemRefType>(memref.getType()).getShape(), indices) +
              "]"};
}

FailureOr<SmallVector<Expr>> FunctionEmitter::beats(Operation *op, Value memref,
                                                    int64_t elements,
                                                    ArrayRef<Expr> indices) {
  auto found = arrays.find(memref);
  if (found == arrays.end() || found->second.kind != ArrayBinding::Pointer)
    return emitError(op->getLoc(),
                     "beats are those of an argument of the top function");
  const ArrayBinding &array = found->second;
  int64_t together = array.beat * int64_t(array.ports.size());
  if (together != elements)
    return emitError(op->getLoc())
           << "beat " << elements << " differs from port '" << array.name
           << "', whose width holds " << together << " elements";
  if (array.lanes.empty())
    return emitError(op->getLoc())
           << "rows of port '" << array.name << "' do not start on beats of "
           << elements << " elements; a load or store task moves them";
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> boxes(type.getShape());
  if (array.blocks > 1)
    boxes.front() = hls::blockExtent(type, array.lanes, array.blocks);
  boxes = hls::boxesIn(boxes, array.lanes);
  if (!array.tiles.empty()) { // of one tile, behind the tiles
    boxes = hls::boxesIn(type.getShape(), array.tiles);
    llvm::append_range(boxes, hls::boxesIn(array.tiles, array.lanes));
  }
  SmallVector<Expr> result;
  for (const std::string &port : array.ports)
    result.push_back({port + "[" + linear(boxes, indices) + "]"});
  return result;
}

template <typename Effect> static bool mayHave(Value memref) {
  return llvm::any_of(memref.getUses(), [&](OpOperand &use) {
    Operation *op = use.getOwner();
    if (Value argument = hls::argumentFor(use))
      return mayHave<Effect>(argument);
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    return !effects || effects.getEffectOnValue<Effect>(memref).has_value();
  });
}

bool isWritten(Value memref) { return mayHave<MemoryEffects::Write>(memref); }

bool isRead(Value memref) { return mayHave<MemoryEffects::Read>(memref); }

} // namespace talos::emit
