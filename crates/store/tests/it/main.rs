//! One suite for both engines: SQLite always, PostgreSQL when `ALVARA_TEST_POSTGRES` holds the URL of a
//! database in which the user may create schemas; each test makes its own and drops it.

#[cfg(test)]
mod access;
#[cfg(test)]
mod append;
#[cfg(test)]
mod backup;
#[cfg(test)]
mod engines;
#[cfg(test)]
mod killed;
#[cfg(test)]
mod opening;
#[cfg(test)]
mod papers;
#[cfg(test)]
mod people;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod tampering;
