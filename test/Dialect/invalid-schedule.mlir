// RUN: hls-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{a schedule of a statement needs its name}}
// expected-error @below {{failed to parse HLS_ScheduleAttr parameter 'statements'}}
func.func private @f() attributes {hls.schedule = #hls.schedule<[<statement = "", time = affine_map<() -> (1)>, loops = []>]>}

// -----

// expected-error @below {{the time of statement "S0" must depend on its iterators alone, it has symbols}}
// expected-error @below {{failed to parse HLS_ScheduleAttr parameter 'statements'}}
func.func private @f() attributes {hls.schedule = #hls.schedule<[<statement = "S0", time = affine_map<()[n] -> (1)>, loops = []>]>}

// -----

// expected-error @below {{the time of statement "S0" must have 3 components for 1 loops: a position, and for each loop its time and a position in it; it has 2}}
// expected-error @below {{failed to parse HLS_ScheduleAttr parameter 'statements'}}
func.func private @f() attributes {hls.schedule = #hls.schedule<[<statement = "S0", time = affine_map<(i) -> (0, i)>, loops = [<name = "i">]>]>}

// -----

// expected-error @below {{component 2 of the time of statement "S0" must be a constant, a position in a body}}
// expected-error @below {{failed to parse HLS_ScheduleAttr parameter 'statements'}}
func.func private @f() attributes {hls.schedule = #hls.schedule<[<statement = "S0", time = affine_map<(i) -> (0, i, i)>, loops = [<name = "i">]>]>}

// -----

// expected-error @below {{loop "i" of statement "S0" stands twice}}
// expected-error @below {{failed to parse HLS_ScheduleAttr parameter 'statements'}}
func.func private @f() attributes {hls.schedule = #hls.schedule<[<statement = "S0", time = affine_map<(i, j) -> (0, i, 0, j, 0)>, loops = [<name = "i">, <name = "i">]>]>}

// -----

// expected-error @below {{a loop of a schedule needs a name}}
// expected-error @below {{failed to parse HLS_StatementScheduleAttr parameter 'loops'}}
// expected-error @below {{failed to parse HLS_ScheduleAttr parameter 'statements'}}
func.func private @f() attributes {hls.schedule = #hls.schedule<[<statement = "S0", time = affine_map<(i) -> (0, i, 0)>, loops = [<name = "">]>]>}

// -----

// expected-error @below {{statement "S0" stands twice in a schedule}}
func.func private @f() attributes {hls.schedule = #hls.schedule<[<statement = "S0", time = affine_map<() -> (1)>, loops = []>, <statement = "S0", time = affine_map<() -> (1)>, loops = []>]>}

// -----

// expected-error @below {{'hls.schedule' must be #hls.schedule, got "k"}}
func.func private @f() attributes {hls.schedule = "k"}
