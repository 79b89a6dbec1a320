//! `alvara law new`: a commented rulebook to begin with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use brasil::lexml::municipal_urn;
use brasil::municipality::{Ibge, Town, Uf, towns};
use clap::Args;

/// The files of a new rulebook, with `{name}` where something is filled in.
const FILES: [(&str, &str); 8] = [
    ("norma.toml", include_str!("new/modelo/norma.toml")),
    ("dispositivos.toml", include_str!("new/modelo/dispositivos.toml")),
    ("leituras.toml", include_str!("new/modelo/leituras.toml")),
    ("fatos.toml", include_str!("new/modelo/fatos.toml")),
    ("requisitos.toml", include_str!("new/modelo/requisitos.toml")),
    ("infracoes.toml", include_str!("new/modelo/infracoes.toml")),
    ("processo.toml", include_str!("new/modelo/processo.toml")),
    ("casos/primeiros.toml", include_str!("new/modelo/casos/primeiros.toml")),
];

/// Arguments of a new rulebook.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// O Município e o Estado: "São Sebastião/SP".
    #[arg(value_name = "MUNICÍPIO/UF")]
    town: String,
    /// Pasta em que a pasta do livro se cria.
    #[arg(long, value_name = "PASTA", default_value = "leis")]
    dir: PathBuf,
    /// Código do IBGE do Município, sete algarismos; só é preciso se a lista do programa ainda não o tem.
    #[arg(long, value_name = "CÓDIGO")]
    ibge: Option<String>,
    /// O serviço que a lei regula: aplicativo, taxi, mototaxi ou varios.
    #[arg(long, value_name = "SERVIÇO", default_value = "aplicativo", value_parser = ["aplicativo", "taxi", "mototaxi", "varios"])]
    service: String,
}

/// Starts a rulebook.
pub fn run(args: &NewArgs) -> Result<ExitCode> {
    let (city, uf) = place(&args.town)?;
    let (city, ibge) = match &args.ibge {
        Some(code) => (city, Ibge::parse(code)?),
        None => known(&city, uf).map(|town| (town.name.to_string(), town.ibge))?,
    };
    if ibge.uf() != uf {
        bail!("o código {ibge} é de um Município de {} ({}), e não de {uf}", ibge.uf().name(), ibge.uf());
    }
    let name = folder(&city, uf);
    let folder = args.dir.join(&name);
    if folder.exists() {
        bail!("{} já existe, e nada é gravado por cima; escolha outra pasta com --dir", folder.display());
    }
    let urn = municipal_urn(uf, &city, "lei", jiff::civil::date(2020, 1, 1), 1);
    let code = ibge.to_string();
    let at = folder.display().to_string();
    let filled = [
        ("{cidade}", city.as_str()),
        ("{uf}", uf.abbreviation()),
        ("{fuso}", uf.time_zone()),
        ("{ibge}", &code),
        ("{urn}", &urn),
        ("{servico}", &args.service),
        ("{nome}", &name),
        ("{pasta}", &at),
    ];
    fs::create_dir_all(folder.join("casos"))
        .with_context(|| format!("não consegui criar a pasta {}", folder.display()))?;
    for (file, text) in FILES {
        let text = filled.iter().fold(text.to_string(), |t, (key, value)| t.replace(key, value));
        write(&folder.join(file), &text)?;
    }
    say!("{} começado, com exemplos comentados de cada tabela:", folder.display());
    FILES.iter().for_each(|(file, _)| say!("  {file}"));
    say!("\nConfira:  alvara law check {}", folder.display());
    say!("          alvara --leis {} law test {name}", args.dir.display());
    Ok(ExitCode::SUCCESS)
}

/// Writes a file that is not there yet.
fn write(path: &Path, text: &str) -> Result<()> {
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .with_context(|| format!("não consegui criar {}", path.display()))?;
    std::io::Write::write_all(&mut file, text.as_bytes())
        .with_context(|| format!("não consegui gravar {}", path.display()))
}

fn place(town: &str) -> Result<(String, Uf)> {
    let wrong = || anyhow::anyhow!("escreva o Município e a sigla do Estado, como \"São Sebastião/SP\"");
    let (city, state) = town.rsplit_once('/').ok_or_else(wrong)?;
    let city = city.split_whitespace().collect::<Vec<_>>().join(" ");
    if city.is_empty() || !city.chars().all(|c| c.is_alphabetic() || " -'’".contains(c)) {
        return Err(wrong());
    }
    let uf = Uf::from_abbreviation(state).ok_or_else(|| {
        anyhow::anyhow!("“{}” não é sigla de Estado; escreva, por exemplo, SP", state.trim())
    })?;
    Ok((city, uf))
}

/// The municipality of a State with a name, however its accents and capitals are written.
fn known(city: &str, uf: Uf) -> Result<Town> {
    let wanted = sheet::fold(city);
    if let Some(town) = towns(uf).find(|t| sheet::fold(t.name) == wanted) {
        return Ok(town);
    }
    let near = law::ask::nearest(city, &mut towns(uf).map(|t| t.name));
    let near = near.map_or_else(String::new, |n| format!("você quis dizer “{n}/{uf}”? Se não, "));
    bail!(
        "não conheço Município de {} com o nome de “{city}”; {near}diga o código do IBGE com --ibge, sete algarismos (está na página \
         do Município em cidades.ibge.gov.br)",
        uf.name()
    )
}

/// The name of the folder: city and state in small letters, without accents.
fn folder(city: &str, uf: Uf) -> String {
    let folded = sheet::fold(city);
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    format!("{}-{}", words.join("-"), uf.abbreviation().to_lowercase())
}
