void gemm(int ni, float alpha, float beta, float C[20][25], float A[20][30],
          float B[30][25]) {
  int i, j, k;
  for (i = 0; i < ni; i++) {
    for (j = 0; j < 25; j++)
      C[i][j] *= beta;
    for (k = 0; k < 30; k++)
      for (j = 0; j < 25; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}
