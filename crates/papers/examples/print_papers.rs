//! Prints the invented papers of the tests into a folder, to be looked at, and tells how long each took:
//! `cargo run -p papers --example print_papers -- FOLDER [TIMES]`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use papers::{NoticeCopy, PaperError, Pdf};

#[path = "../tests/papers/samples.rs"]
mod samples;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("falta a pasta de destino")?);
    let times: u32 = arguments.next().map_or(Ok(20), |text| text.parse())?;
    std::fs::create_dir_all(&folder)?;
    let at = samples::printed_at();
    let save = |name: &str, paper: Pdf| std::fs::write(folder.join(name), paper.bytes);

    let start = Instant::now();
    let mut card = samples::credential();
    let pdf = papers::credential(&card, &at)?;
    println!("credencial, a primeira: {:?}, {} bytes", start.elapsed(), pdf.bytes.len());
    save("credencial.pdf", pdf)?;
    // another number each time: a paper laid out before would come from the typesetter's memory
    let each = measure(times, |n| {
        let mut other = card.clone();
        other.number = format!("2026/{n:06}");
        other.verification.code = format!("{n:016}");
        other.verification.url = format!("https://cidade-ficticia.example/v/{n:016}");
        papers::credential(&other, &at)
    })?;
    println!("credencial, cada uma das {times} seguintes: {each:?}");

    let start = Instant::now();
    let notice = samples::infraction_notice();
    let pdf = papers::infraction_notice(&notice, &at)?;
    println!("auto de infração, o primeiro: {:?}, {} bytes", start.elapsed(), pdf.bytes.len());
    save("auto-de-infracao.pdf", pdf)?;
    let each = measure(times, |n| {
        let mut other = notice.clone();
        other.copy = NoticeCopy::Office;
        other.number = format!("2026/{n:06}");
        other.verification.code = format!("{n:016}");
        other.verification.url = format!("https://cidade-ficticia.example/v/{n:016}");
        papers::infraction_notice(&other, &at)
    })?;
    println!("auto de infração, cada um dos {times} seguintes: {each:?}");

    for count in [0, 2, 4, 9] {
        card.vehicles = (1..=count).map(|n| samples::vehicle(&format!("FCT{n}O0{n}"))).collect();
        save(&format!("credencial-{count}-veiculos.pdf"), papers::credential(&card, &at)?)?;
    }
    save("credencial-hostil.pdf", papers::credential(&samples::hostile_credential(), &at)?)?;
    save("auto-hostil.pdf", papers::infraction_notice(&samples::hostile_notice(), &at)?)?;
    Ok(())
}

fn measure(
    times: u32,
    mut print: impl FnMut(u32) -> Result<Pdf, PaperError>,
) -> Result<Duration, PaperError> {
    let start = Instant::now();
    for n in 0..times {
        print(n)?;
    }
    Ok(start.elapsed() / times.max(1))
}
