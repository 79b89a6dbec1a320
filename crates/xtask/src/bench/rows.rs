//! Rows of a register that nobody has, in the way municipal spreadsheets are written.

use std::io::{Result, Write};

/// Writes a header and so many rows: a driver and a car each, one in some dozens with something wrong, absent or unreadable.
pub fn write(out: &mut impl Write, rows: usize) -> Result<()> {
    writeln!(
        out,
        "placa;ano fabricação;lugares;validade crlv;validade do seguro;categoria cnh;ear;validade cnh;curso;emissor do curso;\
         certidão negativa;data da certidão;inss;reside desde;cadastros ativos;motorizado;posse"
    )?;
    let mut state = 20_261_130_u64;
    let mut below = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    for n in 0..rows {
        let date = |y: u64, m: u64, d: u64| format!("{d:02}/{m:02}/{y}");
        let year = 2013 + below(14);
        let seats = if below(50) == 0 { 9 } else { 5 };
        let crlv = date(2026 + below(2), 1 + below(12), 1 + below(28));
        let cover =
            if below(40) == 0 { String::new() } else { date(2026 + below(3), 1 + below(12), 1 + below(28)) };
        let category = ["B", "AB", "D", "A"][usize::try_from(below(4)).unwrap_or(0)];
        let cnh = if below(200) == 0 {
            "30/12/1899".into()
        } else {
            date(2026 + below(8), 1 + below(12), 1 + below(28))
        };
        let paper = date(2025 + below(2), 1 + below(11), 1 + below(28));
        let lives = date(2000 + below(27), 1 + below(11), 1 + below(28));
        let inss = ["contribuinte individual", "MEI", "nenhuma"][usize::try_from(below(3)).unwrap_or(0)];
        writeln!(
            out,
            "FI{:05};{year};{seats};{crlv};{cover};{category};{};{cnh};sim;cfc;{};{paper};{inss};{lives};{};sim;próprio",
            n % 100_000,
            if below(20) == 0 { "não" } else { "sim" },
            if below(30) == 0 { "não" } else { "sim" },
            below(3),
        )?;
    }
    Ok(())
}
