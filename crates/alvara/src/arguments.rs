//! The arguments of the command line, in Portuguese: help and mistakes speak as the rest of the program does.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};

use crate::Cli;

/// Words of the frame that clap draws around our own texts.
const FRAME: [(&str, &str); 11] = [
    ("Usage:", "Uso:"),
    ("Commands:", "Comandos:"),
    ("Arguments:", "Argumentos:"),
    ("Options:", "Opções:"),
    ("[OPTIONS]", "[OPÇÕES]"),
    ("<COMMAND>", "<COMANDO>"),
    ("[COMMAND]", "[COMANDO]"),
    ("Print help (see more with '--help')", "Mostra esta ajuda"),
    ("Print help", "Mostra esta ajuda"),
    ("Print version", "Mostra a versão"),
    ("Print this message or the help of the given subcommand(s)", "Mostra a ajuda de um comando"),
];

/// The arguments, or what to end with: help was asked for, or something is wrong.
pub fn read() -> Result<Cli, ExitCode> {
    let asked = Cli::command().try_get_matches().and_then(|m| Cli::from_arg_matches(&m));
    asked.map_err(|e| match e.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            say_part!("{}", framed(&e.render().to_string()));
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            eprint!("{}", framed(&e.render().to_string()));
            ExitCode::from(2)
        }
        _ => {
            eprintln!("erro: {}", told(&e));
            eprintln!("\nPara ver as opções, use --help.");
            ExitCode::from(2)
        }
    })
}

fn framed(text: &str) -> String {
    let text = FRAME.iter().fold(text.to_string(), |t, (english, ours)| t.replace(english, ours));
    text.replace("[default: ", "[padrão: ").replace("[possible values: ", "[aceitos: ")
}

/// What is wrong, in a sentence.
fn told(e: &clap::Error) -> String {
    let of = |kind: ContextKind| match e.get(kind) {
        Some(ContextValue::String(s)) => s.clone(),
        Some(ContextValue::Strings(list)) => list.join(", "),
        Some(ContextValue::StyledStrs(list)) => {
            list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let argument = of(ContextKind::InvalidArg);
    let value = of(ContextKind::InvalidValue);
    match e.kind() {
        ErrorKind::InvalidSubcommand => {
            let meant = of(ContextKind::SuggestedSubcommand);
            let meant = if meant.is_empty() { meant } else { format!("; você quis dizer “{meant}”?") };
            format!("não há o comando “{}”{meant}", of(ContextKind::InvalidSubcommand))
        }
        ErrorKind::UnknownArgument => {
            let meant = of(ContextKind::SuggestedArg);
            let meant = if meant.is_empty() { meant } else { format!("; você quis dizer {meant}?") };
            format!("não esperava {argument}{meant}")
        }
        ErrorKind::MissingRequiredArgument => format!("falta dizer: {argument}"),
        ErrorKind::ArgumentConflict => {
            format!("{argument} não se usa junto com {}", of(ContextKind::PriorArg))
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("falta o valor de {argument}"),
        ErrorKind::InvalidValue => {
            format!("“{value}” não serve para {argument}; aceitos: {}", of(ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(e).map(ToString::to_string).unwrap_or_default();
            // our own parsers speak Portuguese; the others' words are left out
            let why =
                if why.is_ascii() && !why.is_empty() { "valor que não se pode ler".into() } else { why };
            format!("“{value}” não serve para {argument}: {why}")
        }
        ErrorKind::MissingSubcommand => "falta dizer o comando".into(),
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => {
            format!("valores demais para {argument}")
        }
        ErrorKind::InvalidUtf8 => "um dos argumentos não está em UTF-8".into(),
        _ => "não entendi os argumentos".into(),
    }
}

/// An error with its causes, in Portuguese: those of the system are known by their kind.
pub fn causes(e: &anyhow::Error) -> String {
    use std::io::ErrorKind as Io;
    let one = |cause: &(dyn std::error::Error + 'static)| {
        let Some(io) = cause.downcast_ref::<std::io::Error>() else { return cause.to_string() };
        match io.kind() {
            Io::NotFound => "não existe".into(),
            Io::PermissionDenied => "sem permissão".into(),
            Io::AlreadyExists => "já existe".into(),
            Io::IsADirectory => "é uma pasta".into(),
            Io::NotADirectory => "não é uma pasta".into(),
            Io::AddrInUse => "a porta já está em uso".into(),
            Io::StorageFull => "o disco está cheio".into(),
            Io::ReadOnlyFilesystem => "o disco só permite leitura".into(),
            Io::InvalidData => "os bytes não são o que se esperava".into(),
            Io::UnexpectedEof => "o arquivo acabou antes da hora".into(),
            _ => io.to_string(),
        }
    };
    e.chain().map(one).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// clap calls a value by the field that holds it, in English, when nobody says otherwise.
    fn unnamed(command: &clap::Command, found: &mut Vec<String>) {
        for argument in command.get_arguments().filter(|a| a.get_action().takes_values()) {
            let english = argument.get_id().as_str().to_uppercase();
            if argument.get_value_names().is_none_or(|names| names.iter().any(|n| *n == english)) {
                found.push(format!("{}: {}", command.get_name(), argument.get_id()));
            }
        }
        command.get_subcommands().for_each(|c| unnamed(c, found));
    }

    #[test]
    fn every_value_has_a_name_in_portuguese() {
        let mut found = Vec::new();
        unnamed(&Cli::command(), &mut found);
        assert!(found.is_empty(), "{found:?}");
    }
}
