// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-prepare=top=top

// expected-error@unknown {{no function 'top' in the module; set top to one of: f, g}}
module {
  func.func @f() { return }
  func.func @g() { return }
}

// -----
// expected-error @below {{top function 'top' is a declaration; its body is needed}}
func.func private @top(%a: memref<4xf32>)

// -----
// expected-error @below {{top function 'top' returns 1 value(s); write them to memref arguments instead}}
func.func @top(%a: f32) -> f32 { return %a : f32 }

// -----
// expected-error @below {{argument 0 of 'top': dynamic shape in memref<?xf32> is not supported}}
func.func @top(%a: memref<?xf32>) { return }

// -----
// expected-error @below {{is not supported; only the identity layout}}
func.func @top(%a: memref<4x4xf32, strided<[8, 1]>>) { return }

// -----
// expected-error @below {{argument 0 of 'top': type f16 is not supported}}
func.func @top(%a: memref<4xf16>) { return }

// -----
// expected-error @below {{argument 0 of 'top': type bf16 is not supported}}
func.func @top(%a: bf16) { return }

// -----
// expected-error @below {{argument 0 of 'top': type index is not supported}}
func.func @top(%a: memref<4xindex>) { return }

// -----
// expected-error @below {{memory space of}}
func.func @top(%a: memref<4xf32, 1>) { return }

// -----
memref.global "private" constant @g : memref<4xf32> = dense<1.0>
func.func @top(%a: memref<4xf32>) {
  // expected-error @below {{global 'g' is constant, but the function writes it}}
  %g = memref.get_global @g : memref<4xf32>
  %0 = affine.load %a[0] : memref<4xf32>
  affine.store %0, %g[0] : memref<4xf32>
  return
}

// -----
memref.global "private" @g : memref<4xf32>
func.func @top(%a: memref<4xf32>) {
  // expected-error @below {{global 'g' is defined in another module; define it in this one, or pass the array as an argument}}
  %g = memref.get_global @g : memref<4xf32>
  %0 = affine.load %g[0] : memref<4xf32>
  affine.store %0, %a[0] : memref<4xf32>
  return
}

// -----
func.func private @ext(%a: memref<4xf32>)
func.func @top(%a: memref<4xf32>) {
  // expected-error @below {{call of 'ext' cannot be inlined: it is a declaration}}
  call @ext(%a) : (memref<4xf32>) -> ()
  return
}

// -----
func.func @top(%a: memref<4xf32>) {
  // expected-error @below {{call of 'top' is recursive and cannot be inlined}}
  call @top(%a) : (memref<4xf32>) -> ()
  return
}

// -----
func.func @top(%a: memref<4xf32>) { return }
// expected-error @below {{the name 'top_reference' is needed for the reference copy of 'top'}}
func.func @top_reference(%a: memref<4xf32>) { return }

// -----
// expected-error @below {{has more than 2^31 - 1 elements, which an int cannot index}}
func.func @top(%a: memref<4294967296x4294967296xf32>) { return }

// -----
func.func private @f4(%a: memref<4xf32>) { return }
func.func private @f3(%a: memref<4xf32>) {
  call @f4(%a) : (memref<4xf32>) -> ()
  call @f4(%a) : (memref<4xf32>) -> ()
  call @f4(%a) : (memref<4xf32>) -> ()
  call @f4(%a) : (memref<4xf32>) -> ()
  call @f4(%a) : (memref<4xf32>) -> ()
  call @f4(%a) : (memref<4xf32>) -> ()
  call @f4(%a) : (memref<4xf32>) -> ()
  call @f4(%a) : (memref<4xf32>) -> ()
  return
}
func.func private @f2(%a: memref<4xf32>) {
  call @f3(%a) : (memref<4xf32>) -> ()
  call @f3(%a) : (memref<4xf32>) -> ()
  call @f3(%a) : (memref<4xf32>) -> ()
  call @f3(%a) : (memref<4xf32>) -> ()
  call @f3(%a) : (memref<4xf32>) -> ()
  call @f3(%a) : (memref<4xf32>) -> ()
  call @f3(%a) : (memref<4xf32>) -> ()
  call @f3(%a) : (memref<4xf32>) -> ()
  return
}
func.func private @f1(%a: memref<4xf32>) {
  call @f2(%a) : (memref<4xf32>) -> ()
  call @f2(%a) : (memref<4xf32>) -> ()
  call @f2(%a) : (memref<4xf32>) -> ()
  call @f2(%a) : (memref<4xf32>) -> ()
  call @f2(%a) : (memref<4xf32>) -> ()
  call @f2(%a) : (memref<4xf32>) -> ()
  // expected-error @below {{more than 1024 calls would have to be inlined}}
  call @f2(%a) : (memref<4xf32>) -> ()
  call @f2(%a) : (memref<4xf32>) -> ()
  return
}
func.func @top(%a: memref<4xf32>) {
  call @f1(%a) : (memref<4xf32>) -> ()
  call @f1(%a) : (memref<4xf32>) -> ()
  call @f1(%a) : (memref<4xf32>) -> ()
  call @f1(%a) : (memref<4xf32>) -> ()
  call @f1(%a) : (memref<4xf32>) -> ()
  call @f1(%a) : (memref<4xf32>) -> ()
  call @f1(%a) : (memref<4xf32>) -> ()
  call @f1(%a) : (memref<4xf32>) -> ()
  return
}
