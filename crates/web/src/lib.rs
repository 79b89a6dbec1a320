//! The pages: what people touch with a browser.
//!
//! Server-rendered HTML in Brazilian Portuguese that works without JavaScript. A request goes through [`guard`]'s one door (who
//! is it, may this role come here, does the form carry its secret), then to a handler in the folder of its area, which reads
//! the state, or hands a command to the office, and answers with a page.
//!
//! ```text
//! request ─► headers ─► guard (session, rights by route, form secret) ─► area handler ─► office ─► page
//! ```

mod account;
mod app;
mod assets;
mod brake;
mod context;
mod credentials;
mod documents;
mod drivers;
mod enforcement;
mod entry;
mod facts;
mod fault;
mod form;
mod guard;
mod headers;
mod holders;
mod law_pages;
mod management;
mod once;
mod operators;
mod papers_out;
mod public;
mod routes;
mod search;
mod shell;
mod sign_in;
mod today;
mod vehicles;
mod words;

pub use app::{App, Clock, serve};
pub use routes::router;
