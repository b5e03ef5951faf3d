# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One self-contained page from the JSON reports of hlsc.

talos.report.cli      the command `python3 -m talos report`
talos.report.reading  JSON to the classes of talos.report.model
talos.report.record   records of explorations and Pareto fronts (JSON lines)
talos.report.views    a file for every view
talos.report.page     the HTML around them, and the index of many reports
talos.report.markup   elements; nothing is put into a page as raw text

Only the standard library is needed. docs/Report.md says what the views show.
"""
