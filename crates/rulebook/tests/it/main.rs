//! The rulebooks of the house are read without a fault, and every case beside them has its right answer.

mod bar_faults;
mod chained_faults;
mod faults;
mod frame_faults;
mod rulebooks;
