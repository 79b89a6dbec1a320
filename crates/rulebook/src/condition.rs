//! Conditions: plain tables with exactly one comparator, or one of the joining words.

use law::Value;
use law::condition::{Comparator, Comparison, Condition, Operand, WEEKDAYS};
use law::eligibility::Requirement;
use law::fact::{Fact, FactType};
use law::parameter::Parameter;
use rust_decimal::Decimal;

use crate::diagnostic::Typed;
#[cfg(test)]
use crate::schema::Saw;
use crate::table::{Node, Readings, Table};

/// The names a condition may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'n> {
    pub(crate) facts: &'n law::Named<Fact>,
    pub(crate) parameters: &'n law::Named<Parameter>,
    pub(crate) readings: &'n Readings,
    /// The requirements whose condition may be named, once they are read.
    pub(crate) requirements: Option<&'n indexmap::IndexMap<law::Id, Requirement>>,
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
            return (out.len() == count)
                .then_some(Condition::ByReading { reading: reading.into(), options: out });
        }
        let table = node.table()?;
        let condition = if let Some(parts) = table.get("todas") {
            self.list(&parts).map(Condition::All)
        } else if let Some(parts) = table.get("alguma") {
            self.list(&parts).map(Condition::Any)
        } else if let Some(inner) = table.get("nao") {
            self.condition(&inner).map(|c| Condition::Not(Box::new(c)))
        } else if let Some(named) = table.get("requisito") {
            self.requirement(&named)
        } else if let Some(hours) = table.get("entre_horas") {
            self.hours(&table, &hours)
        } else {
            self.comparison(&table).map(Condition::Compare)
        };
        table.close();
        condition
    }

    /// `{ requisito = "veiculo.laudo" }`: the condition of a requirement, where it applies.
    fn requirement(&self, node: &Node<'_>) -> Option<Condition> {
        let name = node.text()?;
        let Some(known) = self.requirements else {
            let label = "escreva aqui a condição dele";
            node.fault("E015", "um requisito não se define por outro", label);
            return None;
        };
        let Some(r) = known.get(name) else {
            node.unknown("E018", "o requisito", name, &mut known.keys().map(AsRef::as_ref));
            return None;
        };
        Some(match &r.applies {
            None => r.demands.clone(),
            Some(applies) => {
                Condition::Any(vec![Condition::Not(Box::new(applies.clone())), r.demands.clone()])
            }
        })
    }

    fn list(&self, node: &Node<'_>) -> Option<Vec<Condition>> {
        let items = node.list()?;
        let parts: Vec<Condition> = items.iter().filter_map(|n| self.condition(n)).collect();
        (parts.len() == items.len()).then_some(parts)
    }

    /// `{ fato = "corrida.hora", entre_horas = ["22:00", "06:00"] }`: from the first hour, included, to the second, left out;
    /// past midnight when the second is the earlier one.
    fn hours(&self, table: &Table<'_>, node: &Node<'_>) -> Option<Condition> {
        let fact = self.named(&table.need("fato")?)?;
        if fact.kind != FactType::Hour {
            let label = format!("o fato é do tipo {}", fact.kind.keyword());
            node.fault("E016", format!("“entre_horas” não serve para {}", fact.id), label);
            return None;
        }
        let items = node.list()?;
        let ends: Vec<Value> = items.iter().filter_map(|n| read_value(fact, n)).collect();
        let [from, to] = ends.as_slice() else {
            if ends.len() == items.len() {
                node.fault(
                    "E019",
                    "entre horas são duas: a primeira e a última",
                    "escreva [\"22:00\", \"06:00\"]",
                );
            }
            return None;
        };
        let compare = |comparator, limit: &Value| {
            let operand = Operand::Value(limit.clone());
            Condition::Compare(Comparison { fact: fact.id.clone().into(), comparator, operand })
        };
        let parts = vec![compare(Comparator::AtLeast, from), compare(Comparator::LessThan, to)];
        match from.cmp(to) {
            std::cmp::Ordering::Less => Some(Condition::All(parts)),
            std::cmp::Ordering::Greater => Some(Condition::Any(parts)),
            std::cmp::Ordering::Equal => {
                node.fault(
                    "E019",
                    "as duas horas são a mesma",
                    "de uma hora a ela mesma não há tempo nenhum",
                );
                None
            }
        }
    }

    /// A fact by the name in a node.
    fn named(&self, node: &Node<'_>) -> Option<&Fact> {
        let name = node.text()?;
        let found = self.facts.get(name);
        if found.is_none() {
            node.unknown("E011", "o fato", name, &mut self.facts.keys().map(AsRef::as_ref));
        }
        found
    }

    fn comparison(&self, table: &Table<'_>) -> Option<Comparison> {
        let name_node = table.need("fato");
        let until = table.get("ate_a_data_de");
        let found: Vec<(Comparator, Node<'_>)> =
            Comparator::ALL.iter().filter_map(|(word, c)| table.get(word).map(|n| (*c, n))).collect();
        let [(comparator, node)] = found.as_slice() else {
            let mut words: Vec<&str> = Comparator::ALL.iter().map(|(w, _)| *w).collect();
            words.push("entre_horas");
            // a word that no condition has is told where it stands
            if found.len() > 1 || !table.has_unread() {
                table.fault(
                    "E015",
                    format!("uma comparação leva exatamente um comparador; aqui há {}", found.len()),
                    format!("comparadores: {}", words.join(", ")),
                );
            }
            return None;
        };
        let fact = self.named(&name_node?)?;
        if !comparator.suits(&fact.kind) {
            node.fault(
                "E016",
                format!("“{}” não serve para {}", comparator.keyword(), fact.id),
                format!("o fato é do tipo {}", fact.kind.keyword()),
            );
            return None;
        }
        let mut operand = self.operand(*comparator, fact, node)?;
        if let Some(until) = until {
            let day = self.named(&until)?;
            operand = match (operand, &day.kind) {
                (Operand::Term(term), FactType::Date) => Operand::TermTo(term, day.id.clone()),
                (Operand::Deadline(name), FactType::Date) => Operand::DeadlineTo(name, day.id.clone()),
                _ => {
                    let label = "serve aos três decorrido_* e a dentro_do_prazo, e o outro fato é uma data";
                    until.fault("E016", "“ate_a_data_de” não serve aqui", label);
                    return None;
                }
            };
        }
        Some(Comparison { fact: fact.id.clone().into(), comparator: *comparator, operand })
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
                | C::InTime
                | C::Weekday
                | C::BusinessDay
                | C::Holiday
                | C::Season
        ) {
            node.faults.saw(node.value, Saw::Shared("valor"));
        }
        match comparator {
            C::Known | C::ValidOn | C::BusinessDay | C::Holiday => {
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
                Some(Operand::Term(node.calendar_term()?))
            }
            C::InTime => node.id().map(Operand::Deadline),
            C::Season => season(node),
            C::Weekday => {
                let items = node.list().filter(|_| node.not_empty())?;
                let words: Vec<(&'static str, &'static str)> =
                    WEEKDAYS.iter().map(|(w, _)| (*w, *w)).collect();
                let days: Vec<Value> =
                    items.iter().filter_map(|n| n.word(&words)).map(|w| Value::Text(w.into())).collect();
                (days.len() == items.len()).then_some(Operand::Set(days))
            }
            C::OneOf | C::NoneOf => {
                let items = node.list().filter(|_| node.not_empty())?;
                let values: Vec<Value> = items.iter().filter_map(|n| read_value(fact, n)).collect();
                (values.len() == items.len()).then_some(Operand::Set(values))
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
                let times = multiple(&table)?;
                table.close();
                let name = inner.text()?;
                let number = |f: &Fact| matches!(f.kind, FactType::Int | FactType::Decimal);
                match (self.facts.get(name), times) {
                    (Some(f), Some(times)) if number(f) && number(fact) => {
                        Some(Operand::Multiple(times, f.id.clone()))
                    }
                    (Some(f), Some(_)) => {
                        let label =
                            format!("{} é {}, {} é {}", fact.id, fact.kind.keyword(), f.id, f.kind.keyword());
                        inner.fault("E016", "só um número tem múltiplo", label);
                        None
                    }
                    (Some(f), None) if f.kind == fact.kind || number(f) && number(fact) => {
                        Some(Operand::Fact(f.id.clone()))
                    }
                    (Some(f), None) => {
                        let label =
                            format!("{} é {}, {} é {}", fact.id, fact.kind.keyword(), f.id, f.kind.keyword());
                        inner.fault("E016", "os dois fatos não são do mesmo tipo", label);
                        None
                    }
                    (None, _) => {
                        inner.unknown("E011", "o fato", name, &mut self.facts.keys().map(AsRef::as_ref));
                        None
                    }
                }
            }
            _ => read_value(fact, node).map(Operand::Value),
        }
    }
}

