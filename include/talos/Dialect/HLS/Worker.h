//===- Worker.h - Nests that share the rows of a result ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_WORKER_H
#define TALOS_DIALECT_HLS_WORKER_H

#include "mlir/IR/BuiltinAttributes.h"
#include <optional>
#include <string>

namespace talos::hls {

/// On the only affine.store of a nest: a dictionary of `nest`, the name of the
/// statement that was split, and `number` (i64) of the worker. Workers of one
/// nest have the same loops.
inline constexpr llvm::StringLiteral workerAttrName = "hls.worker";

struct Worker {
  std::string nest;
  int64_t number = 0;

  /// None if the attribute is none of workerAttrName.
  static std::optional<Worker> of(mlir::Attribute attribute) {
    auto fields = mlir::dyn_cast_or_null<mlir::DictionaryAttr>(attribute);
    auto nest = fields ? fields.getAs<mlir::StringAttr>("nest") : nullptr;
    auto number = fields ? fields.getAs<mlir::IntegerAttr>("number") : nullptr;
    if (!nest || !number || fields.size() != 2 || nest.empty() ||
        !number.getType().isInteger(64) || number.getInt() < 0)
      return std::nullopt;
    return Worker{nest.str(), number.getInt()};
  }
};

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_WORKER_H
