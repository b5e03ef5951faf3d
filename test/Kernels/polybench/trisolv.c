/* trisolv: L x = b by forward substitution
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(40, 120, 400, 2000, 4000)
#define PB_N BOUND(N, n)

static void init_array(int n, DATA_TYPE L[N][N], DATA_TYPE x[N], DATA_TYPE b[N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      L[i0][i1] = (DATA_TYPE)(i0 + n - i1 + 1) * 2 / n;
  for (i0 = 0; i0 < n; i0++)
    x[i0] = -999;
  for (i0 = 0; i0 < n; i0++)
    b[i0] = i0;
}

static void kernel_trisolv(int n, DATA_TYPE L[N][N], DATA_TYPE x[N],
                           DATA_TYPE b[N])
{
  int i, j;
  for (i = 0; i < PB_N; i++) {
    x[i] = b[i];
    for (j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] = x[i] / L[i][i];
  }
}

int main(void)
{
  static DATA_TYPE L[N][N];
  static DATA_TYPE x[N];
  static DATA_TYPE b[N];
  init_array(N, L, x, b);
  kernel_trisolv(N, L, x, b);
  print_bytes("x", x, sizeof(x));
  return 0;
}
