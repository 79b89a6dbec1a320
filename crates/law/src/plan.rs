//! Over columns.
