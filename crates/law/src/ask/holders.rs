//! A title that several hold together.

use jiff::civil::Date;
use serde_json::{Map, Value as Json, json};

use super::answers::Answer;
use crate::grounds::{Grounds, Trace};
use crate::title::{Title, TitleAnswer, TitleHistory, TitleState};
use crate::{Facts, Id, Law};

/// How well a state serves: the worst decides when all must meet, the best when one is enough.
fn rank(state: TitleState) -> u8 {
    match state {
        TitleState::Valid => 0,
        TitleState::Undetermined => 1,
        TitleState::Blocked => 2,
        TitleState::Suspended => 3,
        TitleState::Expired => 4,
        TitleState::None => 5,
        TitleState::Revoked => 6,
        TitleState::Off => 7,
    }
}

/// The answer about a title held together; the facts of each holder are laid over the common ones.
pub(super) fn together(
    law: &Law,
    title: &Title,
    history: &TitleHistory,
    common: &Facts,
    holders: &[(Id, Facts)],
    on: Date,
) -> Json {
    let answers: Vec<(&Id, TitleAnswer)> = holders
        .iter()
        .map(|(name, own)| {
            let mut facts = common.clone();
            facts.extend(own);
            (name, law.title_state(title, history, &facts, on))
        })
        .collect();
    let mut trace = Trace::default();
    let all =
        title.co_holders.as_ref().is_none_or(|c| c.all_meet.on(law, on, &mut trace).copied().unwrap_or(true));
    let by = |a: &&(&Id, TitleAnswer)| rank(a.1.state);
    let decides = if all { answers.iter().max_by_key(by) } else { answers.iter().min_by_key(by) };
    let mut grounds = Grounds::default();
    answers.iter().for_each(|(_, a)| grounds.extend(&a.grounds));
    grounds.extend(&trace.grounds());
    let many = title.co_holders.as_ref().filter(|c| holders.len() > c.most as usize);
    let of_holders = decides.map_or(TitleState::None, |d| d.1.state);
    let too_many = many.is_some() && rank(of_holders) < rank(TitleState::Blocked);
    let state = if too_many { TitleState::Blocked } else { of_holders };
    // only those in the state that decides tell since when and until when
    let same: Vec<&TitleAnswer> = answers.iter().map(|(_, a)| a).filter(|a| a.state == state).collect();
    let until = same.iter().filter_map(|a| a.until);
    let until = if all { until.min() } else { until.max() };
    let mut failing: Vec<Id> = many.map(|_| Id::from("cotitulares")).into_iter().collect();
    let mut missing: Vec<Id> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    if let Some(c) = many {
        words.push(format!("são {} titulares; o máximo é {}", holders.len(), c.most));
    }
    for (name, a) in &answers {
        words.push(format!("{name}: {}", a.words));
        // where one is enough, what another lacks is no reason while one does
        if all || of_holders == TitleState::Blocked {
            failing.extend(a.failing.iter().filter(|f| !failing.contains(f)).cloned().collect::<Vec<_>>());
        }
        missing.extend(a.missing.iter().filter(|m| !missing.contains(m)).cloned().collect::<Vec<_>>());
    }
    let each: Map<String, Json> =
        answers.iter().map(|(n, a)| (n.to_string(), json!(a.state.keyword()))).collect();
    let since = same.iter().filter_map(|a| a.since).max();
    Answer::new()
        .set("estado", state.keyword())
        .date("desde", since)
        .date("ate", until)
        .names("falha", &failing)
        .names("falta", &missing)
        .names("fora_de_vigor", answers.iter().find_map(|(_, a)| a.off.as_ref()))
        .set("titulares", Json::Object(each))
        .grounds(law, &grounds, words.join("; "))
}
