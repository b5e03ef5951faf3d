/* blur: means of three along rows, then along columns
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef N
#define N 4096
#endif

void blur(float in[N][N], float rows[N][N], float out[N][N])
{
  for (int i = 0; i < N; i++)
    for (int j = 1; j < N - 1; j++)
      rows[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) * 0.33333f;
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      out[i][j] = (rows[i - 1][j] + rows[i][j] + rows[i + 1][j]) * 0.33333f;
}
