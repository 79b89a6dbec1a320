//! The only place that asks what time it is; everything inside gets it as an argument.

use jiff::ZonedDateTime;
use jiff::civil::Date;

/// Today, where the machine is.
pub fn today() -> Date {
    ZonedDateTime::now().date()
}
