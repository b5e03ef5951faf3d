//===- TestProgram.cpp - Kernel against reference, wherever it runs -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Project/TestProgram.h"
#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/TextBlocks.h"
#include "Emit/Project/Steering.h"

using namespace mlir;

namespace talos::emit {

FailureOr<TestProgram> TestProgram::of(ModuleOp module) {
  FailureOr<Kernel> kernel = describeKernel(module);
  if (failed(kernel))
    return failure();
  FailureOr<func::FuncOp> reference = findReference(module, *kernel);
  if (failed(reference))
    return failure();
  SmallVector<std::string> names;
  FailureOr<std::string> signature = referenceSignature(*reference, names);
  if (failed(signature))
    return failure();
  TestProgram program;
  program.kernel = std::move(*kernel);
  program.reference = *reference;
  program.signature = std::move(*signature);
  program.steering = steeringArguments(*reference);
  return program;
}

std::string TestProgram::scalarInput(const Port &port) {
  return port.name + "_input";
}

std::string TestProgram::flat(const Port &port) const {
  const Port &array = port.copyOf ? kernel.ports[*port.copyOf] : port;
  return "reinterpret_cast<" + port.element + " *>(" + array.name +
         "_expected)";
}

bool TestProgram::isCompared(const Port &port) const {
  func::FuncOp function = reference;
  return port.isArray() && !port.copyOf && !port.isScratch &&
         (port.written ||
          isWritten(function.getArgument(port.value.getArgNumber())));
}

bool TestProgram::isHeld(const Port &port) {
  return port.isArray() && !port.isInParts;
}

bool TestProgram::isFilled(const Port &port) {
  return isHeld(port) && !port.isScratch;
}

bool TestProgram::isTakenBack(const Port &port) const {
  return isHeld(port) && (port.part ? port.written : isCompared(port));
}

std::string TestProgram::resultOf(const Port &port) const {
  const Port &array = port.copyOf ? kernel.ports[*port.copyOf] : port;
  return array.name + "_actual";
}

// The function of the source program that sets its inputs has a name beside the
// reference's: f_init beside f_reference.
std::string TestProgram::initName() const {
  func::FuncOp function = reference;
  StringRef name = function.getName();
  name.consume_back("_reference");
  return legalIdentifier((name + "_init").str());
}

void TestProgram::printInitPrototype(llvm::raw_ostream &os) const {
  os << "#ifdef TALOS_OWN_INIT // the source program sets its inputs itself\n"
     << "extern \"C\" void " << initName() << "(";
  llvm::interleaveComma(kernel.arguments(), os,
                        [&](const Port &) { os << "void *"; });
  os << ");\n#endif\n";
}

static std::string listOf(ArrayRef<int64_t> values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "{" + text + "}";
}

// Memory holds the elements in the order of the array.
static bool isInOrder(const Port &port) {
  return port.lanes.empty() && port.blocks == 1;
}

// The place of the i-th element in an array that is filled up.
static std::string inFilled(const Port &port) {
  std::string sum;
  int64_t below = 1, filledBelow = 1;
  for (auto [extent, filled] :
       llvm::reverse(llvm::zip_equal(port.extents, port.memref.getShape()))) {
    std::string index = below == 1 ? "i" : "i / " + std::to_string(below);
    if (below * extent != port.elements())
      index += " % " + std::to_string(extent);
    if (filledBelow != 1)
      index += " * " + std::to_string(filledBelow);
    sum = sum.empty() ? index : index + " + " + sum;
    below *= extent;
    filledBelow *= filled;
  }
  return sum;
}

// Where a port holds the i-th element: in the order of the array, or box by
// box.
static std::string placeOf(const Port &port) {
  if (isInOrder(port))
    return port.isFilledUp() ? "port[" + inFilled(port) + "]" : "port[i]";
  std::string place = port.name + "_place(i)";
  return port.ports() == 1 ? "port[" + place + ".at]"
                           : "ports[" + place + ".port][" + place + ".at]";
}

// Where the array has the i-th element of the port: a part has runs of it, of
// all dimensions from the one that is cut on.
static std::string inArray(const Port &port) {
  if (!port.part)
    return "i";
  int64_t below = 1;
  for (int64_t extent :
       ArrayRef(port.extents).drop_front(port.part->dimension + 1))
    below *= extent;
  int64_t run = port.extents[port.part->dimension] * below;
  std::string start = std::to_string(port.part->start * below);
  if (port.part->dimension == 0)
    return "i + " + start;
  return "i / " + std::to_string(run) + " * " +
         std::to_string(port.part->extent * below) + " + " + start + " + i % " +
         std::to_string(run);
}

// `pack_A(array, port)` or `unpack_A(port, array)`.
static void printPacking(llvm::raw_ostream &os, const Port &port, bool packs) {
  std::string constant = packs ? "" : "const ", pointers, list;
  for (int64_t number = 0; number < port.ports(); ++number) {
    std::string name =
        port.ports() == 1 ? "port" : "port_" + std::to_string(number);
    pointers += (number ? ", " : "") + constant + port.element + " *" + name;
    list += (number ? ", " : "") + name;
  }
  std::string array = (packs ? "const " : "") + port.element + " *array";
  os << "static void " << (packs ? "pack_" : "unpack_") << port.name << "("
     << (packs ? array + ", " + pointers : pointers + ", " + array) << ") {\n";
  if (port.ports() > 1)
    os << "  " << constant << port.element << " *const ports[] = {" << list
       << "};\n";
  std::string place = placeOf(port), element = "array[" + inArray(port) + "]";
  os << "  for (long i = 0; i < " << port.elements() << "; ++i)\n    "
     << (packs ? place + " = " + element : element + " = " + place) << ";\n}\n";
}

// `A_place(i)`: the port of the i-th element, and its place there. With blocks
// each port holds a run of the array's elements, or every so many-th row.
static void printPlace(llvm::raw_ostream &os, const Port &port) {
  SmallVector<int64_t> shape = port.blockShape();
  std::string each = std::to_string(ShapedType::getNumElements(shape));
  bool isBlock = port.blocks > 1;
  std::string inBlock = isBlock ? "i % " + each : "i";
  os << "static Place " << port.name << "_place(long i) {\n";
  if (port.isFilledUp())
    os << "  i = " << inFilled(port) << ";\n";
  if (port.inTurn) {
    int64_t row = port.memref.getNumElements() / port.memref.getDimSize(0);
    os << "  return {i / " << row << " % " << port.blocks << ", i / "
       << row * port.blocks << " * " << row << " + i % " << row << "};\n}\n";
    return;
  }
  if (!port.lanes.empty()) {
    os << "  static const long extents[] = " << listOf(shape)
       << ", lanes[] = " << listOf(port.lanes) << ";\n";
    std::string inTiles;
    if (!port.tiles.empty()) {
      os << "  static const long tiles[] = " << listOf(port.tiles) << ";\n";
      inTiles = "_in_tiles";
    }
    inBlock = "place_of" + inTiles + "(" + inBlock + ", " +
              std::to_string(port.lanes.size()) + ", extents, " +
              (inTiles.empty() ? "" : "tiles, ") + "lanes, " +
              std::to_string(port.beat) + ")";
    if (isBlock)
      inBlock += ".at";
  }
  os << "  return "
     << (isBlock ? "{i / " + each + ", " + inBlock + "}" : inBlock) << ";\n}\n";
}

// How the ports of an array hold its elements, and back.
static void printLayout(llvm::raw_ostream &os, const Port &port, bool unpacks) {
  if (!isInOrder(port))
    printPlace(os, port);
  printPacking(os, port, /*packs=*/true);
  if (unpacks)
    printPacking(os, port, /*packs=*/false);
}

std::string
TestProgram::callPacking(const Port &port, StringRef array,
                         llvm::function_ref<std::string(int64_t)> pointer,
                         bool packs) {
  std::string pointers;
  for (int64_t number = 0; number < port.ports(); ++number)
    pointers += (number ? ", " : "") + pointer(number);
  return (packs ? "pack_" : "unpack_") + port.name + "(" +
         (packs ? array.str() + ", " + pointers
                : pointers + ", " + array.str()) +
         ")";
}

// What the inputs were, and what the source program makes of them.
void TestProgram::printRoundedArrays(llvm::raw_ostream &os) const {
  os << "#ifdef TALOS_TOLERANCE\n";
  for (const Port &port : kernel.arguments()) {
    std::string size =
        "[" + std::to_string(port.isArray() ? port.elements() : 1) + "]";
    os << "static " << port.element << " " << port.name << "_start" << size
       << ";\n";
    if (isCompared(port))
      os << "static " << port.element << " " << port.name << "_result" << size
         << ";\nstatic double " << port.name << "_change" << size << ";\n";
  }
  os << "#endif\n";
}

void TestProgram::printPorts(llvm::raw_ostream &os) const {
  func::FuncOp function = reference;
  for (const Port &port : kernel.arguments()) {
    if (!port.isArray()) {
      os << "static " << port.element << " " << scalarInput(port) << ";\n";
      continue;
    }
    // The source program may see the elements in other dimensions.
    auto type = cast<MemRefType>(
        function.getArgument(port.value.getArgNumber()).getType());
    std::string shape = type.getRank() == 0 ? "[1]" : extents(type);
    os << "static " << port.element << " " << port.name << "_expected" << shape
       << ";\n";
    if (isCompared(port))
      os << "static " << port.element << " " << port.name << "_actual["
         << port.elements() << "];\n"
         << "static long " << port.name << "_shown = 0;\n";
  }
  printRoundedArrays(os);
  os << "\n// How the kernel's ports hold the arrays, and back.\n";
  auto filled = llvm::make_filter_range(kernel.ports, isFilled);
  if (!llvm::all_of(filled, isInOrder))
    os << placesBlock;
  if (llvm::any_of(filled, [](const Port &port) {
        return !port.lanes.empty() && port.tiles.empty();
      }))
    os << boxesBlock;
  if (llvm::any_of(filled,
                   [](const Port &port) { return !port.tiles.empty(); }))
    os << tilesBlock;
  for (const Port &port : filled)
    printLayout(os, port, isTakenBack(port));
}

void TestProgram::printDeclarations(llvm::raw_ostream &os) const {
  os << "#include <cfloat>\n#include <cmath>\n#include <cstdint>\n"
        "#include <cstdio>\n#include <cstring>\n#include <limits>\n"
        "#include <type_traits>\n\n"
     << signature << ";\n";
  printInitPrototype(os);
  os << testbenchBlock << "\n";
  printPorts(os);
}

// The extent of the last two dimensions of a floating-point array that is
// square in them, else 0.
static int64_t squareExtent(const Port &port) {
  if (!port.isArray() || port.memref.getRank() < 2 ||
      !isa<FloatType>(port.memref.getElementType()))
    return 0;
  ArrayRef<int64_t> shape = ArrayRef(port.extents).take_back(2);
  return shape[0] == shape[1] ? shape[0] : 0;
}

void TestProgram::printFill(llvm::raw_ostream &os, const Port &port,
                            StringRef set) const {
  if (port.isBool)
    os << "fill_bools("
       << (port.isArray() ? flat(port) : "&" + scalarInput(port)) << ", "
       << (port.isArray() ? port.elements() : 1) << ");\n";
  else if (port.isArray())
    os << "fill(" << flat(port) << ", " << port.elements() << ", " << set
       << ");\n";
  else
    os << "fill_scalar(" << scalarInput(port) << ", " << set << ");\n";
}

// Bounded values for every port, and those of the source program's own
// function over them, where it is linked in. Other sets then replace what does
// not steer the program. Last, the kernel's outputs take the reference's
// values.
void TestProgram::printInputs(llvm::raw_ostream &os) const {
  for (const Port &port : kernel.arguments()) {
    os << "  ";
    printFill(os, port, "bounded_set");
  }
  os << "#ifdef TALOS_OWN_INIT\n  " << initName() << "(";
  llvm::interleaveComma(kernel.arguments(), os, [&](const Port &port) {
    os << (port.isArray() ? port.name + "_expected" : "&" + scalarInput(port));
  });
  os << ");\n#endif\n";
  if (steering.all())
    os << "  (void)set;\n";
  else
    os << "  if (set != program_set) {\n";
  for (auto [index, port] : llvm::enumerate(kernel.arguments())) {
    if (steering.test(index))
      continue;
    os << "    ";
    printFill(os, port, "set");
    if (int64_t extent = squareExtent(port))
      os << "    dominate(" << flat(port) << ", " << port.elements() << ", "
         << extent << ", set);\n";
  }
  if (!steering.all())
    os << "  }\n";
}

void TestProgram::printReferenceCall(llvm::raw_ostream &os) const {
  func::FuncOp function = reference;
  os << "  " << legalIdentifier(function.getName()) << "(";
  llvm::interleaveComma(kernel.arguments(), os, [&](const Port &port) {
    if (!port.isArray())
      os << scalarInput(port);
    else
      os << port.name << "_expected"
         << (port.memref.getRank() == 0 ? "[0]" : "");
  });
  os << ");\n";
}

void TestProgram::printChecks(llvm::raw_ostream &os) const {
  os << "  bool pass = true;\n";
  for (const Port &port : kernel.ports)
    if (isCompared(port))
      os << "  pass &= compare(\"" << port.name << "\", reinterpret_cast<const "
         << port.element << " *>(" << port.name << "_expected), " << port.name
         << "_actual, " << port.elements() << ", " << port.name << "_shown);\n";
  os << "#ifdef TALOS_TOLERANCE\n  pass = pass || explained_by_rounding();\n"
        "#endif\n  return pass;\n";
}

// `explained_by_rounding()`: of what failed with a tolerance.
void TestProgram::printRounding(llvm::raw_ostream &os) const {
  auto current = [&](const Port &port) {
    return port.isArray() ? flat(port) : "&" + scalarInput(port);
  };
  auto each = [&](bool compared, llvm::function_ref<void(const Port &)> print) {
    for (const Port &port : kernel.arguments())
      if (!compared || isCompared(port))
        print(port);
  };
  auto copy = [&](const Port &port, const std::string &to,
                  const std::string &from) {
    os << "  std::memcpy(" << to << ", " << from << ", sizeof(" << port.element
       << ") * " << (port.isArray() ? port.elements() : 1) << ");\n";
  };
  os << "\n#ifdef TALOS_TOLERANCE\nstatic void keep_inputs() {\n";
  each(false, [&](const Port &port) {
    copy(port, port.name + "_start", current(port));
  });
  os << "}\n\nstatic bool explained_by_rounding() {\n";
  each(true, [&](const Port &port) {
    copy(port, port.name + "_result", current(port));
    os << "  for (double &change : " << port.name << "_change)\n"
       << "    change = 0;\n";
  });
  os << "  for (int run = 0; run < rounded_runs; ++run) {\n";
  for (auto [index, port] : llvm::enumerate(kernel.arguments()))
    os << "    round_inputs(" << port.name << "_start, " << current(port)
       << ", " << (port.isArray() ? port.elements() : 1) << ", "
       << (steering.test(index) || port.isBool ? "true" : "false") << ");\n";
  os << "  ";
  printReferenceCall(os);
  each(true, [&](const Port &port) {
    os << "    add_change(" << port.name << "_result, " << current(port) << ", "
       << port.name << "_change, " << port.elements() << ");\n";
  });
  os << "  }\n  bool pass = true;\n";
  each(true, [&](const Port &port) {
    os << "  pass &= is_rounding(\"" << port.name << "\", " << port.name
       << "_result, " << port.name << "_actual, " << port.name << "_change, "
       << port.elements() << ", " << port.name << "_shown);\n";
  });
  os << "  return pass;\n}\n#endif\n";
}

// Which sets there are, in their order.
void TestProgram::printSets(llvm::raw_ostream &os) const {
  auto run = [&](StringRef set, StringRef text) {
    os << "  pass &= test_with(" << set << ", \"" << text << "\");\n";
  };
  os << "#ifdef TALOS_OWN_INIT\n";
  run("program_set", "the source program's own");
  if (!steering.all()) {
    os << "#endif\n";
    run("bounded_set", "bounded (floating point in [0.5, 1.5], integers 1 ... "
                       "9)");
  } else {
    os << "#else\n";
    run("bounded_set", "bounded (floating point in [0.5, 1.5], integers 1 ... "
                       "9)");
    os << "#endif\n";
    return;
  }
  if (llvm::any_of(kernel.ports, squareExtent))
    run("dominant_set", "bounded, square arrays diagonally dominant");
  os << "#ifndef TALOS_TOLERANCE // sums in another order cancel and overflow "
        "otherwise\n";
  run("signed_set", "signed (also 0, -0.0 and denormal)");
  run("full_set", "full range (also the largest and the smallest)");
  os << "#endif\n";
}

void TestProgram::printTests(llvm::raw_ostream &os) const {
  printRounding(os);
  os << "\nstatic bool test_with(InputSet set, const char *description) {\n"
        "  std::printf(\"inputs: %s\\n\", description);\n";
  printInputs(os);
  os << "\n#ifdef TALOS_TOLERANCE\n  keep_inputs();\n#endif\n"
        "  run_kernel();\n";
  printReferenceCall(os);
  os << "\n";
  printChecks(os);
  os << "}\n\nstatic bool test_all() {\n  bool pass = true;\n";
  for (unsigned index : steering.set_bits())
    os << "  std::printf(\"" << kernel.ports[index].name
       << " is bounded in every set: an address, a loop, a divisor, a shift or "
          "a\"\n              \" conversion to an integer depends on "
          "it\\n\");\n";
  printSets(os);
  for (const Port &port : kernel.ports)
    if (isCompared(port))
      os << "  pass &= proves(\"" << port.name << "\", " << port.name
         << "_shown, " << port.elements() << ");\n";
  os << "  std::printf(\"%s\\n\", pass ? \"PASS\" : \"FAIL\");\n"
        "  return pass;\n}\n";
}

} // namespace talos::emit
