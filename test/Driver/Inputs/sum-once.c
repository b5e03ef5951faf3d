/* The outer loop runs once, so that each sum has one term. */
void sum_once(float x[8], float y[8])
{
  for (int i = 0; i < 1; i++)
    for (int j = 0; j < 8; j++)
      y[j] += x[j] * x[j];
}
