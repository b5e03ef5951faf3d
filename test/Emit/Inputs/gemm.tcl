# C simulation and synthesis: vitis_hls -f run_hls.tcl
open_project -reset gemm_project
set_top gemm
add_files gemm.cpp
add_files -tb gemm_tb.cpp
add_files -tb gemm_golden.cpp
open_solution -reset solution -flow_target vitis
set_part {xcu200-fsgd2104-2-e}
create_clock -period 4.000 -name default
csim_design
csynth_design
exit
