// Values that grow beyond any double, in some elements.
void overflow(double x[16], double y[16]) {
  for (int i = 0; i < 16; i++)
    for (int k = 0; k < 12; k++)
      y[i] += 0.5 * (x[i] * i) * y[i] * y[i];
}
