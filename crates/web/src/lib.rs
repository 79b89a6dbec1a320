//! The pages
