//===- Templates.h - The templates over the shared space --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TEMPLATES_H
#define TALOS_LIB_EXPLORE_SHARED_TEMPLATES_H

#include "talos/Explore/Template.h"

namespace talos::explore {

std::unique_ptr<Template> sharedTemplate();
std::unique_ptr<Template> pragmaTemplate();
std::unique_ptr<Template> streamedTemplate();
std::unique_ptr<Template> mixedTemplate();

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TEMPLATES_H
