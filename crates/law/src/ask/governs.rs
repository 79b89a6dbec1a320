//! Which day's law a question is answered by.

use jiff::civil::Date;
use serde_json::Value as Json;

/// The day whose law answers a question: that of the fact for offences, that from which a deadline or a period runs, that
/// of the event or of the order, otherwise the day asked about. None when the question names no day of its own: it is
/// then about the norm's own days.
#[must_use]
pub fn governing_day(question: &Json) -> Option<Date> {
    let text = |key: &str| question.get(key).and_then(Json::as_str);
    // a moment is a day with its hour
    let day = |key: &str| text(key).and_then(|t| t.get(..10)).and_then(|t| t.parse::<Date>().ok());
    match text("tipo")? {
        "penalidade" | "concurso" | "auto" => day("fato"),
        "prazo" => day("de"),
        "entrega" => {
            let period = || format!("{}-01", text("competencia")?).parse().ok();
            day("fixado").or_else(period).or_else(|| day("de"))
        }
        "pagamento" => day("disponivel"),
        "trava" => day("evento"),
        "medida" => day("ordem").or_else(|| day("em")),
        "taxa" => {
            let year = question.get("ano").and_then(Json::as_i64).and_then(|y| i16::try_from(y).ok())?;
            Date::new(year, 1, 1).ok()
        }
        _ => day("em"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use serde_json::json;

    #[test]
    fn the_day_is_that_of_the_fact_of_the_anchor_or_of_the_question() {
        let day = |q: Json| governing_day(&q);
        let fact = json!({ "tipo": "penalidade", "fato": "2025-03-10", "decidida": "2027-01-02" });
        assert_eq!(day(fact), Some(date(2025, 3, 10)));
        assert_eq!(
            day(json!({ "tipo": "prazo", "de": "2025-03-07T10:00", "em": "2025-04-01" })),
            Some(date(2025, 3, 7))
        );
        assert_eq!(day(json!({ "tipo": "entrega", "competencia": "2025-02" })), Some(date(2025, 2, 1)));
        assert_eq!(day(json!({ "tipo": "taxa", "ano": 2026 })), Some(date(2026, 1, 1)));
        assert_eq!(
            day(json!({ "tipo": "trava", "evento": "2025-01-01", "em": "2028-01-01" })),
            Some(date(2025, 1, 1))
        );
        assert_eq!(
            day(json!({ "tipo": "titulo", "em": "2025-01-02", "concedido": "2020-01-01" })),
            Some(date(2025, 1, 2))
        );
        assert_eq!(day(json!({ "tipo": "prazo", "prazo": "cadastro" })), None);
    }
}
