//! Enforcement: notices, cases, seizures, complaints. Its rows are merged into the one table of [`crate::routes`].

use std::sync::Arc;

use axum::Router;

use crate::app::Site;
use crate::routes::Row;

/// Who may come where; written beside the handlers with [`crate::routes::table`] once there are some.
pub(crate) const ROUTES: &[Row] = &[];

/// The pages of enforcement.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
}
