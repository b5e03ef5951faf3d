//===- Target.cpp - Devices and operator libraries ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Target/Target.h"
#include "JsonFile.h"
#include "talos/Support/DataDir.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <numeric>
#include <set>

using namespace llvm;
using namespace talos;
using namespace talos::target;

StringRef target::toString(Provenance provenance) {
  switch (provenance) {
  case Provenance::Measured:
    return "measured";
  case Provenance::Sparse:
    return "sparse";
  case Provenance::Documented:
    return "documented";
  case Provenance::Assumed:
    return "assumed";
  }
  return "assumed";
}

static Resources readResources(JsonObject object) {
  Resources result;
  for (const ResourceField &field : resourceFields)
    result.*field.amount = object.quantity(field.name, field.name);
  object.finish();
  return result;
}

static Platform readPlatform(JsonObject object, const Resources &total) {
  Platform platform;
  platform.name = object.text("name");
  platform.reserved = readResources(object.child("static_region"));
  for (const ResourceField &field : resourceFields)
    if (platform.reserved.*field.amount > total.*field.amount)
      object.fail(("static_region." + field.name).str(),
                  "expected at most what the device has");
  object.finish();
  return platform;
}

Expected<Device> target::loadDevice(StringRef path) {
  Expected<std::unique_ptr<JsonFile>> file = JsonFile::open(path);
  if (!file)
    return file.takeError();
  JsonObject root = (*file)->root();
  Device device;
  device.name = root.text("name");
  device.part = root.text("part");
  device.family = root.text("family");
  JsonObject resources = root.child("resources");
  device.total = readResources(resources.child("total"));
  device.perSlr = readResources(resources.child("per_slr"));
  resources.finish();
  device.slrs = root.quantity("slrs", "SLR", 1);
  device.slrCrossing = root.quantity(
      "slr_crossing", "cycles of an AXI stream for a boundary between SLRs");
  JsonObject memory = root.child("memory");
  device.memory.kind = memory.text("kind");
  device.memory.banks = memory.quantity("banks", "banks", 1);
  if (memory.has("ports"))
    device.memory.ports = memory.quantity("ports", "AXI ports", 1);
  device.memory.width = memory.quantity("width", "bits", 8);
  device.memory.bandwidth = memory.quantity("bandwidth", "MB/s", 1);
  memory.finish();
  device.platform = readPlatform(root.child("platform"), device.total);
  device.maxPartition = root.quantity("max_partition", "banks", 1);
  device.usable =
      root.quantity("usable", "percent of what the platform leaves", 1);
  if (device.usable > 100)
    root.fail("usable", "expected at most 100 percent");
  if (root.has("rules"))
    root.text("rules"); // a file, which loadTarget reads
  root.finish();
  device.provenance = (*file)->weakest();
  if (Error error = (*file)->takeError())
    return std::move(error);
  return device;
}

static constexpr std::pair<StringLiteral, OperatorKind> operatorKinds[] = {
    {"add", OperatorKind::Add},       {"sub", OperatorKind::Sub},
    {"mul", OperatorKind::Mul},       {"div", OperatorKind::Div},
    {"rem", OperatorKind::Rem},       {"max", OperatorKind::Max},
    {"min", OperatorKind::Min},       {"neg", OperatorKind::Neg},
    {"abs", OperatorKind::Abs},       {"sqrt", OperatorKind::Sqrt},
    {"exp", OperatorKind::Exp},       {"log", OperatorKind::Log},
    {"pow", OperatorKind::Pow},       {"and", OperatorKind::And},
    {"or", OperatorKind::Or},         {"xor", OperatorKind::Xor},
    {"shift", OperatorKind::Shift},   {"cmp", OperatorKind::Cmp},
    {"select", OperatorKind::Select}, {"convert", OperatorKind::Convert}};
static constexpr std::pair<StringLiteral, Operands> operandKinds[] = {
    {"integer", Operands::Integer},
    {"floating", Operands::Floating},
    {"any", Operands::Any}};

