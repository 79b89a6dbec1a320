//! What was typed into the form of a notice, as far as it can be understood, and the command it becomes.

use jiff::civil::{Date, DateTime, Time};
use law::Id;
use registry::act::enforcement::{NoticeDrawn, Offender, SeenVehicle};
use registry::act::holders::FactValues;
use registry::command::DrawNotice;
use registry::id::{DriverId, NoticeId, OperatorId};
use registry::queries::competing;
use registry::state::Notice;

use super::tick;
use crate::context::Cx;
use crate::entry::Entry;
use crate::form::{Problem, Reader};

/// What is understood so far.
pub(super) struct Draft {
    pub offender: Option<Offender>,
    /// Day of the fact, today until it is typed.
    pub on: Date,
    pub at: Option<DateTime>,
    pub has_vehicle: bool,
    pub plate: String,
    pub codes: Vec<Id>,
    pub facts: FactValues,
    /// The line picked for this notice, when one was.
    pub picked: String,
}

impl Draft {
    /// The line of this notice: the one picked, or the only one that applies.
    pub fn chosen(&self, applying: &[Id]) -> Option<Id> {
        match applying {
            [only] => Some(only.clone()),
            several => several.iter().find(|c| ***c == *self.picked).cloned(),
        }
    }
}

fn offender(entry: &Entry) -> Option<Offender> {
    match entry.get("offender") {
        "" => None,
        "pessoa" => {
            let document = entry.get("person_document").trim().to_string();
            let document = Some(document).filter(|d| !d.is_empty());
            // as the registry keeps it, so that earlier notices are found
            let document =
                document.map(|d| brasil::cpf::Cpf::parse(&d).map_or(d, |c| c.as_str().to_string()));
            Some(Offender::Person { name: entry.get("person_name").trim().to_string(), document })
        }
        id => DriverId::parse(id)
            .map(Offender::Driver)
            .or_else(|_| OperatorId::parse(id).map(Offender::Operator))
            .ok(),
    }
}

/// An hour of the day as people type it: `14:05`, `14h05`, `9h`; `1405` where the keypad of a telephone has only digits.
pub(crate) fn hour(text: &str) -> Option<Time> {
    let text = text.trim().to_lowercase().replace('h', ":");
    let text = match text.as_bytes() {
        [a, b, c, d] if text.bytes().all(|x| x.is_ascii_digit()) => {
            [*a, *b, b':', *c, *d].into_iter().map(char::from).collect()
        }
        _ => text,
    };
    let (hour, minute) = text.split_once(':')?;
    let minute = minute.trim().trim_end_matches("min");
    let minute: i8 = if minute.is_empty() { 0 } else { minute.parse().ok()? };
    Time::new(hour.trim().parse().ok()?, minute, 0, 0).ok()
}

fn parts(cx: &Cx, entry: &Entry, r: &mut Reader<'_>) -> Draft {
    let day = r.day("fact_at", "o dia do fato");
    let text = r.demand("fact_time", "a hora do fato");
    let time = hour(&text);
    if time.is_none() && !text.is_empty() {
        r.wrong("fact_time", format!("“{text}” não é uma hora; escreva como 14:05."));
    }
    let w = cx.office().read();
    let codes = w.law.offences.keys().filter(|c| entry.get(&tick(c)) == "sim").cloned().collect();
    let mut facts = FactValues::new();
    for fact in w.law.facts.values() {
        if let Some(value) = r.fact(fact) {
            facts.insert(fact.id.to_string(), value);
        }
    }
    let plate = entry.get("plate").trim().to_string();
    Draft {
        offender: offender(entry),
        on: day.unwrap_or(cx.today),
        at: day.zip(time).map(|(d, t)| d.to_datetime(t)),
        has_vehicle: !plate.is_empty(),
        plate,
        codes,
        facts,
        picked: entry.get("offence").to_string(),
    }
}

/// What is understood of a form that is still being filled in.
pub(super) fn read(cx: &Cx, entry: &Entry) -> Draft {
    parts(cx, entry, &mut Reader::new(entry))
}

