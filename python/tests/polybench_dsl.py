# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of PolyBench 4.2.1 as Python functions, beside the C of
test/Kernels/polybench: same names, same order of arguments, single precision."""

from __future__ import annotations

import talos
from talos import f32, i32

# pylint: disable=invalid-name,missing-function-docstring,undefined-variable
# Sizes have no value here: customize gives them.


@talos.kernel
def kernel_gemm(alpha: f32, beta: f32, C: f32[NI, NJ], A: f32[NI, NK], B: f32[NK, NJ]):
    for i in range(NI):
        for j in range(NJ):
            C[i, j] *= beta
        for k in range(NK):
            for j in range(NJ):
                C[i, j] += alpha * A[i, k] * B[k, j]


@talos.kernel
def kernel_2mm(alpha: f32, beta: f32, tmp: f32[NI, NJ], A: f32[NI, NK], B: f32[NK, NJ],
               C: f32[NJ, NL], D: f32[NI, NL]):
    for i, j in talos.grid(NI, NJ):
        tmp[i, j] = 0.0
        for k in talos.reduction(NK):
            tmp[i, j] += alpha * A[i, k] * B[k, j]
    for i, j in talos.grid(NI, NL):
        D[i, j] *= beta
        for k in talos.reduction(NJ):
            D[i, j] += tmp[i, k] * C[k, j]


@talos.kernel
def kernel_atax(A: f32[M, N], x: f32[N], y: f32[N], tmp: f32[M]):
    for i in range(N):
        y[i] = 0.0
    for i in range(M):
        tmp[i] = 0.0
        for j in range(N):
            tmp[i] = tmp[i] + A[i, j] * x[j]
        for j in range(N):
            y[j] = y[j] + A[i, j] * tmp[i]


@talos.kernel
def kernel_bicg(A: f32[N, M], s: f32[M], q: f32[N], p: f32[M], r: f32[N]):
    for i in range(M):
        s[i] = 0.0
    for i in range(N):
        q[i] = 0.0
        for j in range(M):
            s[j] = s[j] + r[i] * A[i][j]
            q[i] = q[i] + A[i][j] * p[j]


@talos.kernel
def kernel_mvt(x1: f32[N], x2: f32[N], y1: f32[N], y2: f32[N], A: f32[N, N]):
    for i, j in talos.grid(N, N):
        x1[i] = x1[i] + A[i, j] * y1[j]
    for i, j in talos.grid(N, N):
        x2[i] = x2[i] + A[j, i] * y2[j]


@talos.kernel
def kernel_gemver(alpha: f32, beta: f32, A: f32[N, N], u1: f32[N], v1: f32[N], u2: f32[N],
                  v2: f32[N], w: f32[N], x: f32[N], y: f32[N], z: f32[N]):
    for i, j in talos.grid(N, N):
        A[i, j] = A[i, j] + u1[i] * v1[j] + u2[i] * v2[j]
    for i, j in talos.grid(N, N):
        x[i] = x[i] + beta * A[j, i] * y[j]
    for i in range(N):
        x[i] = x[i] + z[i]
    for i, j in talos.grid(N, N):
        w[i] = w[i] + alpha * A[i, j] * x[j]


@talos.kernel
def kernel_gesummv(alpha: f32, beta: f32, A: f32[N, N], B: f32[N, N], tmp: f32[N],
                   x: f32[N], y: f32[N]):
    for i in range(N):
        tmp[i] = 0.0
        y[i] = 0.0
        for j in range(N):
            tmp[i] = A[i, j] * x[j] + tmp[i]
            y[i] = B[i, j] * x[j] + y[i]
        y[i] = alpha * tmp[i] + beta * y[i]


@talos.kernel
def kernel_doitgen(A: f32[NR, NQ, NP], C4: f32[NP, NP], sum: f32[NP]):
    for r, q in talos.grid(NR, NQ):
        for p in range(NP):
            sum[p] = 0.0
            for s in range(NP):
                sum[p] += A[r, q, s] * C4[s, p]
        for p in range(NP):
            A[r, q, p] = sum[p]


@talos.kernel
def kernel_syrk(alpha: f32, beta: f32, C: f32[N, N], A: f32[N, M]):
    for i in range(N):
        for j in range(i + 1):
            C[i, j] *= beta
        for k in range(M):
            for j in range(i + 1):
                C[i, j] += alpha * A[i, k] * A[j, k]


@talos.kernel
def kernel_trmm(alpha: f32, A: f32[M, M], B: f32[M, N]):
    for i, j in talos.grid(M, N):
        for k in range(i + 1, M):
            B[i, j] += A[k, i] * B[k, j]
        B[i, j] = alpha * B[i, j]


@talos.kernel
def kernel_lu(A: f32[N, N]):
    for i in range(N):
        for j in range(i):
            for k in range(j):
                A[i, j] -= A[i, k] * A[k, j]
            A[i, j] /= A[j, j]
        for j in range(i, N):
            for k in range(i):
                A[i, j] -= A[i, k] * A[k, j]


@talos.kernel
def kernel_trisolv(L: f32[N, N], x: f32[N], b: f32[N]):
    for i in range(N):
        x[i] = b[i]
        for j in range(i):
            x[i] -= L[i, j] * x[j]
        x[i] = x[i] / L[i, i]


@talos.kernel
def kernel_cholesky(A: f32[N, N]):
    for i in range(N):
        for j in range(i):
            for k in range(j):
                A[i, j] -= A[i, k] * A[j, k]
            A[i, j] /= A[j, j]
        for k in range(i):
            A[i, i] -= A[i, k] * A[i, k]
        A[i, i] = talos.sqrt(A[i, i])


@talos.kernel
def kernel_durbin(r: f32[N], y: f32[N]):
    z: f32[N]
    alpha: f32
    beta: f32
    total: f32
    y[0] = -r[0]
    beta = 1.0
    alpha = -r[0]
    for k in range(1, N):
        beta = (1.0 - alpha * alpha) * beta
        total = 0.0
        for i in range(k):
            total += r[k - i - 1] * y[i]
        alpha = -(r[k] + total) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha


@talos.kernel
def kernel_jacobi_2d(A: f32[N, N], B: f32[N, N]):
    for t in range(TSTEPS):
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                B[i, j] = 0.2 * (A[i, j] + A[i, j - 1] + A[i, 1 + j] + A[1 + i, j]
                                 + A[i - 1, j])
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                A[i, j] = 0.2 * (B[i, j] + B[i, j - 1] + B[i, 1 + j] + B[1 + i, j]
                                 + B[i - 1, j])


@talos.kernel
def kernel_seidel_2d(A: f32[N, N]):
    for t in range(TSTEPS):
        for i in range(1, N - 1):
            for j in range(1, N - 1):
                A[i, j] = (A[i - 1, j - 1] + A[i - 1, j] + A[i - 1, j + 1] + A[i, j - 1]
                           + A[i, j] + A[i, j + 1] + A[i + 1, j - 1] + A[i + 1, j]
                           + A[i + 1, j + 1]) / 9.0


@talos.kernel
def kernel_covariance(float_n: f32, data: f32[N, M], cov: f32[M, M], mean: f32[M]):
    for j in range(M):
        mean[j] = 0.0
        for i in range(N):
            mean[j] += data[i, j]
        mean[j] /= float_n
    for i, j in talos.grid(N, M):
        data[i, j] -= mean[j]
    for i in range(M):
        for j in range(i, M):
            cov[i, j] = 0.0
            for k in range(N):
                cov[i, j] += data[k, i] * data[k, j]
            cov[i, j] /= float_n - 1.0
            cov[j, i] = cov[i, j]


@talos.kernel
def kernel_correlation(float_n: f32, data: f32[N, M], corr: f32[M, M], mean: f32[M],
                       stddev: f32[M]):
    eps: f32 = 0.1
    for j in range(M):
        mean[j] = 0.0
        for i in range(N):
            mean[j] += data[i, j]
        mean[j] /= float_n
    for j in range(M):
        stddev[j] = 0.0
        for i in range(N):
            stddev[j] += (data[i, j] - mean[j]) * (data[i, j] - mean[j])
        stddev[j] /= float_n
        stddev[j] = talos.sqrt(stddev[j])
        stddev[j] = 1.0 if stddev[j] <= eps else stddev[j]
    for i, j in talos.grid(N, M):
        data[i, j] -= mean[j]
        data[i, j] /= talos.sqrt(float_n) * stddev[j]
    for i in range(M - 1):
        corr[i, i] = 1.0
        for j in range(i + 1, M):
            corr[i, j] = 0.0
            for k in range(N):
                corr[i, j] += data[k, i] * data[k, j]
            corr[j, i] = corr[i, j]
    corr[M - 1, M - 1] = 1.0


@talos.kernel
def kernel_floyd_warshall(path: i32[N, N]):
    for k, i, j in talos.grid(N, N, N):
        path[i, j] = (path[i, j] if path[i, j] < path[i, k] + path[k, j]
                      else path[i, k] + path[k, j])


SIZES = {
    "gemm": {"NI": 20, "NJ": 25, "NK": 30},
    "2mm": {"NI": 16, "NJ": 18, "NK": 22, "NL": 24},
    "atax": {"M": 38, "N": 42},
    "bicg": {"M": 38, "N": 42},
    "mvt": {"N": 40},
    "gemver": {"N": 40},
    "gesummv": {"N": 30},
    "doitgen": {"NR": 10, "NQ": 8, "NP": 12},
    "syrk": {"M": 20, "N": 30},
    "trmm": {"M": 20, "N": 30},
    "lu": {"N": 40},
    "trisolv": {"N": 40},
    "cholesky": {"N": 40},
    "durbin": {"N": 40},
    "jacobi-2d": {"TSTEPS": 20, "N": 30},
    "seidel-2d": {"TSTEPS": 20, "N": 40},
    "covariance": {"M": 28, "N": 32},
    "correlation": {"M": 28, "N": 32},
    "floyd-warshall": {"N": 60}}


def kernel_of(name):
    """The function of a kernel of PolyBench."""
    return globals()["kernel_" + name.replace("-", "_")]
