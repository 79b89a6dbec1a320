//! What a parameter is worth on a day, as a number, with the yearly corrections that reach it.

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::grounds::Trace;
use crate::indexing::MissingIndex;
use crate::{Id, Law, Value};

impl Law {
    /// The value of a parameter on a day.
    ///
    /// # Errors
    /// The parameter, or the index that corrects it, that has no value on the day, and who can tell it.
    pub fn worth(&self, id: &Id, on: Date, trace: &mut Trace) -> Result<Decimal, MissingIndex> {
        let Some(parameter) = self.parameter(id) else {
            return Err((id.clone(), format!("o parâmetro {id} não foi declarado")));
        };
        let Some(dated) = parameter.on(on) else { return Err((id.clone(), parameter.missing(on))) };
        let known = match &dated.value {
            Value::Decimal(d) => *d,
            Value::Int(i) => Decimal::from(*i),
            _ => return Err((id.clone(), format!("o valor de {id} não é um número"))),
        };
        let value = match self.correction_of(id, on, trace) {
            // a value told for a day already holds the corrections before it
            Some(indexing) => self.corrected(indexing, known, dated.since, on, trace)?,
            None => known,
        };
        trace.used(id, &Value::Decimal(value));
        Ok(value)
    }

    /// The value of a parameter on a day, when it is known.
    #[must_use]
    pub fn number(&self, parameter: &str, on: Date) -> Option<Decimal> {
        self.worth(&parameter.into(), on, &mut Trace::default()).ok()
    }
}
