//! Why a cell cannot be read as what its column is.

use super::Day;

/// Why a cell cannot be what its column is; displays in Portuguese.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A character was lost before or while reading.
    #[error("há caracteres ilegíveis na célula")]
    Illegible,
    /// The spreadsheet itself printed an error.
    #[error("a planilha de origem traz um erro de fórmula em vez do valor")]
    FormulaError,
    /// Not written as a number.
    #[error("não é um número")]
    NotANumber,
    /// More digits than a figure of a register can have.
    #[error("número com algarismos demais")]
    NumberTooLong,
    /// A spreadsheet rounded a long number to powers of ten.
    #[error(
        "número em notação científica: a planilha de origem perdeu algarismos; exporte a coluna como texto"
    )]
    ScientificNotation,
    /// A fraction where a whole number is asked for.
    #[error("esperado número inteiro, encontrado número com fração")]
    NotWhole,
    /// Money finer than a centavo.
    #[error("valor em reais com fração de centavo")]
    FractionOfCentavo,
    /// Not written as a date.
    #[error("não é uma data (esperado dia/mês/ano, como 28/05/2018)")]
    NotADate,
    /// Both readings of `03/01/2023` occur in the file.
    #[error("data ambígua: o arquivo mistura dia/mês e mês/dia")]
    DayOrMonthFirst,
    /// No month has this number.
    #[error("data impossível: não existe mês {month} (as datas foram lidas na ordem do arquivo)")]
    NoSuchMonth {
        /// The number found.
        month: u32,
    },
    /// The month has no such day.
    #[error("data impossível: não existe o dia {day:02}/{month:02}/{year:04}")]
    NoSuchDay {
        /// Year.
        year: i32,
        /// Month, 1 to 12.
        month: u32,
        /// Day found.
        day: u32,
    },
    /// Outside what the caller holds plausible for the column.
    #[error("data impossível: {found}, fora do período plausível ({first} a {last})")]
    ImplausibleDate {
        /// The day found.
        found: Day,
        /// First plausible day.
        first: Day,
        /// Last plausible day.
        last: Day,
    },
    /// Not written as a year.
    #[error("não é um ano (esperado como 2018 ou 2018/2019)")]
    NotAYear,
    /// Outside what the caller holds plausible for the column.
    #[error("ano impossível: {year} está fora do período plausível ({first} a {last})")]
    ImplausibleYear {
        /// Year found.
        year: i64,
        /// First plausible year.
        first: i32,
        /// Last plausible year.
        last: i32,
    },
    /// Neither yes nor no.
    #[error("esperado sim ou não")]
    NotABool,
    /// Not in the closed list.
    #[error("valor fora da lista conhecida")]
    NotInList,
}