/// The command, with everything that is wrong at once.
pub(super) fn command(cx: &Cx, entry: &Entry) -> (Option<DrawNotice>, Vec<Problem>) {
    let mut r = Reader::new(entry);
    let draft = parts(cx, entry, &mut r);
    match &draft.offender {
        None => r.wrong(
            "offender",
            "Falta escolher o autuado: busque e marque, ou marque “pessoa fora do cadastro”.",
        ),
        Some(Offender::Person { name, .. }) if name.is_empty() => {
            r.wrong("person_name", "Falta o nome completo do autuado.");
        }
        Some(_) => {}
    }
    // an item that is missing on purpose needs a written reason, and then the law decides
    let excused = r.some("confirmation").is_some();
    if !excused {
        r.demand("place", "o lugar do fato");
        r.demand("description", "dizer o que aconteceu");
    }
    let told = r.text("told");
    if !matches!(told.as_str(), "assinou" | "recusou" | "ausente") {
        r.wrong("told", "Falta dizer se o autuado assinou, recusou ou não estava.");
    }
    let code = offence(cx, &draft, &mut r);
    let (confirmation, place, description) = (r.some("confirmation"), r.text("place"), r.text("description"));
    let vehicle_description = r.some("vehicle_description");
    let problems = r.problems;
    let command =
        draft.offender.clone().zip(draft.at).zip(code).map(|((offender, fact_at), code)| DrawNotice {
            also_considered: draft.codes.iter().filter(|c| **c != code).map(ToString::to_string).collect(),
            offence: code.to_string(),
            offender,
            plate: Some(draft.plate.clone()).filter(|p| !p.is_empty()),
            vehicle_description,
            fact_at,
            place,
            description,
            facts: draft.facts.clone(),
            signed: told == "assinou",
            refusal_certified: told == "recusou",
            confirmation,
        });
    (command, problems)
}

/// The line of this notice.
fn offence(cx: &Cx, draft: &Draft, r: &mut Reader<'_>) -> Option<Id> {
    if draft.codes.is_empty() {
        r.wrong("offence", "Falta marcar a linha da lei que descreve o fato.");
        return None;
    }
    if let [only] = draft.codes.as_slice() {
        return Some(only.clone());
    }
    let offender = draft.offender.as_ref()?;
    let applying = {
        let w = cx.office().read();
        competing(&w.registry, &w.law, offender, draft.has_vehicle, &draft.codes, &draft.facts, draft.on)
            .applying()
    };
    let chosen = draft.chosen(&applying);
    if chosen.is_none() {
        r.wrong(
            "offence",
            if applying.is_empty() {
                "Nenhuma das linhas marcadas se aplica ainda: veja o que falta saber, logo abaixo de cada uma."
            } else {
                "Mais de uma linha se aplica: escolha a deste auto. As outras pedem, cada uma, o seu auto."
            },
        );
    }
    chosen
}

/// The notice as it would be, to ask the law what it would cost.
pub(super) fn imagined(cx: &Cx, draft: &Draft, code: &Id) -> Option<Notice> {
    let at = draft.at.unwrap_or_else(|| draft.on.at(0, 0, 0, 0));
    let vehicle =
        draft.has_vehicle.then(|| SeenVehicle { plate: draft.plate.clone(), ..SeenVehicle::default() });
    let drawn = NoticeDrawn {
        id: NoticeId::parse("aut_por-lavrar").ok()?,
        year: cx.today.year(),
        sequence: 0,
        code: String::new(),
        process: registry::vocabulary::NOTICE.to_string(),
        offence: code.to_string(),
        conduct: String::new(),
        offender: draft.offender.clone()?,
        offender_name: String::new(),
        vehicle,
        fact_at: at,
        drawn_at: cx.time,
        place: String::new(),
        description: String::new(),
        provisions: String::new(),
        defence_term: String::new(),
        issuing_body: String::new(),
        inspector: String::new(),
        facts: draft.facts.clone(),
        refusal_certified: false,
        lacking: Vec::new(),
        measures: Vec::new(),
    };
    Some(Notice::new(drawn))
}

#[cfg(test)]
mod tests {
    use super::hour;
    use jiff::civil::time;

    #[test]
    fn an_hour_is_read_as_it_is_typed() {
        assert_eq!(hour("23:50"), Some(time(23, 50, 0, 0)));
        assert_eq!(hour("9h"), Some(time(9, 0, 0, 0)));
        assert_eq!(hour("14h05"), Some(time(14, 5, 0, 0)));
        assert_eq!(hour("1405"), Some(time(14, 5, 0, 0)));
        assert_eq!(hour("2460"), None);
        assert_eq!(hour("24:00"), None);
        assert_eq!(hour("meio-dia"), None);
    }
}