/// The value of `key` that its text names; another text is a problem.
template <typename T>
static T choice(JsonObject &object, StringRef key,
                ArrayRef<std::pair<StringLiteral, T>> known) {
  std::string text = object.text(key);
  for (const auto &[name, value] : known)
    if (name == text)
      return value;
  std::string names = join(
      map_range(known, [](const auto &entry) { return entry.first; }), ", ");
  object.fail(key, "expected one of " + names + ", found '" + text + "'");
  return known.front().second;
}

static void checkUnits(JsonObject units) {
  for (auto [key, unit] :
       {std::pair("latency", "cycles"), std::pair("dsp", "DSP"),
        std::pair("lut", "LUT"), std::pair("ff", "FF")})
    if (std::string found = units.text(key); found != unit)
      units.fail(key, Twine("expected '") + unit + "', found '" + found + "'");
  units.finish();
}

/// A variant says in its name and in `impl` how it is implemented, and computes
/// what the operator does that stands before it.
static void readImpl(JsonObject &entry, Operator &op,
                     const OperatorLibrary &library) {
  auto [base, impl] = StringRef(op.name).split('.');
  if (impl.empty())
    return;
  op.impl = entry.text("impl");
  if (op.impl != impl)
    entry.fail("impl", "expected '" + impl + "', as in the name, found '" +
                           op.impl + "'");
  for (const Operator &other : library.operators)
    if (other.name == base && other.kind == op.kind &&
        other.operands == op.operands)
      return;
  entry.fail("kind", "expected an operator '" + base +
                         "' of the same kind and operands, whose variant this "
                         "is");
}

Expected<OperatorLibrary> target::loadOperatorLibrary(StringRef path) {
  Expected<std::unique_ptr<JsonFile>> file = JsonFile::open(path);
  if (!file)
    return file.takeError();
  JsonObject root = (*file)->root();
  OperatorLibrary library;
  library.file = path.str();
  library.family = root.text("family");
  library.tool = root.text("tool");
  library.clockPs = root.quantity("clock", "ps", 1);
  checkUnits(root.child("units"));
  JsonObject operators = root.child("operators");
  for (const std::string &name : operators.keys()) {
    JsonObject entry = operators.child(name);
    Operator op;
    op.name = name;
    op.kind = choice<OperatorKind>(entry, "kind", operatorKinds);
    op.operands = choice<Operands>(entry, "operands", operandKinds);
    readImpl(entry, op, library);
    op.latency = entry.number("latency", 1);
    op.dsp = entry.number("dsp");
    op.lut = entry.number("lut");
    op.ff = entry.number("ff");
    op.provenance = entry.provenance("provenance");
    op.source = entry.text("source");
    entry.finish();
    library.operators.push_back(std::move(op));
  }
  root.finish();
  if (Error error = (*file)->takeError())
    return std::move(error);
  return library;
}

ByteTime Target::byteTime() const {
  // 10^6 bytes a second are as many bytes in 10^12 ps.
  int64_t cycles = 1000000, bytes = device.memory.bandwidth * clockPs;
  if (bytes <= 0)
    return {};
  int64_t common = std::gcd(cycles, bytes);
  return {cycles / common, bytes / common};
}

Expected<const Operator *> Target::lookup(StringRef name) const {
  auto found = llvm::find_if(
      library.operators, [&](const Operator &op) { return op.name == name; });
  if (found == library.operators.end())
    return createStringError(std::errc::invalid_argument,
                             "operator '%s' is not in the operator library %s; "
                             "add it there with latency, DSP, LUT and FF",
                             name.str().c_str(), library.file.c_str());
  return &*found;
}

std::vector<const Operator *> Target::variants(StringRef name) const {
  std::vector<const Operator *> found;
  for (const Operator &op : library.operators)
    if (!op.impl.empty() && op.base() == name)
      found.push_back(&op);
  return found;
}

std::vector<std::string>
Target::commonImpls(const std::vector<std::string> &names) const {
  std::vector<std::string> common;
  if (names.empty())
    return common;
  for (const Operator *variant : variants(names.front()))
    if (llvm::all_of(names, [&](const std::string &name) {
          return llvm::any_of(variants(name), [&](const Operator *other) {
            return other->impl == variant->impl;
          });
        }))
      common.push_back(variant->impl);
  return common;
}

