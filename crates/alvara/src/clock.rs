//! The only place that asks what time it is; everything inside gets it as an argument.

use jiff::civil::Date;
use jiff::{Timestamp, ZonedDateTime};

/// Now.
pub fn now() -> Timestamp {
    Timestamp::now()
}

/// Today, where the machine is.
pub fn today() -> Date {
    ZonedDateTime::now().date()
}
