// y = A x, then z = B y, in one region that runs twice: a matrix comes column by
// column, its products with an element of the vector are added to all rows.
func.func private @chain_reference(%A: memref<12x20xf32>, %B: memref<9x12xf32>, %x: memref<20xf32>, %y: memref<12xf32>, %z: memref<9xf32>)
    attributes {hls.reference_of = @chain} {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 12 {
    affine.store %zero, %y[%i] : memref<12xf32>
    affine.for %k = 0 to 20 {
      %a = affine.load %A[%i, %k] : memref<12x20xf32>
      %b = affine.load %x[%k] : memref<20xf32>
      %c = affine.load %y[%i] : memref<12xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<12xf32>
    }
  }
  affine.for %i = 0 to 9 {
    affine.store %zero, %z[%i] : memref<9xf32>
    affine.for %k = 0 to 12 {
      %a = affine.load %B[%i, %k] : memref<9x12xf32>
      %b = affine.load %y[%k] : memref<12xf32>
      %c = affine.load %z[%i] : memref<9xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %z[%i] : memref<9xf32>
    }
  }
  return
}
func.func @chain(
    %A: memref<12x20xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
    %B: memref<9x12xf32> {hls.name = "B", hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 32>},
    %x: memref<20xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>},
    %y: memref<12xf32> {hls.name = "y", hls.interface = #hls.interface<m_axi, bundle = "gmem_y", width = 32>},
    %z: memref<9xf32> {hls.name = "z", hls.interface = #hls.interface<m_axi, bundle = "gmem_z", width = 32>})
    attributes {hls.top, hls.target = #hls.target<device = "u55c", part = "xcu55c-fsvh2892-2L-e", clock_ps = 4550, tool = "2023.2", tree_reduction = false>} {
  hls.sequence "product" parameters ["rows", "columns", "columns_A", "columns_B", "rows_y", "rows_z"]
      runs [array<i64: 12, 20, 20, 0, 12, 0>, array<i64: 9, 12, 0, 12, 0, 9>] {
  ^bb0(%rows: index, %columns: index, %columns_A: index, %columns_B: index, %rows_y: index, %rows_z: index):
    hls.dataflow {
      %m = hls.stream "m" depth 4 : !hls.stream<f32>
      %v = hls.stream "v" depth 4 : !hls.stream<f32>
      %w = hls.stream "w" depth 4 : !hls.stream<f32>
      hls.process load "load_m" (%A, %B, %m, %columns_A, %columns_B) : memref<12x20xf32>, memref<9x12xf32>, !hls.stream<f32>, index, index {
      ^bb0(%a: memref<12x20xf32>, %b: memref<9x12xf32>, %to: !hls.stream<f32>, %na: index, %nb: index):
        affine.for %k = 0 to %na {
          affine.for %i = 0 to 12 {
            %0 = affine.load %a[%i, %k] : memref<12x20xf32>
            hls.stream_write %0 to %to : f32, !hls.stream<f32>
          } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>, hls.collapsed = 2 : i64}
        } {hls.name = "k"}
        affine.for %k = 0 to %nb {
          affine.for %i = 0 to 9 {
            %0 = affine.load %b[%i, %k] : memref<9x12xf32>
            hls.stream_write %0 to %to : f32, !hls.stream<f32>
          } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>, hls.collapsed = 2 : i64}
        } {hls.name = "k"}
      }
      hls.process load "load_v" (%x, %y, %v, %columns_A, %columns_B) : memref<20xf32>, memref<12xf32>, !hls.stream<f32>, index, index {
      ^bb0(%a: memref<20xf32>, %b: memref<12xf32>, %to: !hls.stream<f32>, %na: index, %nb: index):
        affine.for %k = 0 to %na {
          %0 = affine.load %a[%k] : memref<20xf32>
          hls.stream_write %0 to %to : f32, !hls.stream<f32>
        } {hls.name = "k", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
        affine.for %k = 0 to %nb {
          %0 = affine.load %b[%k] : memref<12xf32>
          hls.stream_write %0 to %to : f32, !hls.stream<f32>
        } {hls.name = "k", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      }
      hls.process compute "products" (%m, %v, %w, %rows, %columns) : !hls.stream<f32>, !hls.stream<f32>, !hls.stream<f32>, index, index {
      ^bb0(%a: !hls.stream<f32>, %b: !hls.stream<f32>, %to: !hls.stream<f32>, %n: index, %l: index):
        %sums = hls.buffer "sums" : memref<12xf32>
        %factor = hls.buffer "factor" {partition = #hls.partition<[#hls.dim<complete>]>} : memref<1xf32>
        %sum = hls.buffer "sum" {partition = #hls.partition<[#hls.dim<complete>]>} : memref<1xf32>
        affine.for %k = 0 to %l {
          affine.for %i = 0 to %n {
            affine.if affine_set<(d0) : (d0 == 0)>(%i) {
              %0 = hls.stream_read %b : !hls.stream<f32> to f32
              affine.store %0, %factor[0] : memref<1xf32>
            }
            affine.if affine_set<(d0) : (d0 == 0)>(%k) {
              %zero = arith.constant 0.0 : f32
              affine.store %zero, %sum[0] : memref<1xf32>
            } else {
              %0 = affine.load %sums[%i] : memref<12xf32>
              affine.store %0, %sum[0] : memref<1xf32>
            }
            %1 = hls.stream_read %a : !hls.stream<f32> to f32
            %2 = affine.load %factor[0] : memref<1xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = affine.load %sum[0] : memref<1xf32>
            %5 = arith.addf %4, %3 : f32
            affine.store %5, %sums[%i] : memref<12xf32>
            affine.if affine_set<(d0)[s0] : (d0 - s0 + 1 == 0)>(%k)[%l] {
              hls.stream_write %5 to %to : f32, !hls.stream<f32>
            }
          } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = flp>, hls.collapsed = 2 : i64}
        } {hls.name = "k"}
      }
      hls.process store "store_w" (%w, %y, %z, %rows_y, %rows_z) : !hls.stream<f32>, memref<12xf32>, memref<9xf32>, index, index {
      ^bb0(%from: !hls.stream<f32>, %a: memref<12xf32>, %b: memref<9xf32>, %na: index, %nb: index):
        affine.for %i = 0 to %na {
          %0 = hls.stream_read %from : !hls.stream<f32> to f32
          affine.store %0, %a[%i] : memref<12xf32>
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
        affine.for %i = 0 to %nb {
          %0 = hls.stream_read %from : !hls.stream<f32> to f32
          affine.store %0, %b[%i] : memref<9xf32>
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      }
    }
  }
  return
}
