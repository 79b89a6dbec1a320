//! Conditions: plain tables with exactly one comparator, or one of the joining words.

use law::Value;
use law::condition::{Comparator, Comparison, Condition, Operand};
use law::fact::{Fact, FactType};
use law::parameter::Parameter;

#[cfg(test)]
use crate::schema::Saw;
use crate::table::{Node, Readings, Table};

/// The names a condition may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'n> {
    pub(crate) facts: &'n law::Named<Fact>,
    pub(crate) parameters: &'n law::Named<Parameter>,
    pub(crate) readings: &'n Readings,
}

impl Names<'_> {
    /// Reads a condition.
    pub(crate) fn condition(&self, node: &Node<'_>) -> Option<Condition> {
        #[cfg(test)]
        node.faults.saw(node.value, Saw::Shared("condicao"));
        if node.is_table_with("conforme") {
            let (reading, options) = node.options(self.readings)?;
            let mut out = Vec::with_capacity(options.len());
            let count = options.len();
            for (answer, inner) in options {
                out.extend(self.condition(&inner).map(|c| (answer, c)));
            }
            return (out.len() == count).then_some(Condition::ByReading { reading, options: out });
        }
        let table = node.table()?;
        let condition = if let Some(parts) = table.get("todas") {
            self.list(&parts).map(Condition::All)
        } else if let Some(parts) = table.get("alguma") {
            self.list(&parts).map(Condition::Any)
        } else if let Some(inner) = table.get("nao") {
            self.condition(&inner).map(|c| Condition::Not(Box::new(c)))
        } else {
            self.comparison(&table).map(Condition::Compare)
        };
        table.close();
        condition
    }

    fn list(&self, node: &Node<'_>) -> Option<Vec<Condition>> {
        let items = node.list()?;
        let parts: Vec<Condition> = items.iter().filter_map(|n| self.condition(n)).collect();
        (parts.len() == items.len()).then_some(parts)
    }

    fn comparison(&self, table: &Table<'_>) -> Option<Comparison> {
        let name_node = table.need("fato");
        let found: Vec<(Comparator, Node<'_>)> =
            Comparator::ALL.iter().filter_map(|(word, c)| table.get(word).map(|n| (*c, n))).collect();
        let [(comparator, node)] = found.as_slice() else {
            let words: Vec<&str> = Comparator::ALL.iter().map(|(w, _)| *w).collect();
            table.fault(
                "E015",
                format!("uma comparação leva exatamente um comparador; aqui há {}", found.len()),
                format!("comparadores: {}", words.join(", ")),
            );
            return None;
        };
        let name_node = name_node?;
        let name = name_node.text()?;
        let Some(fact) = self.facts.get(name) else {
            name_node.unknown("E011", "o fato", name, &mut self.facts.keys().map(AsRef::as_ref));
            return None;
        };
        if !comparator.suits(&fact.kind) {
            node.fault(
                "E016",
                format!("“{}” não serve para {}", comparator.keyword(), fact.id),
                format!("o fato é do tipo {}", fact.kind.keyword()),
            );
            return None;
        }
        let operand = self.operand(*comparator, fact, node)?;
        Some(Comparison { fact: fact.id.clone(), comparator: *comparator, operand })
    }

    fn operand(&self, comparator: Comparator, fact: &Fact, node: &Node<'_>) -> Option<Operand> {
        use Comparator as C;
        #[cfg(test)]
        if !matches!(
            comparator,
            C::Known
                | C::ValidOn
                | C::ElapsedMoreThan
                | C::ElapsedAtLeast
                | C::ElapsedAtMost
                | C::OneOf
                | C::NoneOf
        ) {
            node.faults.saw(node.value, Saw::Shared("valor"));
        }
        match comparator {
            C::Known | C::ValidOn => {
                if node.boolean()? {
                    Some(Operand::None)
                } else {
                    node.fault(
                        "E017",
                        format!("“{}” só aceita true", comparator.keyword()),
                        "para o contrário use nao = { ... }",
                    );
                    None
                }
            }
            C::ElapsedMoreThan | C::ElapsedAtLeast | C::ElapsedAtMost => {
                let term = node.term()?;
                if term.unit == brasil::term::Unit::BusinessDay {
                    node.fault(
                        "E019",
                        "tempo decorrido não se conta em dias úteis",
                        "use dias, meses ou anos",
                    );
                    return None;
                }
                Some(Operand::Term(term))
            }
            C::OneOf | C::NoneOf => {
                let items = node.list()?;
                let values: Vec<Value> = items.iter().filter_map(|n| read_value(fact, n)).collect();
                (values.len() == items.len() && !values.is_empty()).then_some(Operand::Set(values))
            }
            _ if node.is_table_with("parametro") => {
                let table = node.table()?;
                let inner = table.need("parametro")?;
                table.close();
                let name = inner.text()?;
                match self.parameters.get(name) {
                    Some(p) => Some(Operand::Parameter(p.id.clone())),
                    None => {
                        inner.unknown(
                            "E014",
                            "o parâmetro",
                            name,
                            &mut self.parameters.keys().map(AsRef::as_ref),
                        );
                        None
                    }
                }
            }
            _ if node.is_table_with("prazo") => {
                if fact.kind != FactType::Date {
                    node.fault(
                        "E016",
                        "o fim de um prazo é uma data",
                        format!("o fato é do tipo {}", fact.kind.keyword()),
                    );
                    return None;
                }
                let table = node.table()?;
                let name = table.id("prazo");
                table.close();
                name.map(Operand::Window)
            }
            _ if node.is_table_with("fato") => {
                let table = node.table()?;
                let inner = table.need("fato")?;
                table.close();
                let name = inner.text()?;
                match self.facts.get(name) {
                    Some(f) if f.kind == fact.kind => Some(Operand::Fact(f.id.clone())),
                    Some(f) => {
                        let label =
                            format!("{} é {}, {} é {}", fact.id, fact.kind.keyword(), f.id, f.kind.keyword());
                        inner.fault("E016", "os dois fatos não são do mesmo tipo", label);
                        None
                    }
                    None => {
                        inner.unknown("E011", "o fato", name, &mut self.facts.keys().map(AsRef::as_ref));
                        None
                    }
                }
            }
            _ => read_value(fact, node).map(Operand::Value),
        }
    }
}

/// A value of the type of a fact.
pub(crate) fn read_value(fact: &Fact, node: &Node<'_>) -> Option<Value> {
    #[cfg(test)]
    node.faults.saw(node.value, Saw::FactValue);
    match &fact.kind {
        FactType::Bool => node.boolean().map(Value::Bool),
        FactType::Int => node.integer().map(Value::Int),
        FactType::Decimal => node.decimal().map(Value::Decimal),
        FactType::Date => node.date().map(Value::Date),
        FactType::Text => node.id().map(Value::Text),
        FactType::Enum(symbols) => {
            let text = node.text()?;
            let found = symbols.iter().find(|(s, _)| s.as_ref() == text);
            if found.is_none() {
                node.unknown(
                    "E017",
                    &format!("na lista de {}, o valor", fact.id),
                    text,
                    &mut symbols.iter().map(|(s, _)| s.as_ref()),
                );
            }
            found.map(|(s, _)| Value::Text(s.clone()))
        }
    }
}
