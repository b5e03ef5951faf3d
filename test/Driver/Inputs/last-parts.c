// The results of an iteration are 280 boxes, which are collected one by one.
void parts(float A[20][6], float B[14][20][6]) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 20; j++)
      for (int k = 0; k < 14; k++)
        B[k][j][i] = A[j][i];
}

// A goes to both nests, to the second one in blocks that it takes slowly.
void blocks(float A[6][28], float B[37][28], float C[6][37], float D[6][28],
            float E[28][6], float F[28][6][37], float G[33][6]) {
  for (int i = 0; i < 28; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 37; k++)
        F[i][j][k] = A[j][i] * B[k][i] + C[j][k] * D[j][i];
  for (int i = 0; i < 28; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 33; k++)
        G[k][j] += A[j][i] * E[i][j];
}
