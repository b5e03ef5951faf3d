/* correlation: correlation of the columns of data
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
                       DATA_TYPE corr[M][M], DATA_TYPE mean[M],
                       DATA_TYPE stddev[M])
{
  int i0, i1;
  *float_n = BOUND(N, n);
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < m; i1++)
      data[i0][i1] = (DATA_TYPE)(i0 * i1) / m + i0;
  for (i0 = 0; i0 < m; i0++)
    for (i1 = 0; i1 < m; i1++)
      corr[i0][i1] = 0;
  for (i0 = 0; i0 < m; i0++)
    mean[i0] = 0;
  for (i0 = 0; i0 < m; i0++)
    stddev[i0] = 0;
}

static void kernel_correlation(int m, int n, DATA_TYPE float_n,
                               DATA_TYPE data[N][M], DATA_TYPE corr[M][M],
                               DATA_TYPE mean[M], DATA_TYPE stddev[M])
{
  int i, j, k;
  DATA_TYPE eps = SCALAR(0.1);
  for (j = 0; j < PB_M; j++) {
    mean[j] = SCALAR(0.0);
    for (i = 0; i < PB_N; i++)
      mean[j] += data[i][j];
    mean[j] /= float_n;
  }
  for (j = 0; j < PB_M; j++) {
    stddev[j] = SCALAR(0.0);
    for (i = 0; i < PB_N; i++)
      stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    stddev[j] /= float_n;
    stddev[j] = SQRT(stddev[j]);
    /* A column that hardly varies must not divide by almost zero. */
    stddev[j] = stddev[j] <= eps ? SCALAR(1.0) : stddev[j];
  }
  for (i = 0; i < PB_N; i++)
    for (j = 0; j < PB_M; j++) {
      data[i][j] -= mean[j];
      data[i][j] /= SQRT(float_n) * stddev[j];
    }
  for (i = 0; i < PB_M - 1; i++) {
    corr[i][i] = SCALAR(1.0);
    for (j = i + 1; j < PB_M; j++) {
      corr[i][j] = SCALAR(0.0);
      for (k = 0; k < PB_N; k++)
        corr[i][j] += data[k][i] * data[k][j];
      corr[j][i] = corr[i][j];
    }
  }
  corr[PB_M - 1][PB_M - 1] = SCALAR(1.0);
}

int main(void)
{
  static DATA_TYPE data[N][M];
  static DATA_TYPE corr[M][M];
  static DATA_TYPE mean[M];
  static DATA_TYPE stddev[M];
  DATA_TYPE float_n;
  init_array(M, N, &float_n, data, corr, mean, stddev);
  kernel_correlation(M, N, float_n, data, corr, mean, stddev);
  print_bytes("corr", corr, sizeof(corr));
  return 0;
}
