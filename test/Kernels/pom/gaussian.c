/* gaussian: a separable filter of five taps, along rows and columns
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef N
#define N 4096
#endif

void gaussian(float in[N][N], float rows[N][N], float out[N][N])
{
  for (int i = 0; i < N; i++)
    for (int j = 2; j < N - 2; j++)
      rows[i][j] = 0.0625f * (in[i][j - 2] + in[i][j + 2]) +
                   0.25f * (in[i][j - 1] + in[i][j + 1]) + 0.375f * in[i][j];
  for (int i = 2; i < N - 2; i++)
    for (int j = 2; j < N - 2; j++)
      out[i][j] = 0.0625f * (rows[i - 2][j] + rows[i + 2][j]) +
                  0.25f * (rows[i - 1][j] + rows[i + 1][j]) + 0.375f * rows[i][j];
}
