# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tools around the Talos compiler: pure Python over its programs.

talos.fidelity   estimates against synthesis reports, a directory of designs
talos.vitis      the report of one synthesis run beside the estimate
"""