Error Target::limit(Amounts &amounts, StringRef limits) {
  SmallVector<StringRef> parts;
  limits.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/!limits.empty());
  std::set<StringRef> seen;
  for (StringRef part : parts) {
    auto [name, number] = part.split('=');
    const auto *field =
        find_if(amountFields, [&, &name = name](const AmountField &known) {
          return known.name == name;
        });
    std::string where = "limit '" + part.str() + "': ";
    if (field == std::end(amountFields))
      return createStringError(where +
                               "expected DSP, BRAM_18K, URAM, LUT, FF or "
                               "ports, then '=' and a number");
    int64_t most = 0;
    if (number.getAsInteger(10, most) || most < 0)
      return createStringError(where + "expected a whole number, 0 or more");
    if (!seen.insert(name).second)
      return createStringError(where + "it is limited twice");
    int64_t &amount = amounts.*field->amount;
    amount = std::min(amount, most);
  }
  return Error::success();
}

Expected<Amounts> Target::usable(int64_t percent, StringRef limits) const {
  Amounts result;
  result.ports = anyPorts;
  for (const ResourceField &field : resourceFields)
    result.*field.amount = percent ? device.total.*field.amount * percent / 100
                                   : (device.total.*field.amount -
                                      device.platform.reserved.*field.amount) *
                                         device.usable / 100;
  if (Error bad = limit(result, limits))
    return std::move(bad);
  return result;
}

std::string Target::usableInWords(int64_t percent) const {
  if (percent)
    return std::to_string(percent) + " % of the device";
  std::string words =
      (buildablePreset + ": " + Twine(device.usable) + " % of ").str();
  return words + (device.platform.name == "none"
                      ? "the device"
                      : "what platform " + device.platform.name + " leaves");
}

int64_t Target::largestArrayBits(const Resources &resources,
                                 int64_t banks) const {
  int64_t words = rules.memories.bramWords * resources.bram18k;
  for (const MemoryStep &step : rules.memories.steps) {
    if (step.uram != 0)
      words = std::max(words, resources.uram / step.uram * step.words);
    else if (step.bram == 0)
      words =
          std::max(words, (banks ? banks : device.maxPartition) * step.words);
  }
  return words * rules.memories.wordBits;
}

std::string target::overuse(const Resources &used, const Resources &allowed) {
  std::string text;
  raw_string_ostream os(text);
  ListSeparator separator;
  for (const ResourceField &field : resourceFields)
    if (used.*field.amount > allowed.*field.amount)
      os << separator << field.name << " " << used.*field.amount << " of "
         << allowed.*field.amount;
  return text;
}

std::string target::overuse(const Amounts &used, const Amounts &allowed) {
  const Resources &resources = used;
  std::string text =
      overuse(resources, static_cast<const Resources &>(allowed));
  if (used.ports > allowed.ports)
    text +=
        (text.empty() ? "" : ", ") +
        ("ports " + Twine(used.ports) + " of " + Twine(allowed.ports)).str();
  return text;
}

std::vector<std::string> target::listTargets() {
  std::vector<std::string> names;
  for (StringRef file : listDataFiles("targets/devices"))
    if (file.consume_back(".json"))
      names.push_back(file.str());
  return names;
}

static Expected<Device> findDevice(StringRef nameOrFile) {
  if (nameOrFile.ends_with(".json"))
    return loadDevice(nameOrFile);
  std::vector<std::string> known = listTargets();
  if (!is_contained(known, nameOrFile.str()))
    return createStringError(
        std::errc::invalid_argument,
        "unknown target '%s'; known targets: %s; a file ends in .json",
        nameOrFile.str().c_str(), join(known, ", ").c_str());
  Expected<std::string> path =
      findDataFile(("targets/devices/" + nameOrFile + ".json").str());
  if (!path)
    return path.takeError();
  return loadDevice(*path);
}

