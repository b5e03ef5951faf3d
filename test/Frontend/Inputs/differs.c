/* Not the same program for Clang and gcc: the comparison must notice. */
void test_differs(float a[8], float b[8])
{
  for (int i = 0; i < 8; i++)
#ifdef __clang__
    a[i] = b[i] * 3;
#else
    a[i] = b[i] * 3.0000002f;
#endif
}
