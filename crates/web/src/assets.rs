//! The style sheet and the script, served under names that change with their content, so that browsers keep them for a year.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::sync::Arc;

use crate::app::Site;
use crate::fault::Fault;

const STYLE: &str = include_str!("../assets/office.css");
const SCRIPT: &str = include_str!("../assets/office.js");

/// Names of the files as they are asked for.
pub(crate) struct Assets {
    pub style: String,
    pub script: String,
}

impl Assets {
    pub fn new() -> Self {
        Self { style: named("office", STYLE, "css"), script: named("office", SCRIPT, "js") }
    }
}

fn named(stem: &str, content: &str, extension: &str) -> String {
    let digest: String =
        Sha256::digest(content.as_bytes()).iter().take(6).map(|b| format!("{b:02x}")).collect();
    format!("{stem}.{digest}.{extension}")
}

/// `GET /estatico/{nome}`
pub(crate) async fn file(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Result<Response, Fault> {
    let (kind, body) = if name == site.assets.style {
        ("text/css; charset=utf-8", STYLE)
    } else if name == site.assets.script {
        ("text/javascript; charset=utf-8", SCRIPT)
    } else {
        return Err(Fault::NotFound("este arquivo não existe mais; recarregue a página"));
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=31536000, immutable")], body).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_changes_with_the_content() {
        assert_ne!(named("a", "x", "css"), named("a", "y", "css"));
        assert_eq!(named("a", "x", "css"), named("a", "x", "css"));
    }
}
