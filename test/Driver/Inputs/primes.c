// Loops whose trip counts are prime: lanes and steps need longer ones.
void gemm(float alpha, float beta, float C[101][103], float A[101][107],
          float B[107][103]) {
  for (int i = 0; i < 101; i++)
    for (int j = 0; j < 103; j++)
      C[i][j] *= beta;
  for (int i = 0; i < 101; i++)
    for (int k = 0; k < 107; k++)
      for (int j = 0; j < 103; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
}

// A product goes from nest to nest.
void chain(float A[17][19], float B[19][23], float D[23][29],
           float E[17][29]) {
  float T[17][23];
  for (int i = 0; i < 17; i++)
    for (int j = 0; j < 23; j++) {
      T[i][j] = 0.0f;
      for (int k = 0; k < 19; k++)
        T[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < 17; i++)
    for (int j = 0; j < 29; j++) {
      E[i][j] *= 0.5f;
      for (int k = 0; k < 23; k++)
        E[i][j] += T[i][k] * D[k][j];
    }
}

// A triangle of results.
void triangle(float C[67][67], float A[67][59]) {
  for (int i = 0; i < 67; i++)
    for (int k = 0; k < 59; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[i][k] * A[j][k];
}
