//! The papers a municipality hands out, as PDF/A-2a and PDF/UA-1.
//!
//! Each paper is plain data in, bytes out: [`credential`] and [`infraction_notice`]. What is due, who may have a
//! credential or how a fine was computed is decided elsewhere; here it only becomes a page that can be read on paper, by
//! a screen reader, and in twenty years (PDF/A-2a is the archival form, PDF/UA-1 the accessible one; the compiler
//! refuses a page that breaks either).
//!
//! A paper is made of one template in `modelos/`, which shares the look of `modelos/papel.typ`, and of data that
//! reaches it as a JSON file. Text never becomes markup, so a name with `#` or `$` is only a name. Nothing is read from
//! disk, network or clock: the same input gives the same bytes, and a stored digest can be checked again later.

mod credential;
mod dates;
mod error;
mod infraction_notice;
mod letters;
mod parts;
mod qr;
mod typeset;
mod verification;
mod world;

pub use credential::{Credential, credential};
pub use error::PaperError;
pub use infraction_notice::{
    Acknowledgement, Breach, Defence, DefenceDeadline, InfractionNotice, Inspector, Moment, NoticeCopy,
    NoticeVehicle, Offender, Penalty, infraction_notice,
};
pub use parts::{Citation, Letterhead, Vehicle};
pub use qr::qr_svg;
pub use typeset::Pdf;
pub use verification::{Verification, grouped_code};
