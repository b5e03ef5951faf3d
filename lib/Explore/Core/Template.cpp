//===- Template.cpp - The templates that are registered -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Template.h"
#include "Explore/Shared/Templates.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace talos;
using namespace talos::explore;

using Registry = std::map<std::string, std::unique_ptr<Template>, std::less<>>;

/// Of the process, as MLIR's registry of passes.
static Registry &registry() {
  static Registry templates;
  return templates;
}

Template::~Template() = default;

bool explore::registerTemplate(std::unique_ptr<Template> one) {
  std::string name = one->name().str();
  return registry().try_emplace(std::move(name), std::move(one)).second;
}

const Template *explore::findTemplate(llvm::StringRef name) {
  // What the shared template was called before there were others.
  auto found = registry().find(
      std::string_view(name == "template" ? llvm::StringRef("shared") : name));
  return found == registry().end() ? nullptr : found->second.get();
}

std::vector<const Template *> explore::registeredTemplates() {
  std::vector<const Template *> templates;
  for (const auto &[name, one] : registry())
    templates.push_back(one.get());
  return templates;
}

std::string explore::templateNames() {
  return llvm::join(llvm::make_first_range(registry()), ", ");
}

void explore::registerTemplates() {
  registerTemplate(sharedTemplate());
  registerTemplate(pragmaTemplate());
  registerTemplate(streamedTemplate());
  registerTemplate(mixedTemplate());
}
