//! Every rulebook of the house as a handbook.

#[cfg(test)]
mod handbooks;
