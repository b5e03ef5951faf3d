// Products of matrices whose results are local.

// Of odd sizes; the last one uses the results of the others.
void products(const float A[61][70], const float B[70][66],
              const float C[66][83], const float D[83][75], float G[61][75]) {
  float E[61][66], F[66][75];
  for (int i = 0; i < 61; ++i)
    for (int j = 0; j < 66; ++j) {
      E[i][j] = 0.0f;
      for (int k = 0; k < 70; ++k)
        E[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 66; ++i)
    for (int j = 0; j < 75; ++j) {
      F[i][j] = 0.0f;
      for (int k = 0; k < 83; ++k)
        F[i][j] += C[i][k] * D[k][j];
    }
  for (int i = 0; i < 61; ++i)
    for (int j = 0; j < 75; ++j) {
      G[i][j] = 0.0f;
      for (int k = 0; k < 66; ++k)
        G[i][j] += E[i][k] * F[k][j];
    }
}

// Both read X, of which a copy may be in memory as well.
void reuse(const int X[32][32], const int B[32][32], int G[32][32]) {
  int E[32][32];
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j) {
      E[i][j] = 0;
      for (int k = 0; k < 32; ++k)
        E[i][j] += X[i][k] * B[k][j];
    }
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j) {
      G[i][j] = 0;
      for (int k = 0; k < 32; ++k)
        G[i][j] += E[i][k] * X[k][j];
    }
}

// Half of E is stored, and half of it read.
void half(const float A[40][40], const float B[40][40], float G[40][40]) {
  float E[40][40];
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j <= i; ++j)
      E[i][j] = A[i][j] * B[j][i];
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j <= i; ++j)
      G[i][j] = E[i][j] + A[j][i];
}
