/* atax: y = A' (A x)
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define M SIZES(38, 116, 390, 1900, 1800)
#define N SIZES(42, 124, 410, 2100, 2200)
#define PB_M BOUND(M, m)
#define PB_N BOUND(N, n)

static void init_array(int m, int n, DATA_TYPE A[M][N], DATA_TYPE x[N],
                       DATA_TYPE y[N], DATA_TYPE tmp[M])
{
  int i0, i1;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] = (DATA_TYPE)((i0 + i1) % n) / (5 * m);
  for (i0 = 0; i0 < n; i0++)
    x[i0] = 1 + (DATA_TYPE)i0 / n;
  for (i0 = 0; i0 < n; i0++)
    y[i0] = 0;
  for (i0 = 0; i0 < m; i0++)
    tmp[i0] = 0;
}

static void kernel_atax(int m, int n, DATA_TYPE A[M][N], DATA_TYPE x[N],
                        DATA_TYPE y[N], DATA_TYPE tmp[M])
{
  int i, j;
  for (i = 0; i < PB_N; i++)
    y[i] = SCALAR(0.0);
  for (i = 0; i < PB_M; i++) {
    tmp[i] = SCALAR(0.0);
    for (j = 0; j < PB_N; j++)
      tmp[i] = tmp[i] + A[i][j] * x[j];
    for (j = 0; j < PB_N; j++)
      y[j] = y[j] + A[i][j] * tmp[i];
  }
}

int main(void)
{
  static DATA_TYPE A[M][N];
  static DATA_TYPE x[N];
  static DATA_TYPE y[N];
  static DATA_TYPE tmp[M];
  init_array(M, N, A, x, y, tmp);
  kernel_atax(M, N, A, x, y, tmp);
  print_bytes("y", y, sizeof(y));
  return 0;
}
