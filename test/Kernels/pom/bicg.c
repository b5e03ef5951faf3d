/* bicg: s = A^T r, q = A p
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef N
#define N 4096
#endif

void bicg(float A[N][N], float s[N], float q[N], float p[N], float r[N])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      s[j] += r[i] * A[i][j];
      q[i] += A[i][j] * p[j];
    }
}
