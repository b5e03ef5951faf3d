from .design import Design as Design, Progress as Progress
from .dsl import (
    ArrayType as ArrayType, Kernel as Kernel, ScalarType as ScalarType, abs as abs,
    exp as exp, f32 as f32, f64 as f64, grid as grid, i16 as i16, i32 as i32,
    i64 as i64, i8 as i8, kernel as kernel, log as log, max as max, min as min,
    reduction as reduction, sqrt as sqrt)
from .errors import (
    Diagnostic as Diagnostic, DisagreementError as DisagreementError, Error as Error,
    InputError as InputError, InternalError as InternalError,
    KernelError as KernelError, MismatchError as MismatchError,
    NoDesignError as NoDesignError, OptionError as OptionError, ToolError as ToolError)
from .program import (
    Program as Program, Schedule as Schedule, customize as customize,
    from_mlir as from_mlir, open as open, run_passes as run_passes,
    targets as targets)
from .script import Script as Script

__version__: str
