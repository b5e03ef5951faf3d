// The shared library is made of archives; CMake wants a file of its own.
