//! A field for a fact of the rulebook: its type decides how it is typed, its label what it is called.

use law::Fact;
use law::fact::FactType;

use super::field::Field;

/// The field of a fact. Nothing here knows which municipality it is.
pub(crate) fn fact_field(fact: &Fact) -> Field {
    let name = format!("fato.{}", fact.id);
    let label = crate::words::capital(&fact.label);
    match &fact.kind {
        FactType::Bool => Field::yes_no(&name, &label),
        FactType::Int => {
            let field = Field::number(&name, &label);
            match &fact.unit {
                Some((_, many)) => field.hint(format!("número inteiro, em {many}")),
                None => field.hint("número inteiro"),
            }
        }
        FactType::Decimal => Field::number(&name, &label).hint("com vírgula nos decimais, como 1.234,56"),
        FactType::Date => Field::date(&name, &label),
        FactType::Enum(symbols) => Field::choice(
            &name,
            &label,
            symbols.iter().map(|(id, words)| (id.to_string(), words.clone())).collect(),
        ),
        FactType::Hour => Field::text(&name, &label).hint("hora do dia, como 22:30"),
        FactType::Text => Field::text(&name, &label),
    }
}
