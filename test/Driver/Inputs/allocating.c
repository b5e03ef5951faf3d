/* As programs of PolyBench have it: sizes go to init_array by value, and what
   the library allocates is not for the kernel. With OTHER_NAME one parameter differs. */
extern void *polybench_alloc_data(unsigned long long count, int size);
extern void polybench_free_data(void *data);

#ifdef OTHER_NAME
static void init_array(int size, float A[20][20], float B[20][20])
#else
static void init_array(int n, float A[20][20], float B[20][20])
#endif
{
  int *row = (int *)polybench_alloc_data(20, sizeof(int));
  for (int i = 0; i < 20; i++) {
    row[i] = i;
    for (int j = 0; j < 20; j++) {
      A[i][j] = row[i] - j;
#ifndef OTHER_NAME
      B[i][j] = n;
#endif
    }
  }
  polybench_free_data(row);
}

void kernel_shift(int n, float A[20][20], float B[20][20]) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      B[i][j] += n * A[i][j];
}

int main(void) {
  float(*A)[20][20] = polybench_alloc_data(400, sizeof(float));
  float(*B)[20][20] = polybench_alloc_data(400, sizeof(float));
  init_array(20, *A, *B);
  kernel_shift(20, *A, *B);
  return (*B)[0][0] > 3;
}
