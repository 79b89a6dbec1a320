//! What the guide says of each key, in its tables.

use std::collections::BTreeMap;

/// Tables of the guide whose header says what they describe otherwise than by the kind in their heading.
const NESTED: [(&str, &str); 8] = [
    ("chave de `teto`", "limite.teto"),
    ("chave de `redacao`", "dispositivo.redacao"),
    ("chave de `transicao`", "titulo.transicao"),
    ("chave de cada degrau", "escalada.degraus"),
    ("chave da etapa", "processo.etapas"),
    ("chave de cada parcela", "cobranca.parcelas"),
    ("chave de `parcelamento`", "pagamento.parcelamento"),
    ("forma", "condicao"),
];

/// Keys that nearly every rule takes, said once.
const EVERYWHERE: [(&str, &str); 3] = [
    ("base", "os dispositivos em que se apoia: [\"art9.inc6\"]"),
    ("desde", "primeiro dia em que vale"),
    ("ate", "último dia em que vale, incluído"),
];

/// What stands for the description of a key that the guide does not teach; no schema may keep it.
pub(super) const UNTAUGHT: &str = "o guia não ensina ";

#[derive(Debug, Default)]
pub(super) struct Guide {
    /// The blocks of TOML.
    pub(super) blocks: Vec<String>,
    kinds: BTreeMap<String, String>,
    keys: BTreeMap<String, String>,
}

/// The text of a cell without its marks.
fn plain(cell: &str) -> String {
    let text = cell.replace("**", "").replace('◆', "");
    let mut out = String::new();
    let mut rest = text.as_str();
    // a link is its words
    while let Some((before, after)) = rest.split_once('[') {
        match after.split_once("](") {
            Some((words, end)) if !words.contains('[') => {
                out.push_str(before);
                out.push_str(words);
                rest = end.split_once(')').map_or("", |(_, r)| r);
            }
            _ => {
                out.push_str(before);
                out.push('[');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out.trim().to_string()
}

/// The words between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The kinds that a heading or a header is about: `[[prazo]]`, `[norma]`.
fn kinds(text: &str) -> Vec<String> {
    quoted(text)
        .into_iter()
        .filter_map(|q| Some(q.strip_prefix('[')?.trim_matches(['[', ']']).to_string()))
        .collect()
}

impl Guide {
    pub(super) fn read(text: &str) -> Self {
        let mut out = Self::default();
        let (mut heading, mut about, mut block) = (String::new(), Vec::new(), None::<String>);
        for line in text.lines() {
            if let Some(open) = &mut block {
                if line == "```" {
                    out.blocks.extend(block.take());
                } else {
                    open.push_str(line);
                    open.push('\n');
                }
            } else if line == "```toml" {
                block = Some(String::new());
            } else if let Some(h) = line.strip_prefix('#') {
                heading = h.trim_start_matches('#').trim().to_string();
                about = Vec::new();
                if let ([kind], Some((_, words))) = (kinds(&heading).as_slice(), heading.split_once(": ")) {
                    out.kinds.insert(kind.clone(), plain(words));
                }
            } else if line.starts_with('|') {
                let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
                let [first, .., last] = cells.as_slice() else { continue };
                if first.starts_with("chave") || *first == "forma" || *first == "comparador" {
                    about = Self::subject(first, &heading);
                } else if !first.starts_with("--") {
                    out.row(&about, first, last, &cells);
                }
            } else if !line.trim().is_empty() {
                about = Vec::new();
            }
        }
        out
    }

    fn subject(header: &str, heading: &str) -> Vec<String> {
        if let Some((_, path)) = NESTED.iter().find(|(h, _)| *h == header) {
            return vec![(*path).into()];
        }
        if header == "comparador" {
            return vec!["condicao".into()];
        }
        let named = kinds(header);
        if !named.is_empty() {
            return named;
        }
        if heading == "Leituras e `conforme`" {
            return vec!["leitura".into()];
        }
        kinds(heading)
    }

    fn row(&mut self, about: &[String], first: &str, last: &str, cells: &[&str]) {
        for kind in about {
            for key in quoted(first) {
                // a form of a condition is written out: `{ todas = [ c1, c2 ] }`
                let key = key.trim_start_matches(['{', ' ']).split(' ').next().unwrap_or(key);
                let words = if first.starts_with("`{") || kind != "condicao" {
                    plain(last)
                } else {
                    // of a comparator: whether its own limit is inside, and what it looks like
                    let inside = cells.get(1).map_or("", |c| c.trim_matches('—'));
                    let inside = if inside.is_empty() {
                        inside.into()
                    } else {
                        format!("aceita o próprio limite? {inside}; ")
                    };
                    plain(&format!("{inside}por exemplo, {last}"))
                };
                self.keys.entry(format!("{kind}.{key}")).or_insert(words);
            }
        }
    }

    /// Every key that it teaches: `prazo.quantidade`, `processo.etapas.quem`.
    pub(super) fn taught(&self) -> impl Iterator<Item = &str> {
        self.keys.keys().map(String::as_str)
    }

    /// What a kind is.
    pub(super) fn kind(&self, kind: &str) -> String {
        self.kinds.get(kind).cloned().unwrap_or_else(|| format!("ver `{kind}` no guia"))
    }

    /// What a key means. A key inside a value may be described by the row of the value.
    pub(super) fn key(&self, path: &[String]) -> Option<String> {
        let own = self.keys.get(&path.join("."));
        let [.., last] = path else { return None };
        let common = || EVERYWHERE.iter().find(|(k, _)| k == last).map(|(_, words)| (*words).to_string());
        let found = own.cloned().or_else(common);
        if found.is_none() && path.len() == 2 && last != "valor" {
            return Some(format!("{UNTAUGHT}{}", path.join(".")));
        }
        found.or_else(|| self.key(path.get(..path.len() - 1)?))
    }
}
