/* Two sums that are the same but for rounding: their difference is nothing else,
 * and another order of the terms changes all of it.
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
enum { N = 8, M = 64 };

void residual(float mean[N], float rest[N], const float x[N][M],
              const float v[M], const float w[M]) {
  for (int j = 0; j < N; ++j) {
    float apart = 0.0f, both = 0.0f;
    for (int i = 0; i < M; ++i)
      apart += x[j][i] * v[i] + x[j][i] * w[i];
    for (int i = 0; i < M; ++i)
      both += x[j][i] * (v[i] + w[i]);
    mean[j] = apart * 0.015625f;
    rest[j] = both - apart;
  }
}
