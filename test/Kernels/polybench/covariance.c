/* covariance: covariance of the columns of data
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define M SIZES(28, 80, 240, 1200, 2600)
#define N SIZES(32, 100, 260, 1400, 3000)
#define PB_M BOUND(M, m)
#define PB_N BOUND(N, n)

static void init_array(int m, int n, DATA_TYPE *float_n, DATA_TYPE data[N][M],
                       DATA_TYPE cov[M][M], DATA_TYPE mean[M])
{
  int i0, i1;
  *float_n = BOUND(N, n);
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < m; i1++)
      data[i0][i1] = (DATA_TYPE)(i0 * i1) / m;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < m; i1++)
      cov[i0][i1] = 0;
  for (i0 = 0; i0 < m; i0++)
    mean[i0] = 0;
}

static void kernel_covariance(int m, int n, DATA_TYPE float_n,
                              DATA_TYPE data[N][M], DATA_TYPE cov[M][M],
                              DATA_TYPE mean[M])
{
  int i, j, k;
  for (j = 0; j < PB_M; j++) {
    mean[j] = SCALAR(0.0);
    for (i = 0; i < PB_N; i++)
      mean[j] += data[i][j];
    mean[j] /= float_n;
  }
  for (i = 0; i < PB_N; i++)
    for (j = 0; j < PB_M; j++)
      data[i][j] -= mean[j];
  for (i = 0; i < PB_M; i++)
    for (j = i; j < PB_M; j++) {
      cov[i][j] = SCALAR(0.0);
      for (k = 0; k < PB_N; k++)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= float_n - SCALAR(1.0);
      cov[j][i] = cov[i][j];
    }
}

int main(void)
{
  static DATA_TYPE data[N][M];
  static DATA_TYPE cov[M][M];
  static DATA_TYPE mean[M];
  DATA_TYPE float_n;
  init_array(M, N, &float_n, data, cov, mean);
  kernel_covariance(M, N, float_n, data, cov, mean);
  print_bytes("cov", cov, sizeof(cov));
  return 0;
}
