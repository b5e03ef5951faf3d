/* mvt: x1 += A y1; x2 += A' y2
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(40, 120, 400, 2000, 4000)
#define PB_N BOUND(N, n)

static void init_array(int n, DATA_TYPE x1[N], DATA_TYPE x2[N], DATA_TYPE y1[N],
                       DATA_TYPE y2[N], DATA_TYPE A[N][N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    x1[i0] = (DATA_TYPE)(i0 % n) / n;
  for (i0 = 0; i0 < n; i0++)
    x2[i0] = (DATA_TYPE)((i0 + 1) % n) / n;
  for (i0 = 0; i0 < n; i0++)
    y1[i0] = (DATA_TYPE)((i0 + 3) % n) / n;
  for (i0 = 0; i0 < n; i0++)
    y2[i0] = (DATA_TYPE)((i0 + 4) % n) / n;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] = (DATA_TYPE)(i0 * i1 % n) / n;
}

static void kernel_mvt(int n, DATA_TYPE x1[N], DATA_TYPE x2[N], DATA_TYPE y1[N],
                       DATA_TYPE y2[N], DATA_TYPE A[N][N])
{
  int i, j;
  for (i = 0; i < PB_N; i++)
    for (j = 0; j < PB_N; j++)
      x1[i] = x1[i] + A[i][j] * y1[j];
  for (i = 0; i < PB_N; i++)
    for (j = 0; j < PB_N; j++)
      x2[i] = x2[i] + A[j][i] * y2[j];
}

int main(void)
{
  static DATA_TYPE x1[N];
  static DATA_TYPE x2[N];
  static DATA_TYPE y1[N];
  static DATA_TYPE y2[N];
  static DATA_TYPE A[N][N];
  init_array(N, x1, x2, y1, y2, A);
  kernel_mvt(N, x1, x2, y1, y2, A);
  print_bytes("x1", x1, sizeof(x1));
  print_bytes("x2", x2, sizeof(x2));
  return 0;
}
