/* gesummv: y = alpha A x + beta B x
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef N
#define N 4096
#endif

void gesummv(float A[N][N], float B[N][N], float tmp[N], float x[N], float y[N])
{
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      tmp[i] += A[i][j] * x[j];
      y[i] += B[i][j] * x[j];
    }
    y[i] = 1.5f * tmp[i] + 1.2f * y[i];
  }
}
