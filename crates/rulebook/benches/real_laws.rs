//! The rulebooks of `leis/` as they are: how long reading and checking each takes, one explained decision on a driver with a car,
//! and a deadline in business days by the calendar of each municipality.

#[path = "../../law/benches/measure/python.rs"]
mod python;
#[path = "../../law/benches/measure/time.rs"]
mod time;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use jiff::civil::{Date, date};
use law::eligibility::LineStatus;
use law::{Facts, Law, Outcome, Value};
use rulebook::Source;
use time::{Cost, cost};

/// The allocator of the program, so that what is measured is what runs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn sources(dir: &Path) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|x| x == "toml"))
        .collect();
    paths.sort();
    let read = |p: &PathBuf| Source {
        name: p.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        text: fs::read_to_string(p).unwrap_or_default(),
    };
    paths.iter().map(read).collect()
}

fn main() {
    println!("{}", time::machine());
    let leis = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis");
    let mut folders: Vec<PathBuf> = fs::read_dir(leis)
        .into_iter()
        .flatten()
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.join("norma.toml").is_file())
        .collect();
    folders.sort();

    println!("\nreading and checking a rulebook (at most 20 ms)");
    let mut laws = Vec::new();
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sources = sources(folder);
        let kib = sources.iter().map(|s| s.text.len()).sum::<usize>() as f64 / 1024.0;
        let took = cost(25, 1, || {
            black_box(rulebook::read(&name, black_box(&sources)));
        });
        println!("  {name:<26} {kib:>4.0} KiB: {}", took.show(1e6, "ms"));
        match rulebook::read(&name, &sources).into_law(&sources) {
            Ok(law) => laws.push((name, law)),
            Err(faults) => return eprintln!("{faults}"),
        }
    }

    println!("\none explained decision on a driver with a car (at most 5 µs)");
    match laws.iter().find(|(name, _)| name == "caraguatatuba-sp") {
        Some((_, law)) => decisions(law),
        None => println!("skipped: there is no rulebook whose facts this benchmark knows"),
    }

    println!("\na deadline in business days, 1990 to 2100 (at most 2 ns)");
    for (name, law) in &laws {
        business_days(name, law);
    }
    numpy_business_days();
}

const ON: Date = date(2025, 3, 10);

/// A fictitious driver and car with everything in order.
fn in_order() -> Facts {
    let mut facts = Facts::new();
    let text = |t: &str| Value::Text(t.into());
    for (fact, value) in [
        ("condutor.ett.cadastros_ativos", Value::Int(1)),
        ("condutor.cnh.categoria", text("B")),
        ("condutor.cnh.ear", Value::Bool(true)),
        ("condutor.cnh.validade", Value::Date(date(2027, 5, 10))),
        ("condutor.curso.aprovado", Value::Bool(true)),
        ("condutor.curso.emissor", text("cfc")),
        ("condutor.certidao.negativa", Value::Bool(true)),
        ("condutor.certidao.emissao", Value::Date(date(2025, 2, 3))),
        ("condutor.inss.inscricao", text("contribuinte_individual")),
        ("condutor.residencia.desde", Value::Date(date(2020, 1, 15))),
        ("veiculo.app.validade", Value::Date(date(2025, 12, 20))),
        ("veiculo.motorizado", Value::Bool(true)),
        ("veiculo.ano_fabricacao", Value::Int(2020)),
        ("veiculo.lugares", Value::Int(5)),
        ("veiculo.crlv.validade", Value::Date(date(2025, 10, 31))),
        ("veiculo.posse", text("proprio")),
    ] {
        facts.set(fact, value);
    }
    facts
}

