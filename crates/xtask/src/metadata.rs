//! What `cargo metadata` says about the workspace, reduced to what the checks ask.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The packages of one build and the edges between them.
#[derive(Debug, Default)]
pub struct Metadata {
    /// Every package by cargo's own id, the workspace's and the others.
    pub packages: BTreeMap<String, Package>,
    /// Ids of the workspace's own packages.
    pub members: Vec<String>,
    /// The folder that holds the root `Cargo.toml`.
    pub root: PathBuf,
    /// Where cargo builds to.
    pub target: PathBuf,
}

/// One package: its name, its licence as declared, and what it depends on.
#[derive(Debug, Default)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub licence: Option<String>,
    pub edges: Vec<Edge>,
}

/// One dependency of a package; the same one may be there for several reasons.
#[derive(Debug, Default)]
pub struct Edge {
    pub to: String,
    /// Linked into the package itself.
    pub normal: bool,
    /// Linked into its tests.
    pub dev: bool,
}

impl Metadata {
    /// The package behind an id of this metadata.
    pub fn package(&self, id: &str) -> Result<&Package> {
        self.packages.get(id).with_context(|| format!("cargo metadata names {id} without describing it"))
    }

    /// The workspace's own packages.
    pub fn rooms(&self) -> Result<Vec<&Package>> {
        self.members.iter().map(|id| self.package(id)).collect()
    }
}

/// Asks cargo, in the current folder.
pub fn read() -> Result<Metadata> {
    let output = cargo()
        .args(["metadata", "--format-version", "1"])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .context("cargo metadata could not be started")?;
    if !output.status.success() {
        bail!("cargo metadata failed");
    }
    parse(&output.stdout)
}

/// The cargo that started this program, or the one in the path. It is not told the package that this program is: some build
/// scripts watch those names, and half the dependencies would be built again at each change between a person's cargo and ours.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// Reads the JSON that `cargo metadata --format-version 1` prints.
pub fn parse(json: &[u8]) -> Result<Metadata> {
    let document: Value = serde_json::from_slice(json).context("cargo metadata printed no JSON")?;
    let mut metadata = Metadata {
        root: text(&document, "workspace_root")?.into(),
        target: text(&document, "target_directory")?.into(),
        ..Metadata::default()
    };
    for package in list(&document, "packages")? {
        let id = text(package, "id")?.to_owned();
        let licence = package.get("license").and_then(Value::as_str).map(str::to_owned);
        let (name, version) = (text(package, "name")?.to_owned(), text(package, "version")?.to_owned());
        metadata.packages.insert(id, Package { name, version, licence, edges: Vec::new() });
    }
    for member in list(&document, "workspace_members")? {
        metadata.members.push(member.as_str().context("a workspace member is not a string")?.to_owned());
    }
    let resolve = document.get("resolve").context("cargo metadata has no `resolve`")?;
    for node in list(resolve, "nodes")? {
        let edges = list(node, "deps")?.iter().map(edge).collect::<Result<Vec<_>>>()?;
        let id = text(node, "id")?;
        let package = metadata.packages.get_mut(id).with_context(|| format!("node {id} has no package"))?;
        package.edges = edges;
    }
    Ok(metadata)
}

fn edge(dependency: &Value) -> Result<Edge> {
    let mut edge = Edge { to: text(dependency, "pkg")?.to_owned(), ..Edge::default() };
    for kind in list(dependency, "dep_kinds")? {
        match kind.get("kind").and_then(Value::as_str) {
            None => edge.normal = true,
            Some("dev") => edge.dev = true,
            // build scripts run on the builder's machine and end before the program starts
            Some(_) => {}
        }
    }
    Ok(edge)
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value.get(key).and_then(Value::as_str).with_context(|| format!("cargo metadata has no text `{key}`"))
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value]> {
    let list = value.get(key).and_then(Value::as_array);
    list.map(Vec::as_slice).with_context(|| format!("cargo metadata has no list `{key}`"))
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Builds metadata from `("from", "to", kind)` lines; the first argument lists the workspace's own packages.
    pub fn made_up(members: &[&str], edges: &[(&str, &str, &str)]) -> Metadata {
        let mut names: Vec<&str> = members.to_vec();
        for (from, to, _) in edges {
            for name in [*from, *to] {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let packages: Vec<Value> = names
            .iter()
            .map(|name| serde_json::json!({"id": name, "name": name, "version": "1.0.0", "license": "MIT"}))
            .collect();
        let nodes: Vec<Value> = names
            .iter()
            .map(|name| {
                let deps: Vec<Value> = edges
                    .iter()
                    .filter(|(from, _, _)| from == name)
                    .map(|(_, to, kind)| {
                        let kind = if *kind == "normal" { Value::Null } else { Value::from(*kind) };
                        serde_json::json!({"pkg": to, "dep_kinds": [{"kind": kind}]})
                    })
                    .collect();
                serde_json::json!({"id": name, "deps": deps})
            })
            .collect();
        let document = serde_json::json!({
            "workspace_root": "/nowhere", "target_directory": "/nowhere/target",
            "packages": packages, "workspace_members": members, "resolve": {"nodes": nodes},
        });
        parse(document.to_string().as_bytes()).expect("made-up metadata is well formed")
    }

    #[test]
    fn kinds_of_edges_are_told_apart() {
        let metadata = made_up(
            &["law"],
            &[("law", "jiff", "normal"), ("law", "proptest", "dev"), ("law", "cc", "build")],
        );
        let law = metadata.package("law").expect("law is there");
        let kinds: Vec<(bool, bool)> = law.edges.iter().map(|edge| (edge.normal, edge.dev)).collect();
        assert_eq!(kinds, [(true, false), (false, true), (false, false)]);
        assert_eq!(metadata.rooms().expect("described").len(), 1);
    }

    #[test]
    fn something_else_than_metadata_is_refused() {
        assert!(parse(b"error: no such command").is_err());
        let error = parse(b"{}").expect_err("empty").to_string();
        assert!(error.contains("workspace_root"), "{error}");
    }
}
