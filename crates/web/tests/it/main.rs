//! The pages from outside: what a browser sends and gets, against an office with the real rulebook and fictitious people.

mod boundaries;
mod browser;
mod desk;
mod enforcement;
mod hostile;
mod law_pages;
mod public;
mod rights;
mod town;
mod users;
