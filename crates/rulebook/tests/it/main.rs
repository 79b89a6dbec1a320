//! The rulebooks of the house are read without a fault, and every case beside them has its right answer.

mod document;
mod faults;
mod field_faults;
mod rulebooks;
