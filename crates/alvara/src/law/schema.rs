//! `alvara law schema`.

use std::process::ExitCode;

/// Writes the schema as it is, ready to be kept in a file that an editor reads.
pub fn run() -> ExitCode {
    say_part!("{}", rulebook::SCHEMA);
    ExitCode::SUCCESS
}
