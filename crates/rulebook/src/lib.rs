//! Reads a rulebook written in TOML into the law, reporting every fault at once
