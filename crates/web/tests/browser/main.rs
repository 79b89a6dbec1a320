//! A working day in a browser: what each person does, in a real one, on the real pages, under the real law.
//!
//! Every story has an office of its own, with a clock of its own, so that months pass between two lines. Everybody in them is
//! fictitious. Where there is no browser the stories say that they were skipped; where `CI` is set they must run.

#[cfg(test)]
mod accessibility;
#[cfg(test)]
mod browser;
#[cfg(test)]
mod day;
#[cfg(test)]
mod defence;
#[cfg(test)]
mod licensing;
#[cfg(test)]
mod recidivism;
#[cfg(test)]
mod rights;
#[cfg(test)]
mod suspension;
#[cfg(test)]
mod webdriver;
