/* x is read from memory, then set without its old elements. */
void overwritten(float x[16], float y[16])
{
  for (int i = 0; i < 16; i++)
    y[i] = 2.0f * x[i];
  for (int j = 0; j < 16; j++)
    x[j] = 1.0f;
}
