//! What must hold, whatever was tried.

use registry::act::enforcement::PenaltyTag;
use registry::act::holders::Holding;
use registry::id::Subject;
use registry::queries::{PublicStatus, checklist, public_by_code, status};
use registry::{Act, ActKind, describe};

use crate::town::Town;

/// What must hold of the acts of one command, at the moment they are taken.
pub(super) fn check_acts(town: &Town, acts: &[Act]) {
    for act in acts {
        assert!(!describe(act, &town.law).is_empty());
        let granted = match &act.kind {
            ActKind::CredentialGranted(p) => Some((&p.driver, p.first, p.last)),
            ActKind::CredentialRenewed(p) => Some((&p.driver, p.first, p.last)),
            _ => None,
        };
        if let Some((driver, first, last)) = granted {
            let list = checklist(&town.reg, &town.law, &Subject::Driver(driver.clone()), town.today());
            assert_eq!(list.outcome, law::Outcome::Yes, "granted while a requirement fails: {list:?}");
            assert!(last.is_none_or(|l| l >= first));
        }
    }
}

/// What must hold of the state, always.
pub(super) fn check_state(town: &Town) {
    let (reg, today) = (&town.reg, town.today());
    assert_eq!(reg.head, u64::try_from(town.acts.len()).expect("few"));
    assert_eq!(reg.stray, Vec::<u64>::new(), "an act was lost");
    for (plate, ids) in &reg.index.plates {
        let active = ids.iter().filter(|id| reg.vehicles[*id].active(today)).count();
        assert!(active <= 1, "{active} active vehicles under {plate}");
    }
    for v in reg.vehicles.values() {
        let on: Vec<_> = v.assignments.iter().filter(|a| a.on(today)).collect();
        let rented = on.iter().any(|a| matches!(a.holding, Holding::Rented { .. }));
        assert!(!rented || on.len() == 1, "a rented vehicle with {} drivers", on.len());
    }
    for (id, n) in &reg.notices {
        if let Some(penalty) = &n.penalty {
            let decision = n.decision.as_ref().expect("no penalty before its decision");
            assert!(decision.upheld && decision.on <= today && n.annulled.is_none());
            if penalty.times > 1 {
                let fact = n.drawn.fact_at.date();
                let before = reg.notices.values().any(|o| {
                    o.drawn.id != *id
                        && o.drawn.offence == n.drawn.offence
                        && o.drawn.offender.is(&n.drawn.offender)
                        && o.annulled.is_none()
                        && o.penalty.as_ref().is_some_and(|p| p.kind == PenaltyTag::Fine)
                        && o.punished().is_some_and(|p| p < fact)
                });
                assert!(before, "a doubled fine without a punished one before: {n:?}");
            }
        }
        assert_eq!(reg.index.open_notices.contains(id), !n.settled());
    }
    for (id, credential) in &reg.credentials {
        let subject = Subject::Driver(credential.driver.clone());
        let answer = status(reg, &town.law, id, today);
        if credential.revoked.as_ref().is_some_and(|r| r.on <= today) {
            assert!(matches!(answer, PublicStatus::Revoked { .. }), "{answer:?}");
        } else if reg.suspension_on(&subject, today).is_some() {
            assert!(matches!(answer, PublicStatus::Suspended { .. }), "{answer:?}");
        } else if answer.good() {
            assert!(credential.covers(today));
        }
        let public =
            public_by_code(reg, &town.law, &credential.code, today).expect("every credential is found");
        assert_eq!(public.status, answer);
    }
    assert_eq!(reg.index.credential_numbers.len(), reg.credentials.len());
    assert_eq!(reg.index.notice_numbers.len(), reg.notices.len());
}
