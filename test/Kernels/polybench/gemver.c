/* gemver: A += u1 v1' + u2 v2'; x = beta A' y + z; w = alpha A x
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(40, 120, 400, 2000, 4000)
#define PB_N BOUND(N, n)

static void init_array(int n, DATA_TYPE *alpha, DATA_TYPE *beta,
                       DATA_TYPE A[N][N], DATA_TYPE u1[N], DATA_TYPE v1[N],
                       DATA_TYPE u2[N], DATA_TYPE v2[N], DATA_TYPE w[N],
                       DATA_TYPE x[N], DATA_TYPE y[N], DATA_TYPE z[N])
{
  int i0, i1;
  *alpha = 1.5;
  *beta = 1.2;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] = (DATA_TYPE)(i0 * i1 % n) / n;
  for (i0 = 0; i0 < n; i0++)
    u1[i0] = (DATA_TYPE)i0 / n;
  for (i0 = 0; i0 < n; i0++)
    v1[i0] = (DATA_TYPE)(i0 + 1) / n / 4;
  for (i0 = 0; i0 < n; i0++)
    u2[i0] = (DATA_TYPE)(i0 + 1) / n / 2;
  for (i0 = 0; i0 < n; i0++)
    v2[i0] = (DATA_TYPE)(i0 + 1) / n / 6;
  for (i0 = 0; i0 < n; i0++)
    w[i0] = 0;
  for (i0 = 0; i0 < n; i0++)
    x[i0] = 0;
  for (i0 = 0; i0 < n; i0++)
    y[i0] = (DATA_TYPE)(i0 + 1) / n / 8;
  for (i0 = 0; i0 < n; i0++)
    z[i0] = (DATA_TYPE)(i0 + 1) / n / 9;
}

static void kernel_gemver(int n, DATA_TYPE alpha, DATA_TYPE beta,
                          DATA_TYPE A[N][N], DATA_TYPE u1[N], DATA_TYPE v1[N],
                          DATA_TYPE u2[N], DATA_TYPE v2[N], DATA_TYPE w[N],
                          DATA_TYPE x[N], DATA_TYPE y[N], DATA_TYPE z[N])
{
  int i, j;
  for (i = 0; i < PB_N; i++)
    for (j = 0; j < PB_N; j++)
      A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  for (i = 0; i < PB_N; i++)
    for (j = 0; j < PB_N; j++)
      x[i] = x[i] + beta * A[j][i] * y[j];
  for (i = 0; i < PB_N; i++)
    x[i] = x[i] + z[i];
  for (i = 0; i < PB_N; i++)
    for (j = 0; j < PB_N; j++)
      w[i] = w[i] + alpha * A[i][j] * x[j];
}

int main(void)
{
  static DATA_TYPE A[N][N];
  static DATA_TYPE u1[N];
  static DATA_TYPE v1[N];
  static DATA_TYPE u2[N];
  static DATA_TYPE v2[N];
  static DATA_TYPE w[N];
  static DATA_TYPE x[N];
  static DATA_TYPE y[N];
  static DATA_TYPE z[N];
  DATA_TYPE alpha;
  DATA_TYPE beta;
  init_array(N, &alpha, &beta, A, u1, v1, u2, v2, w, x, y, z);
  kernel_gemver(N, alpha, beta, A, u1, v1, u2, v2, w, x, y, z);
  print_bytes("A", A, sizeof(A));
  print_bytes("x", x, sizeof(x));
  print_bytes("w", w, sizeof(w));
  return 0;
}
