//! Whatever a file says, the reader answers with a law or with faults that can be drawn: it never panics and never hangs.
//!
//! ```sh
//! cargo +nightly fuzz run rulebook fuzz/corpus/rulebook leis/*/ leis/*/casos -- -max_total_time=600 -timeout=10
//! ```
#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::{Source, cases, diagnostic, read};

/// A small sound rulebook, so that what the file says is read as far as it goes.
const BOOK: &str = r#"
[norma]
urn = "urn:lex:br;sao.paulo;cidade.ficticia:municipal:lei:2020-01-01;1"
titulo = "Lei 1/2020 (fictícia)"
municipio = 3510500
cidade = "Cidade Fictícia"
uf = "SP"
fuso = "America/Sao_Paulo"
servico = "aplicativo"
orgao = "Secretaria"
vigencia = 2020-01-01

[[leitura]]
id = "L-1"
pergunta = "Conta?"
respostas = { sim = "conta", nao = "não conta" }
padrao = "sim"
efeito = false
"#;

fuzz_target!(|data: &[u8]| {
    let file = Source::from_bytes("arquivo.toml", data);
    let (found, faults) = cases::read(std::slice::from_ref(&file));
    let _ = diagnostic::draw(&faults, std::slice::from_ref(&file), false);
    // a file that is a whole rulebook stands alone; any other stands beside a small sound one
    let alone = file.text.contains("[norma]");
    let book = Source { name: "norma.toml".into(), text: BOOK.into() };
    let sources = if alone { vec![file] } else { vec![book, file] };
    let reading = read("ficticia", &sources);
    for d in &reading.diagnostics {
        let _ = d.line_column(&sources);
    }
    let _ = diagnostic::draw(&reading.diagnostics, &sources, false);
    if let Some(law) = &reading.law {
        let _ = cases::check(law, &found);
        for case in &found {
            let _ = case.run(law);
        }
    }
});
