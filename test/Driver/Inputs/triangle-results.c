/* Products whose results are set in parts of their boxes alone: below a
 * diagonal, above one, below one that begins in the middle of a row, and above a
 * diagonal that goes the other way.
 */
void triangle_results(float A[24][20], float B[20][36], float L[24][36],
                      float U[24][36], float M[24][36], float N[24][36])
{
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 36; j++)
      for (int k = 0; k < 20; k++)
        if (j <= i + 12)
          L[i][j] += A[i][k] * B[k][j];
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 36; j++)
      for (int k = 0; k < 20; k++)
        if (j >= i)
          U[i][j] -= A[i][k] * B[k][j];
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 36; j++)
      for (int k = 0; k < 20; k++)
        if (3 * i + 1 >= 2 * j)
          M[i][j] += A[i][k] * B[k][j];
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 36; j++)
      for (int k = 0; k < 20; k++)
        if (i + j >= 23)
          N[i][j] += A[i][k] * B[k][j];
}
