/* heat-1d: T steps of a second difference
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef N
#define N 4096
#endif
#ifndef T
#define T N
#endif

void heat_1d(float A[N], float B[N])
{
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < N - 1; i++)
      B[i] = 0.125f * (A[i + 1] - 2.0f * A[i] + A[i - 1]) + A[i];
    for (int i = 1; i < N - 1; i++)
      A[i] = B[i];
  }
}
