// Factorisations and sums in which each iteration of an outer loop leaves less
// of the nests inside than the one before, or more.
#ifndef N
#define N 48
#endif

// LU without pivoting; what follows a column is updated at once.
void lu_columns(float A[N][N], float row[N], float col[N]) {
  for (int k = 0; k < N; ++k) {
    for (int j = 0; j < N; ++j)
      row[j] = A[k][j];
    for (int i = k + 1; i < N; ++i)
      col[i] = A[i][k] / A[k][k];
    for (int i = k + 1; i < N; ++i)
      A[i][k] = col[i];
    for (int i = k + 1; i < N; ++i)
      for (int j = k + 1; j < N; ++j)
        A[i][j] = A[i][j] - col[i] * row[j];
  }
}

// The same, but the triangle alone is kept.
void cholesky_columns(float A[N][N], float col[N]) {
  for (int k = 0; k < N; ++k) {
    A[k][k] = __builtin_sqrtf(A[k][k]);
    for (int i = k + 1; i < N; ++i)
      col[i] = A[i][k] / A[k][k];
    for (int i = k + 1; i < N; ++i)
      A[i][k] = col[i];
    for (int i = k + 1; i < N; ++i)
      for (int j = k + 1; j <= i; ++j)
        A[i][j] = A[i][j] - col[i] * col[j];
  }
}

// L x = b, column by column.
void solve_columns(float L[N][N], float x[N], float b[N]) {
  for (int j = 0; j < N; ++j) {
    x[j] = b[j] / L[j][j];
    for (int i = j + 1; i < N; ++i)
      b[i] = b[i] - L[i][j] * x[j];
  }
}

// Each sum has one term more than the one before.
void recursive_sums(float r[N], float y[N]) {
  for (int k = 1; k < N; ++k) {
    y[k] = r[k];
    for (int i = 0; i < k; ++i)
      y[k] = y[k] + r[i] * y[i];
  }
}

// Intervals, shorter ones first.
void intervals(int best[N][N], int cost[N]) {
  for (int i = N - 1; i >= 0; --i)
    for (int j = i + 1; j < N; ++j)
      for (int k = i + 1; k < j; ++k)
        best[i][j] = best[i][j] < best[i][k] + best[k + 1][j]
                         ? best[i][k] + best[k + 1][j]
                         : best[i][j];
}

// Points of a grid behind a wavefront of three loops.
void wavefront(float B[3 * N][N]) {
  for (int w = 0; w < 3 * N - 6; ++w)
    for (int t = 0; t < N / 4; ++t)
      for (int i = 1; i < N - 1; ++i)
        if (w - 4 * t - i >= 1 && w - 4 * t - i < N - 1)
          B[w][i] = B[w][i] + 1.0f;
}

// A grid smoothed in place along the wavefronts of time and space, which lie in
// rows of B.
void smooth(float B[3 * N][N]) {
  for (int w = 3; w <= 4 * 7 + 3 * (N - 2); w++)
    for (int t = 0; t < 8; t++)
      for (int i = 1; i < N - 1; i++)
        if (w - 4 * t - 2 * i >= 1 && w - 4 * t - 2 * i <= N - 2)
          B[w - 4 * t][i] =
              (B[w - 4 * t - 3][i - 1] + B[w - 4 * t - 2][i - 1] +
               B[w - 4 * t - 1][i - 1] + B[w - 4 * t - 1][i] + B[w - 4 * t][i] +
               B[w - 4 * t + 1][i] + B[w - 4 * t + 1][i + 1] +
               B[w - 4 * t + 2][i + 1] + B[w - 4 * t + 3][i + 1]) /
              9.0f;
}

// Nests that run in some of the iterations around alone.
void seldom(float A[N][N], float x[N], float s[N]) {
  for (int t = 0; t < N; t++) {
    for (int i = 0; i < N; i++)
      x[i] = x[i] * 0.5f + A[t][i];
    if (t == 2)
      for (int i = 0; i < N; i++)
        x[i] = x[i] + A[i][t];
    if (t >= 5)
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
          A[i][j] = A[i][j] + x[j] * 0.25f;
    if (t <= 3)
      for (int i = 0; i < N; i++)
        s[t] += A[t][i] * x[i];
  }
}

// Bounds that a group of seven unrolled iterations always contains.
void groups(unsigned char A[20][21]) {
  for (int i = 3; i >= 0; --i)
    for (int j = i + 2; j < 16; ++j) {
      A[j + 3][j + 4] = (A[i + 3][j + 2] < A[j + 1][2 * i + 2]
                             ? A[i + 3][j + 2]
                             : A[j + 1][2 * i + 2]) *
                        A[4][4];
      for (int k = 2; k <= 4; ++k)
        A[i + 1][i + 2] -= (A[i + 1][j + 2] > A[5 - i][k + 2]
                                ? A[i + 1][j + 2]
                                : A[5 - i][k + 2]) +
                           A[j + 1][j + 4];
    }
}
