//! The ledger as a whole: every way of tampering, the export, and the recipe for a shell.

#[cfg(test)]
mod chain;
#[cfg(test)]
mod export;
#[cfg(test)]
mod recipe;
#[cfg(test)]
mod tampering;
