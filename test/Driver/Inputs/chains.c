/* Programs whose dependence chains are known. */
#include "polybench.h"

#define N 64

static void init_array(DATA_TYPE a[N])
{
  int i;
  for (i = 0; i < N; i++)
    a[i] = (DATA_TYPE)(i + 1) / N;
}

#ifdef PRODUCTS
/* A product needs the one before, a quotient is needed by none. */
static void kernel_chains(DATA_TYPE a[N], DATA_TYPE x[N])
{
  int i;
  for (i = 1; i < N; i++)
    x[i] = x[i - 1] * (a[i] / a[0]);
}
#else
/* A sum in a chain, or in a tree. */
static void kernel_chains(DATA_TYPE a[N], DATA_TYPE x[N])
{
  int i;
  for (i = 0; i < N; i++)
    x[0] += a[i];
}
#endif

int main(void)
{
  static DATA_TYPE a[N];
  static DATA_TYPE x[N];
  init_array(a);
  kernel_chains(a, x);
  print_bytes("x", x, sizeof(x));
  return 0;
}
