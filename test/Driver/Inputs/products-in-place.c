/* Products that are set where one of their factors is, which holds what it was
 * before: rows with those below them, columns with those behind them. The first
 * row and column are no factor, the last ones are not set.
 */
void products_in_place(float L[20][20], float U[24][24], float X[20][16],
                       float Z[12][24])
{
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 16; j++)
      for (int k = i + 1; k < 20; k++)
        X[i][j] += L[k][i] * X[k][j];
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 23; j++)
      for (int k = j + 1; k < 24; k++)
        Z[i][j] -= Z[i][k] * U[k][j];
}
