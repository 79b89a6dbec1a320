//! The rulebooks of the house are read without a fault, and every case beside them has its right answer.

#[cfg(test)]
mod band_faults;
#[cfg(test)]
mod bar_faults;
#[cfg(test)]
mod bill;
#[cfg(test)]
mod boundaries;
#[cfg(test)]
mod business_days;
#[cfg(test)]
mod chained_faults;
#[cfg(test)]
mod document;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod field_faults;
#[cfg(test)]
mod figure_faults;
#[cfg(test)]
mod frame_faults;
#[cfg(test)]
mod mutations;
#[cfg(test)]
mod question_faults;
#[cfg(test)]
mod readings;
#[cfg(test)]
mod rulebooks;
#[cfg(test)]
mod season_faults;
#[cfg(test)]
mod sense_faults;
#[cfg(test)]
mod unnoticed;