/// `vezes` or `por_cento` beside a fact: so many times it. The outer none is a fault, the inner none the fact itself.
#[allow(clippy::option_option, reason = "a fault is not the same as a key that is not there")]
fn multiple(table: &Table<'_>) -> Option<Option<Decimal>> {
    let (times, percent) = (table.get("vezes"), table.get("por_cento"));
    let (node, parts) = match (times, percent) {
        (None, None) => return Some(None),
        (Some(times), None) => (times, Decimal::ONE),
        (None, Some(percent)) => (percent, Decimal::ONE_HUNDRED),
        (Some(_), Some(_)) => {
            table.fault("E015", "ou `vezes` ou `por_cento`, e não os dois", "escolha um");
            return None;
        }
    };
    let number = node.decimal()?;
    // what a column holds is compared in whole numbers: neither side may pass what they can hold
    let label = if number <= Decimal::ZERO {
        "escreva um número maior que zero"
    } else if number > Decimal::from(1_000_000_000) {
        "o número é grande demais: escreva até 1000000000"
    } else if number.normalize().scale() > 4 {
        "escreva até quatro casas decimais"
    } else {
        return number.checked_div(parts).map(Some);
    };
    node.fault("E019", "múltiplo que não se pode usar", format!("encontrei {number}; {label}"));
    None
}

/// `["12-15", "01-15"]`: from one day of the year to another, both included, past the end of the year when the second is the
/// earlier one.
fn season(node: &Node<'_>) -> Option<Operand> {
    let items = node.list()?;
    let ends: Vec<(i8, i8)> = items.iter().filter_map(Node::leap_month_day).collect();
    let [from, to] = ends.as_slice() else {
        if ends.len() == items.len() {
            let label = "escreva mês e dia, [\"12-01\", \"12-31\"]";
            node.fault("E019", "entre dias são dois: o primeiro e o último", label);
        }
        return None;
    };
    Some(Operand::Season(*from, *to))
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
        FactType::Hour => {
            let found = law::fact::minutes(node.text()?);
            if found.is_none() {
                node.fault("E019", "hora que não se pode ler", "escreva, por exemplo, \"22:30\"");
            }
            found.map(Value::Int)
        }
        FactType::Enum(symbols) => {
            let text = node.text()?;
            node.read_as(|| Typed::Word(symbols.iter().map(|(s, _)| s.to_string()).collect()));
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
