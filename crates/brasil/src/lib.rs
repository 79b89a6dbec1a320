//! What is Brazilian and nothing else: money, the law's spans of time, calendars, documents, plates, payment codes.
//!
//! A pure crate: no input or output, no clock, no randomness. Everything a caller may type is parsed into a type
//! that cannot hold a wrong value, or refused with a sentence in Portuguese that says what is wrong and what to do.
//! Formulas and formats are cited where they are written.

pub mod arrecadacao;
pub mod boleto;
pub mod calendar;
pub mod cep;
mod check_digits;
pub mod cnh;
pub mod cnpj;
pub mod cpf;
pub mod csv_cell;
pub mod date;
pub mod lexml;
mod masks;
pub mod money;
pub mod municipality;
pub mod person;
pub mod pis;
pub mod pix;
pub mod plate;
pub mod renavam;
pub mod term;
pub mod vin;

#[cfg(test)]
mod vectors;
