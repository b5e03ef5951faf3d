// Nests whose rows several workers may share.

// Rows of A and C; B is read whole by all workers.
void product(float alpha, float C[40][32], float A[40][24], float B[24][32]) {
  for (int i = 0; i < 40; ++i)
    for (int k = 0; k < 24; ++k)
      for (int j = 0; j < 32; ++j)
        C[i][j] += alpha * A[i][k] * B[k][j];
}

// Rows of a triangle; A is read by rows of its own, and whole.
void triangle(float C[24][24], float A[24][16]) {
  for (int i = 0; i < 24; ++i)
    for (int k = 0; k < 16; ++k)
      for (int j = 0; j <= i; ++j)
        C[i][j] += A[i][k] * A[j][k];
}

// What one product makes is rows of the next one; columns of A, 22 of them.
void chain(float D[22][32], float A[16][22], float B[16][24],
           float C[24][32]) {
  float T[22][24];
  for (int i = 0; i < 22; ++i)
    for (int j = 0; j < 24; ++j) {
      T[i][j] = 0.0f;
      for (int k = 0; k < 16; ++k)
        T[i][j] += A[k][i] * B[k][j];
    }
  for (int i = 0; i < 22; ++i)
    for (int j = 0; j < 32; ++j)
      for (int k = 0; k < 24; ++k)
        D[i][j] += T[i][k] * C[k][j];
}

// A sum over all rows, which nobody has alone.
void total(float s[24], float A[32][24]) {
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 24; ++j)
      A[i][j] = A[i][j] * A[i][j];
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 24; ++j)
      s[j] += A[i][j];
}
