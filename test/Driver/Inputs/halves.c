// Both triangles of a product with one that is stored, and its diagonal: sums
// that end in a result, which later rows then add to.
#define T float
void halves(T a, T X[12][20], T L[20][20], T Y[12][20]) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 12; j++) {
      T sum = 0;
      for (int k = 0; k < i; k++) {
        X[j][k] -= Y[j][i] * L[i][k];
        sum += Y[j][k] * L[i][k];
      }
      X[j][i] = X[j][i] * L[i][i] + a * sum;
    }
}

// Diagonals in blocks, of an array with more columns.
void blocks(T D[12][8][16], T x[12][8], T y[12][8]) {
  for (int b = 0; b < 12; b++)
    for (int i = 0; i < 8; i++)
      y[b][i] = x[b][i] / D[b][i][b];
}

// The last column up to that of the diagonal counts.
void last_one(T A[20][20], T x[20], T y[20]) {
  T t[20];
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      if (j <= i)
        t[i] = A[i][j];
  for (int i = 0; i < 20; i++)
    y[i] = t[i] + x[i];
}

// Constants that sums, a triangle of sums and single elements begin with.
void filled(T A[12][16], T B[16][16], T x[12], T C[12][16], T D[12][16], T y[12]) {
  for (int i = 0; i < 12; i++) {
    y[i] = 0.5;
    y[i] *= x[i];
    for (int j = 0; j < 16; j++) {
      C[i][j] = 1.5;
      D[i][j] = -0.0;
      for (int k = 0; k < 16; k++)
        C[i][j] += A[i][k] * B[k][j];
      for (int k = 0; k <= j; k++)
        D[i][j] -= A[i][k] * B[k][j];
    }
  }
}
