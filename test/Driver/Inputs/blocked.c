// Loops in blocks and subscripts that are one number.
#define N 32
#define M 24
#define B 8

void blocked(float A[N][N], float X[N][N], float C[N][N]) {
  for (int ii = 0; ii < N; ii += B)
    for (int jj = 0; jj < N; jj += B)
      for (int kk = 0; kk < N; kk += B)
        for (int i = ii; i < ii + B; i++)
          for (int j = jj; j < jj + B; j++)
            for (int k = kk; k < kk + B && k < N; k++)
              C[i][j] += A[i][k] * X[k][j];
}

void flat(float A[N * M], float X[M * N], float C[N * N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      C[i * N + j] = 0.0f;
      for (int k = 0; k < M; k++)
        C[i * N + j] += A[i * M + k] * X[k * N + j];
    }
}

// The block is a dimension of its own.
void parts(float x[N * B], float y[N]) {
  for (int i = 0; i < N; i++)
    for (int b = 0; b < B; b++)
      y[i] += x[i * B + b];
}

// Three dimensions in one, a stencil, and a table in which the same is done.
void cube(int in[4 * 6 * 8], int out[4 * 6 * 8]) {
  static const int weights[4 * 6] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int a = 0; a < 4; a++)
    for (int b = 1; b < 5; b++)
      for (int c = 0; c < 8; c++)
        out[(a * 6 + b) * 8 + c] =
            weights[a * 6 + b] * (in[(a * 6 + b - 1) * 8 + c] + in[(a * 6 + b + 1) * 8 + c]);
}

// One access goes over the rows' ends: the array keeps its shape.
void across(float A[N * M], float y[N]) {
  for (int i = 0; i < N - 1; i++)
    for (int k = 0; k < M + 4; k++)
      y[i] += A[i * M + k];
}

// Another nest has no blocks; the last blocks are cut short.
void started(float A[30][30], float X[30][30], float C[30][30]) {
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 30; j++)
      C[i][j] = 0.0f;
  for (int ii = 0; ii < 30; ii += B)
    for (int jj = 0; jj < 30; jj += B)
      for (int kk = 0; kk < 30; kk += B)
        for (int i = ii; i < ii + B && i < 30; i++)
          for (int j = jj; j < (jj + B < 30 ? jj + B : 30); j++)
            for (int k = kk; k < kk + B && k < 30; k++)
              C[i][j] += A[i][k] * X[k][j];
}

// The same without blocks.
void unblocked(float A[30][30], float X[30][30], float C[30][30]) {
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 30; j++)
      C[i][j] = 0.0f;
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 30; j++)
      for (int k = 0; k < 30; k++)
        C[i][j] += A[i][k] * X[k][j];
}

// Gauss and Seidel: the order of the blocks is that of the sweep.
void swept(float A[N + 2][N + 2]) {
  for (int ii = 1; ii <= N; ii += B)
    for (int jj = 1; jj <= N; jj += B)
      for (int i = ii; i < ii + B; i++)
        for (int j = jj; j < jj + B; j++)
          A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]) * 0.25f;
}

// Sums of rows in blocks that run before the rows: only k may not be joined.
void kept(float A[N][N], float y[1]) {
  for (int kk = 0; kk < N; kk += B)
    for (int i = 0; i < N; i++)
      for (int k = kk; k < kk + B; k++)
        y[0] = y[0] * 0.5f + A[i][k];
}