/// The clock rule: the greatest period that is not above `clockPs`.
/// "3.333", "10": as options have it.
static std::string nanoseconds(int64_t picoseconds) {
  std::string text = std::to_string(picoseconds / 1000);
  std::string thousandths = std::to_string(1000 + picoseconds % 1000).substr(1);
  StringRef fraction = StringRef(thousandths).rtrim('0');
  return fraction.empty() ? text : text + "." + fraction.str();
}

static Expected<OperatorLibrary>
findLibrary(const Device &device, int64_t clockPs, StringRef toolVersion) {
  std::string prefix = device.family + "-" + toolVersion.str() + "-";
  std::optional<OperatorLibrary> best;
  int64_t shortest = 0;
  llvm::StringSet<> versions; // of the family
  for (const std::string &name : listDataFiles("targets/operators")) {
    StringRef version = name;
    if (version.consume_front(device.family + "-"))
      versions.insert(version.rsplit('-').first);
    if (!StringRef(name).starts_with(prefix) ||
        !StringRef(name).ends_with("ps.json"))
      continue;
    Expected<std::string> path = findDataFile("targets/operators/" + name);
    if (!path)
      return path.takeError();
    Expected<OperatorLibrary> library = loadOperatorLibrary(*path);
    if (!library)
      return library.takeError();
    if (!shortest || library->clockPs < shortest)
      shortest = library->clockPs;
    if (library->clockPs <= clockPs &&
        (!best || best->clockPs < library->clockPs))
      best = std::move(*library);
  }
  if (best)
    return std::move(*best);
  std::vector<StringRef> sorted(versions.keys().begin(), versions.keys().end());
  llvm::sort(sorted);
  std::string known = sorted.empty() ? "none" : llvm::join(sorted, ", ");
  if (!shortest)
    return createStringError(
        std::errc::invalid_argument,
        "device '%s': no operator library for family '%s' "
        "and Vitis %s (targets/operators/%s<clock>ps.json); versions of Vitis "
        "with one: %s",
        device.name.c_str(), device.family.c_str(), toolVersion.str().c_str(),
        prefix.c_str(), known.c_str());
  return createStringError(
      std::errc::invalid_argument,
      "device '%s': a clock of %lld ps is shorter than any operator library of "
      "family '%s' for Vitis %s; the shortest is %lld ps: set --clock-ns %s",
      device.name.c_str(), static_cast<long long>(clockPs),
      device.family.c_str(), toolVersion.str().c_str(),
      static_cast<long long>(shortest), nanoseconds(shortest).c_str());
}

/// The file of the tool's rules: the one that a device of the user's names,
/// beside itself, or that of the version.
static Expected<std::string> findRules(StringRef nameOrFile,
                                       StringRef toolVersion) {
  if (nameOrFile.ends_with(".json")) {
    Expected<std::unique_ptr<JsonFile>> file = JsonFile::open(nameOrFile);
    if (!file)
      return file.takeError();
    JsonObject root = (*file)->root();
    if (root.has("rules")) {
      SmallString<256> path(sys::path::parent_path(nameOrFile));
      sys::path::append(path, root.text("rules"));
      if (sys::fs::exists(path))
        return path.str().str();
      return createStringError(std::errc::no_such_file_or_directory,
                               "%s: key 'rules': there is no file '%s'",
                               nameOrFile.str().c_str(), path.c_str());
    }
    llvm::consumeError((*file)->takeError());
  }
  return findDataFile(("targets/rules/vitis-" + toolVersion + ".json").str());
}

Expected<Target> target::loadTarget(StringRef nameOrFile, int64_t clockPs,
                                    StringRef toolVersion) {
  Target result;
  Expected<Device> device = findDevice(nameOrFile);
  if (!device)
    return device.takeError();
  result.device = std::move(*device);
  Expected<OperatorLibrary> library =
      findLibrary(result.device, clockPs, toolVersion);
  if (!library)
    return library.takeError();
  result.library = std::move(*library);
  Expected<std::string> path = findRules(nameOrFile, toolVersion);
  if (!path)
    return path.takeError();
  Expected<ToolRules> rules = loadToolRules(*path);
  if (!rules)
    return rules.takeError();
  result.rules = std::move(*rules);
  result.clockPs = clockPs;
  result.libraryIsExact = result.library.clockPs == clockPs;
  return result;
}
