//! The binary as a person uses it: commands in, words and exit codes out.

#[cfg(test)]
mod law;
#[cfg(test)]
mod office;

use std::path::Path;
use std::process::{Command, Output};

fn alvara(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_alvara"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(arguments)
        .output()
        .expect("the binary starts")
}

fn out(o: &Output) -> String {
    String::from_utf8_lossy(&o.stdout).into_owned()
}

fn err(o: &Output) -> String {
    String::from_utf8_lossy(&o.stderr).into_owned()
}
