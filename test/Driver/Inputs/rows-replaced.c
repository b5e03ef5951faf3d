// Rows that are replaced by what follows from them, through a row of sums that
// is seen afterwards.
#define T float
void rows_replaced(T A[12][8][16], T M[16][16], T sum[16]) {
  for (int r = 0; r < 12; r++)
    for (int q = 0; q < 8; q++) {
      for (int p = 0; p < 16; p++) {
        sum[p] = 0;
        for (int s = 0; s < 16; s++)
          sum[p] += A[r][q][s] * M[s][p];
      }
      for (int p = 0; p < 16; p++)
        A[r][q][p] = sum[p];
    }
}

// Every element follows from its own old value, and from the rest of its row.
void rows_twice(T A[12][16], T M[16][16], T x[12]) {
  T t[12][16], u[12][16];
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 16; j++) {
      t[i][j] = 0;
      for (int k = 0; k < 16; k++)
        t[i][j] += A[i][k] * M[k][j];
    }
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 16; j++)
      u[i][j] = t[i][j] * x[i];
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 16; j++)
      A[i][j] = u[i][j] + 1;
}

// The element on the diagonal does not follow from its old value.
void rows_apart(T A[16][16], T x[16]) {
  T t[16];
  for (int i = 0; i < 16; i++) {
    t[i] = 0;
    for (int j = 0; j < 16; j++)
      t[i] += A[i][j];
  }
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      A[i][j] = t[j] * x[i];
}
