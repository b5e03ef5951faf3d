/* ludcmp: A x = b by A = L U
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(40, 120, 400, 2000, 4000)
#define PB_N BOUND(N, n)

static void init_array(int n, DATA_TYPE A[N][N], DATA_TYPE b[N], DATA_TYPE x[N],
                       DATA_TYPE y[N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      A[i0][i1] = i0 == i1 ? n : (DATA_TYPE)((i0 + i1) % 7) / 8;
  for (i0 = 0; i0 < n; i0++)
    b[i0] = (i0 + 1) / (DATA_TYPE)n / 2 + 4;
  for (i0 = 0; i0 < n; i0++)
    x[i0] = 0;
  for (i0 = 0; i0 < n; i0++)
    y[i0] = 0;
}

static void kernel_ludcmp(int n, DATA_TYPE A[N][N], DATA_TYPE b[N],
                          DATA_TYPE x[N], DATA_TYPE y[N])
{
  int i, j, k;
  DATA_TYPE w;
  for (i = 0; i < PB_N; i++) {
    for (j = 0; j < i; j++) {
      w = A[i][j];
      for (k = 0; k < j; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w / A[j][j];
    }
    for (j = i; j < PB_N; j++) {
      w = A[i][j];
      for (k = 0; k < i; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w;
    }
  }
  for (i = 0; i < PB_N; i++) {
    w = b[i];
    for (j = 0; j < i; j++)
      w -= A[i][j] * y[j];
    y[i] = w;
  }
  for (i = PB_N - 1; i >= 0; i--) {
    w = y[i];
    for (j = i + 1; j < PB_N; j++)
      w -= A[i][j] * x[j];
    x[i] = w / A[i][i];
  }
}

int main(void)
{
  static DATA_TYPE A[N][N];
  static DATA_TYPE b[N];
  static DATA_TYPE x[N];
  static DATA_TYPE y[N];
  init_array(N, A, b, x, y);
  kernel_ludcmp(N, A, b, x, y);
  print_bytes("x", x, sizeof(x));
  return 0;
}
