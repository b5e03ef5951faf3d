// C++ beyond the subset: each is refused by name.
template <int W> struct ap_int { int v; ap_int(int x = 0) : v(x) {} operator int() const { return v; } };
class Acc { public: int v; };
template <typename T> void generic(T A[8]) { for (int i = 0; i < 8; i++) A[i] = 0; }
namespace ns { void hidden(int A[8]) { for (int i = 0; i < 8; i++) A[i] = 0; } }
void twice(int A[8]) { A[0] = 1; }
void twice(float A[8]) { A[0] = 1; }
void precise(ap_int<7> A[8]) { for (int i = 0; i < 8; i++) A[i] = i; }
void object(int A[8]) { Acc a; a.v = 1; A[0] = a.v; }
void reference(int A[8]) { int x = 1; int &r = x; r = 2; A[0] = x; }
static void two(int &a, int &b) { a = 1; b = 2; }
void alias(int A[8]) { int x = 0; two(x, x); A[0] = x; }
void lambda(int A[8]) { auto f = [&](int i) { return i; }; A[0] = f(1); }
void range(int (&A)[8]) { for (int &a : A) a = 0; }
