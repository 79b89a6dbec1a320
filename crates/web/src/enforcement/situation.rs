//! A notice in words: how it stands, who acts, by when, how much is still to pay.

use brasil::money::Brl;
use jiff::civil::Date;
use law::Law;
use law::value::date_pt;
use registry::Registry;
use registry::id::Subject;
use registry::queries::{Alert, alert, notice_now, pay_by};
use registry::state::Notice;

use crate::words::{capital, distance_pt};

/// Key of a notice that waits only for money.
pub(super) const TO_PAY: &str = "a_pagar";
/// Key of a notice that is over.
pub(super) const CLOSED: &str = "encerrado";
/// Key of a notice that fell.
pub(super) const ANNULLED: &str = "anulado";

/// Key of a notice on which more was paid than is due.
pub(super) const TO_REFUND: &str = "a-devolver";

/// Where a notice stands on a day.
pub(super) struct Situation {
    /// The stage by its name in the rulebook, or one of the keys above.
    pub key: String,
    pub class: &'static str,
    pub words: String,
    /// Who acts, by its name in the rulebook; empty when nobody does.
    pub who: String,
    pub due: Option<Date>,
    /// How the last day was counted.
    pub counted: String,
    /// Whether the penalty's effects are held back.
    pub suspended: bool,
}

impl Situation {
    /// The last day in words: `até 12/03/2026`.
    pub fn due_words(&self) -> String {
        self.due.map_or_else(|| "—".into(), |d| format!("até {}", date_pt(d)))
    }

    /// How far the last day is.
    pub fn distance(&self, today: Date) -> String {
        self.due.map_or_else(String::new, |d| distance_pt(d, today))
    }
}

/// The class of a last day: the colour says only what the words say too.
pub(super) fn due_class(due: Option<Date>, today: Date) -> &'static str {
    match alert(due, today) {
        Alert::Overdue | Alert::OneDay => "bad",
        Alert::FiveDays => "wait",
        Alert::None => "",
    }
}

/// Where a notice stands.
pub(super) fn situation(law: &Law, n: &Notice, today: Date) -> Situation {
    let still = |key: &str, class, words: String| Situation {
        key: key.to_string(),
        class,
        words,
        who: String::new(),
        due: None,
        counted: String::new(),
        suspended: false,
    };
    if let Some((on, _)) = &n.annulled {
        let words = format!("Anulado em {}", date_pt(*on));
        if n.balance() < 0 {
            let words = format!("{words}; a devolver {}", reais(n.balance().saturating_neg()));
            return Situation { who: "gestor".into(), ..still(TO_REFUND, "wait", words) };
        }
        return still(ANNULLED, "off", words);
    }
    let now = notice_now(law, n, today).filter(|_| n.ended.is_none());
    if let Some((now, stage)) = now.and_then(|x| x.stage.clone().map(|s| (x, s))) {
        return Situation {
            key: stage.to_string(),
            class: if now.overdue { "bad" } else { "wait" },
            words: now.says,
            who: now.who.as_deref().unwrap_or_default().to_string(),
            due: now.due,
            counted: now.counted.unwrap_or_default(),
            suspended: now.suspended,
        };
    }
    if n.balance() > 0 {
        let due = pay_by(law, n);
        return Situation {
            who: "autuado".into(),
            due: due.as_ref().map(|d| d.due.date),
            counted: due.map(|d| d.words()).unwrap_or_default(),
            ..still(TO_PAY, "bad", "Multa a pagar".into())
        };
    }
    if n.balance() < 0 {
        let words = format!("Encerrado; a devolver {}", reais(n.balance().saturating_neg()));
        return Situation { who: "gestor".into(), ..still(TO_REFUND, "wait", words) };
    }
    let words = match (&n.penalty, n.payments.is_empty()) {
        (Some(p), false) if p.centavos.is_some() => "Encerrado: multa paga",
        _ => "Encerrado",
    };
    still(CLOSED, "ok", words.into())
}

/// An office of the law in words.
pub(super) fn who_words(who: &str) -> String {
    match who {
        "" => "—".into(),
        "fiscal" => "Fiscal".into(),
        "autoridade" => "Autoridade julgadora".into(),
        "jarit" | "junta" => "Junta de recursos".into(),
        "orgao" => "O órgão (balcão, fiscal ou autoridade)".into(),
        "autuado" => "O autuado".into(),
        "gestor" => "Gestor ou autoridade".into(),
        other => capital(other),
    }
}

/// An event of the rulebook in words.
pub(super) fn event_words(event: &str) -> String {
    match event {
        "lavratura" => "auto lavrado".into(),
        "ciencia" => "interessado ciente".into(),
        "defesa" => "defesa apresentada".into(),
        "decurso_defesa" => "prazo terminou sem defesa".into(),
        "decisao" => "decidido".into(),
        "ciencia_decisao" => "decisão comunicada".into(),
        "recurso" => "recurso apresentado".into(),
        "decurso_recurso" => "prazo terminou sem recurso".into(),
        "decisao_recurso" => "recurso julgado".into(),
        "arquivamento" => "arquivado".into(),
        "denuncia" => "denúncia recebida".into(),
        "abertura" => "processo aberto".into(),
        "conclusao" => "apuração concluída".into(),
        "portaria" => "portaria publicada".into(),
        other => other.replace('_', " "),
    }
}

/// A sum in words.
pub(super) fn reais(centavos: i64) -> String {
    Brl::from_centavos(centavos).to_string()
}

/// The name of whoever a matter is about, and the page of the file.
pub(super) fn subject_words(reg: &Registry, subject: &Subject) -> (String, String) {
    let name = crate::documents::subject_name(reg, subject).unwrap_or_else(|| "fora do cadastro".into());
    (name, crate::search::subject_href(subject))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_last_day_is_coloured_as_it_is_told() {
        let today = date(2026, 11, 30);
        assert_eq!(due_class(Some(date(2026, 11, 29)), today), "bad");
        assert_eq!(due_class(Some(date(2026, 12, 5)), today), "wait");
        assert_eq!(due_class(None, today), "");
        assert_eq!(event_words("decurso_defesa"), "prazo terminou sem defesa");
        assert_eq!(who_words("jarit"), "Junta de recursos");
    }
}
