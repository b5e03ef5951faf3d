/* Products with triangles of matrices: below the diagonal, above it, and below
 * the one that goes the other way. The sums go along the triangle; what is
 * outside of it is loaded, and never used.
 */
void triangle_operands(float L[40][40], float U[40][40], float V[40][40],
                       float X[40][32], float A[40][32], float B[40][32],
                       float C[40][32])
{
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 32; j++)
      for (int k = 0; k < 40; k++)
        if (k < i)
          A[i][j] += L[i][k] * X[k][j];
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 32; j++)
      for (int k = 0; k < 40; k++)
        if (k >= i)
          B[i][j] -= U[k][i] * X[k][j];
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 32; j++)
      for (int k = 0; k < 40; k++)
        if (i + k >= 39)
          C[i][j] += V[i][k] * X[k][j];
}
