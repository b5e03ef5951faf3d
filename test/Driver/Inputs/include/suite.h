#ifdef SMALL_DATASET
#define M 24
#define N 36
#else
#define M 12
#define N 18
#endif
#ifdef DATA_TYPE_IS_FLOAT
#define DATA_TYPE float
#define SCALAR_VAL(x) x##f
#else
#define DATA_TYPE double
#define SCALAR_VAL(x) x
#endif
#ifdef USE_C99_PROTO
#define SELECT(x, y) y
#else
#define SELECT(x, y) x
#endif
#ifdef USE_SCALAR_LB
#define BOUND_M M
#define BOUND_N N
#else
#define BOUND_M m
#define BOUND_N n
#endif
#define ARRAY_1D(var, dim1, ddim1) var[restrict SELECT(dim1, ddim1) + 0]
#define ARRAY_2D(var, dim1, dim2, ddim1, ddim2)                                \
  var[restrict SELECT(dim1, ddim1) + 0][SELECT(dim2, ddim2) + 0]
extern void *suite_alloc(unsigned long long n, int size);
extern void suite_start();