fn decisions(law: &Law) {
    let mut refused = in_order();
    refused.set("veiculo.ano_fabricacao", Value::Int(2014));
    refused.set("condutor.cnh.validade", Value::Date(date(2025, 3, 9)));
    for (what, facts, outcome) in [
        ("everything in order", in_order(), Outcome::Yes),
        ("refused for two reasons", refused, Outcome::No),
        ("nothing known", Facts::new(), Outcome::Undetermined),
    ] {
        let ask = || law.eligibility(&["condutor", "veiculo"], black_box(&facts), ON, None);
        let answer = ask();
        if answer.outcome != outcome {
            return eprintln!("{what}: {:?} where {outcome:?} was expected", answer.outcome);
        }
        let alone = cost(2_000, 20, || {
            black_box(ask());
        });
        let told = cost(1_000, 10, || {
            let answer = ask();
            black_box(answer.grounds());
            for line in &answer.lines {
                if !matches!(line.status, LineStatus::Met | LineStatus::NotApplicable) {
                    black_box(line.words(law));
                }
            }
        });
        let grounds = answer.grounds();
        let findings: usize = answer.lines.iter().map(|l| l.findings.len()).sum();
        println!(
            "  {what}: {} requirements, {findings} findings, {} provisions, {} readings\n    {}\n    with the grounds together and the reasons in words: {}",
            answer.lines.len(),
            grounds.provisions.len(),
            grounds.readings.len(),
            alone.show(1e3, "µs"),
            told.show(1e3, "µs")
        );
    }
}

/// Questions of a benchmark: a day of the century and how many business days from it.
fn questions() -> Vec<(Date, i32)> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        i16::try_from(state % n).unwrap_or(0)
    };
    let day = |d: i16| i8::try_from(d).unwrap_or(1);
    (0..4096)
        .map(|_| {
            let on = date(1990 + below(110), day(1 + below(12)), day(1 + below(28)));
            (on, i32::from(1 + below(30)))
        })
        .collect()
}

fn business_days(name: &str, law: &Law) {
    let [calendar, _] = &law.calendars;
    let asked = questions();
    let after: Cost = cost(2_000, 1, || {
        for (from, days) in black_box(&asked) {
            black_box(calendar.add_business_days(*from, *days));
        }
    });
    let between: Cost = cost(2_000, 1, || {
        for pair in black_box(&asked).windows(2) {
            if let [(from, _), (to, _)] = pair {
                black_box(calendar.business_days_between(*from, *to));
            }
        }
    });
    let numbered: Vec<(i32, i32)> = asked.iter().map(|(d, n)| (law::value::day_number(*d), *n)).collect();
    let numbers: Cost = cost(2_000, 1, || {
        for (from, days) in black_box(&numbered) {
            black_box(calendar.add_business_days_to_number(*from, *days));
        }
    });
    let count: Cost = cost(2_000, 1, || {
        for pair in black_box(&numbered).windows(2) {
            if let [(from, _), (to, _)] = pair {
                black_box(calendar.business_days_between_numbers(*from, *to));
            }
        }
    });
    println!("  {name}");
    for (what, took, n) in [
        ("n-th after a day, days as columns hold them", numbers, asked.len()),
        ("n-th after a day, from civil date to civil date", after, asked.len()),
        ("between two days, days as columns hold them", count, asked.len() - 1),
        ("between two days, civil dates", between, asked.len() - 1),
    ] {
        println!("    {what:<48} {}", took.each(n).show(1.0, "ns"));
    }
}

fn numpy_business_days() {
    const NUMPY: &str = r"
import time, numpy as np
r = np.random.default_rng(1)
n = 4096
start = np.datetime64('1990-01-01') + r.integers(0, 40000, n)
days = r.integers(1, 31, n)
other = np.roll(start, 1)
holidays = np.array([f'{y}-{d}' for y in range(1990, 2101) for d in
    ('01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25')], dtype='datetime64[D]')
cal = np.busdaycalendar(holidays=holidays)
def took(f):
    f(); t = time.thread_time_ns()
    for _ in range(200): f()
    return (time.thread_time_ns() - t) / 200 / n
print(took(lambda: np.busday_offset(start, days, roll='backward', busdaycal=cal)))
print(took(lambda: np.busday_count(start, other, busdaycal=cal)))
";
    match python::numbers(NUMPY, &[]).as_deref() {
        Ok([offset, count]) => println!(
            "  numpy beside it (national days only): busday_offset {offset:.1} ns, busday_count {count:.1} ns of processor time"
        ),
        Ok(_) => println!("  skipped: numpy beside it (it told something else)"),
        Err(why) => println!("  skipped: numpy beside it ({why})"),
    }
}
