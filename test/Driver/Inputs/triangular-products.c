/* Products with parts of matrices of 24 x 20, for 12 right-hand sides: tiles of
 * the sums outside of these parts are left out.
 */
void triangular_products(float L[24][20], float U[24][20], float X[12][20],
                         float Y[12][24], float Z[12][24])
{
  for (int b = 0; b < 12; b++)
    for (int i = 0; i < 24; i++)
      for (int k = 0; k < 20; k++)
        if (k <= i)
          Y[b][i] += L[i][k] * X[b][k];
  for (int b = 0; b < 12; b++)
    for (int i = 0; i < 24; i++)
      for (int k = 0; k < 20; k++)
        if (2 * k >= i)
          Z[b][i] -= U[i][k] * X[b][k];
}
