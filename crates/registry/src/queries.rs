//! What the state answers to those who read it. Nothing here changes anything; every answer takes the day it is asked for.

mod checklist;
mod day;
mod enforcement;
mod filings;
mod public;
mod search;

pub use checklist::{Checklist, ChecklistLine, FactLine, Paper, checklist, facts_table};
pub use day::{Alert, Day, Must, Pendency, Target, alert, day, overdue_faults};
pub use enforcement::{
    Now, case_now, competing, find_offences, history, notice_now, pay_by, penalty_preview,
};
pub use filings::{Owed, owed};
pub use public::{PublicAnswer, PublicStatus, mask_name, public_by_code, public_by_plate, status};
pub use search::{Hit, search};
