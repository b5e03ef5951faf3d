/* Nests on parts of their boxes, whose extents are prime: products with a lower
 * triangular matrix of more rows than columns, for several right-hand sides.
 */
void triangles(float L[13][11], float X[5][11], float Y[5][13], float D[13][11],
               float Z[5][13])
{
  float T[13][11];
  for (int i = 0; i < 13; i++)
    for (int k = 0; k < 11; k++)
      if (k <= i)
        T[i][k] = L[i][k] * D[i][k];
  for (int b = 0; b < 5; b++)
    for (int i = 0; i < 13; i++)
      for (int k = 0; k < 11; k++)
        if (k <= i)
          Y[b][i] += T[i][k] * X[b][k];
  for (int b = 0; b < 5; b++)
    for (int i = 0; i < 13; i++)
      if (2 * i >= b)
        Z[b][i] = Y[b][i] - Z[b][i];
}
