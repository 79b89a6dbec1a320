//! Coverage: every provision has rules on it, or says why it needs none.

use std::collections::BTreeSet;

use crate::{Id, Law};

/// What covers a provision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// These rules stand on it.
    Rules(Vec<String>),
    /// It needs none, and says why.
    NoRule(String),
    /// It is in the rulebook, but nothing stands on it and nothing says why.
    Bare,
    /// The rulebook does not have it.
    Absent,
}

impl Law {
    /// The names of all rules that stand on a provision.
    #[must_use]
    pub fn rules_on(&self, provision: &str) -> Vec<String> {
        let mut out: BTreeSet<String> = BTreeSet::new();
        self.each_rule(&mut |kind, id, base| {
            if base.iter().any(|b| b.as_ref() == provision) {
                out.insert(format!("{kind} {id}"));
            }
        });
        out.into_iter().collect()
    }

    /// What covers a provision.
    #[must_use]
    pub fn cover(&self, provision: &str) -> Cover {
        let Some(p) = self.provision(provision) else { return Cover::Absent };
        let rules = self.rules_on(provision);
        match (&p.no_rule, rules.is_empty()) {
            (_, false) => Cover::Rules(rules),
            (Some(n), true) => Cover::NoRule(format!("{}: {}", n.kind, n.why)),
            (None, true) => Cover::Bare,
        }
    }

    /// Calls a function on every rule: its kind, its name, the provisions it stands on.
    pub fn each_rule(&self, see: &mut dyn FnMut(&str, &Id, &[Id])) {
        self.requirements.values().for_each(|r| see("requisito", &r.id, &r.base));
        self.titles.values().for_each(|r| see("titulo", &r.id, &r.base));
        for d in self.deadlines.values() {
            see("prazo", &d.id, &d.base);
            d.pauses.iter().for_each(|p| see("prazo", &d.id, &p.base));
        }
        for c in self.classes.values() {
            see("classe", &c.id, &c.base);
            c.factors.iter().for_each(|f| see("classe", &c.id, &f.base));
        }
        for o in self.offences.values() {
            see("infracao", &o.code, &o.base);
            o.factors.iter().for_each(|f| see("infracao", &o.code, &f.base));
        }
        self.recidivism.values().for_each(|r| see("reincidencia", &r.id, &r.base));
        self.indexings.values().for_each(|r| see("correcao", &r.id, &r.base));
        for l in self.ladders.values() {
            see("escalada", &l.id, &l.base);
            l.steps.iter().for_each(|s| see("escalada", &l.id, &s.base));
        }
        self.windows.values().for_each(|w| w.each_base(&mut |b| see("calendario", &w.id, b)));
        self.transfers.values().for_each(|t| t.each_base(&mut |b| see("transferencia", &t.id, b)));
        self.concurrences.values().for_each(|r| see("concurso", &r.id, &r.base));
        self.services.values().for_each(|r| see("notificacao", &r.id, &r.base));
        self.competences.values().for_each(|r| see("competencia", &r.id, &r.base));
        for c in self.charges.values() {
            see("cobranca", &c.id, &c.base);
            c.parts.iter().flat_map(|p| &p.factors).for_each(|f| see("cobranca", &c.id, &f.base));
        }
        self.filings.values().for_each(|r| see("entrega", &r.id, &r.base));
        self.parameters.values().for_each(|r| see("parametro", &r.id, &r.base));
        self.bars.values().for_each(|r| see("trava", &r.id, &r.base));
        self.levies.values().for_each(|r| see("taxa", &r.id, &r.base));
        self.each_frame_rule(see);
        for m in self.measures.values() {
            see("medida", &m.id, &m.base);
            m.release.iter().for_each(|i| see("medida", &m.id, &i.base));
        }
        for p in self.processes.values() {
            see("processo", &p.id, &p.base);
            p.stages.iter().for_each(|s| see("processo", &p.id, &s.base));
            p.cap.iter().for_each(|c| see("processo", &p.id, &c.base));
            p.preclusions.iter().for_each(|c| see("processo", &p.id, &c.base));
        }
        for c in self.contents.values() {
            see("conteudo", &c.id, &c.base);
            c.items.iter().for_each(|i| see("conteudo", &c.id, &i.base));
        }
    }

    /// The same for limits, queues, stands, notices and the lives of titles.
    fn each_frame_rule(&self, see: &mut dyn FnMut(&str, &Id, &[Id])) {
        for a in self.accounts.values() {
            see("pontuacao", &a.id, &a.base);
            a.thresholds.iter().for_each(|t| see("pontuacao", &a.id, &t.base));
        }
        for p in self.payments.values() {
            see("pagamento", &p.id, &p.base);
            p.discounts.iter().for_each(|d| see("pagamento", &p.id, &d.base));
            p.arrears.iter().for_each(|a| see("pagamento", &p.id, &a.base));
            p.instalments.iter().for_each(|i| see("pagamento", &p.id, &i.base));
        }
        self.notices.values().for_each(|r| see("auto", &r.id, &r.base));
        for l in self.limits.values() {
            see("limite", &l.id, &l.base);
            l.exempt.iter().for_each(|x| see("limite", &l.id, &x.base));
        }
        for q in self.queues.values() {
            see("fila", &q.id, &q.base);
            q.order.all().into_iter().flatten().for_each(|c| see("fila", &q.id, &c.base));
            q.bypass.iter().for_each(|b| see("fila", &q.id, &b.base));
        }
        for s in self.stands.values() {
            see("ponto", &s.id, &s.base);
            s.quotas.iter().for_each(|x| see("ponto", &s.id, &x.base));
        }
        for t in self.titles.values() {
            t.transitions.iter().for_each(|x| see("titulo", &t.id, &x.base));
        }
    }
}
