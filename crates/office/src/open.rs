//! The office itself: opening, deciding, reading.

use std::sync::{Arc, RwLock, RwLockReadGuard};

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil::Date};
use law::Law;
use ledger::Draft;
use registry::act::{ActBytes, ActError};
use registry::{Act, Actor, Command, Context, Refusal, Registry};
use store::{AppendError, Store, StoreError};
use tokio::sync::Mutex;

use crate::moment::Moment;
use crate::random;

/// How often a decision is made again when another server appended first.
const ATTEMPTS: u32 = 5;

/// What readers see: the state after the last act, under the law with the municipality's own setting.
#[derive(Debug)]
pub struct Working {
    /// The state.
    pub registry: Registry,
    /// The law, with the setting laid over it.
    pub law: Arc<Law>,
}

/// One municipality open for work.
#[derive(Debug)]
pub struct Office {
    pub(crate) store: Store,
    pub(crate) tenant: u32,
    rulebook: Law,
    zone: TimeZone,
    working: RwLock<Working>,
    turn: Mutex<()>,
    /// Password hashing takes much memory on purpose; only so many at a time.
    pub(crate) hashing: tokio::sync::Semaphore,
}

/// Why an office cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An act cannot be read.
    #[error("o ato {number} não pode ser lido: {source}")]
    Act {
        /// Its number.
        number: u64,
        /// What is wrong.
        #[source]
        source: ActError,
    },
    /// The municipality's own setting does not fit the rulebook.
    #[error("o que o Município registrou não cabe no livro de regras: {0}")]
    Setting(String),
    /// The time zone of the rulebook does not exist.
    #[error("o fuso “{0}” do livro de regras não existe")]
    Zone(String),
}

/// What a command came to.
#[derive(Clone, Debug)]
pub struct Done {
    /// The acts, each with its number.
    pub acts: Vec<(u64, Act)>,
}

/// Why a command came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// The law or the state says no.
    #[error("recusado")]
    Refused(Box<Refusal>),
    /// Too many others wrote at the same time.
    #[error("muita gente gravou ao mesmo tempo; tente de novo")]
    Busy,
    /// The disk or the database failed; nothing was recorded.
    #[error("não consegui gravar; nada foi registrado")]
    Append(#[from] AppendError),
    /// Acts could not be caught up with.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// An act could not be written as bytes.
    #[error(transparent)]
    Act(#[from] ActError),
    /// The machine has no random source.
    #[error(transparent)]
    Random(#[from] random::NoRandom),
}

impl Office {
    /// Opens an office: replays its acts. The rulebook says which municipality it is.
    ///
    /// # Errors
    /// The store fails, or an act cannot be read.
    pub async fn open(store: Store, rulebook: Law) -> Result<Self, OpenError> {
        let tenant = rulebook.norm.ibge;
        let zone =
            TimeZone::get(&rulebook.norm.zone).map_err(|_| OpenError::Zone(rulebook.norm.zone.clone()))?;
        // Folded as they come, so that a long history is never held twice.
        let mut registry = Registry::new();
        let mut fault = None;
        store
            .replay(tenant, 0, |stored| {
                if fault.is_some() {
                    return;
                }
                match decoded(&stored) {
                    Ok(act) => fold(&mut registry, stored.number, act.as_ref()),
                    Err(e) => fault = Some(e),
                }
            })
            .await?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let working = Working { registry, law: Arc::new(rulebook.clone()) };
        let office = Self {
            store,
            tenant,
            rulebook,
            zone,
            working: RwLock::new(working),
            turn: Mutex::new(()),
            hashing: tokio::sync::Semaphore::new(2),
        };
        let law = Arc::new(office.law_of(&office.read().registry)?);
        office.working.write().unwrap_or_else(std::sync::PoisonError::into_inner).law = law;
        Ok(office)
    }

    /// What readers see now. Hold it only while a page is being made, never across a wait.
    pub fn read(&self) -> RwLockReadGuard<'_, Working> {
        // A writer that panicked cannot have left the state half changed: `apply` is total, and nothing else writes.
        self.working.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The municipality's IBGE code.
    #[must_use]
    pub fn tenant(&self) -> u32 {
        self.tenant
    }

    /// The store, for what is not law: backups, verification.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// An instant as it is counted here.
    #[must_use]
    pub fn moment(&self, at: Timestamp) -> Moment {
        Moment::new(at, &self.zone)
    }

    /// Decides a command and, unless it is refused, records it. When this returns, the acts are on the disk.
    ///
    /// # Errors
    /// The refusal with its reasons; or the store failed, and nothing was recorded.
    pub async fn execute(
        &self,
        actor: &Actor,
        command: &Command,
        at: Timestamp,
    ) -> Result<Done, ExecuteError> {
        self.execute_all(actor, std::slice::from_ref(command), at).await
    }

    /// Decides several commands, each on the state after the one before, and records them together: all or none.
    ///
    /// # Errors
    /// The first refusal; or the store failed, and nothing was recorded.
    pub async fn execute_all(
        &self,
        actor: &Actor,
        commands: &[Command],
        at: Timestamp,
    ) -> Result<Done, ExecuteError> {
        let _turn = self.turn.lock().await;
        for _ in 0..ATTEMPTS {
            let (head, acts) = self.decide(actor, commands, at)?;
            if acts.is_empty() {
                return Ok(Done { acts: Vec::new() });
            }
            let drafts = acts.iter().map(draft).collect::<Result<Vec<Draft>, ExecuteError>>()?;
            match self.store.append(self.tenant, head, &drafts).await {
                Ok(_) => return Ok(self.apply(head, acts)),
                // another server wrote first: see its acts and decide again
                Err(AppendError::Conflict { .. }) => self.catch_up().await?,
                Err(e) => return Err(e.into()),
            }
        }
        Err(ExecuteError::Busy)
    }

    fn decide(
        &self,
        actor: &Actor,
        commands: &[Command],
        at: Timestamp,
    ) -> Result<(u64, Vec<Act>), ExecuteError> {
        let moment = self.moment(at);
        let working = self.read();
        let head = working.registry.head;
        if let [only] = commands {
            let context = context(moment, actor)?;
            let acts = registry::decide(&working.registry, &working.law, only, &context)
                .map_err(|r| ExecuteError::Refused(Box::new(r)))?;
            return Ok((head, acts));
        }
        let mut registry = working.registry.clone();
        let mut law = Arc::clone(&working.law);
        drop(working);
        let mut all = Vec::new();
        for command in commands {
            let context = context(moment, actor)?;
            let acts = registry::decide(&registry, &law, command, &context)
                .map_err(|r| ExecuteError::Refused(Box::new(r)))?;
            let laid_over = registry.laid_over.clone();
            for act in acts {
                let number = registry.head + 1;
                registry::apply(&mut registry, number, &act);
                all.push(act);
            }
            if registry.laid_over != laid_over {
                law = Arc::new(self.law_of(&registry)?);
            }
        }
        Ok((head, all))
    }

    fn apply(&self, head: u64, acts: Vec<Act>) -> Done {
        let mut working = self.working.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let before = working.registry.laid_over.clone();
        let mut done = Vec::with_capacity(acts.len());
        for (number, act) in (head + 1..).zip(acts) {
            registry::apply(&mut working.registry, number, &act);
            done.push((number, act));
        }
        if working.registry.laid_over != before
            // `decide` admits only what the rulebook has, so this cannot fail; if it did, the old law stays
            && let Ok(law) = self.law_of(&working.registry)
        {
            working.law = Arc::new(law);
        }
        Done { acts: done }
    }

    /// Applies the acts that other servers appended.
    ///
    /// # Errors
    /// The store fails, or an act cannot be read.
    pub async fn catch_up(&self) -> Result<(), OpenError> {
        let from = self.read().registry.head;
        let mut acts = Vec::new();
        let mut fault = None;
        self.store
            .replay(self.tenant, from, |stored| {
                if fault.is_some() {
                    return;
                }
                match decoded(&stored) {
                    Ok(act) => acts.push((stored.number, act)),
                    Err(e) => fault = Some(e),
                }
            })
            .await?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        if acts.is_empty() {
            return Ok(());
        }
        let mut working = self.working.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (number, act) in &acts {
            if *number > working.registry.head {
                fold(&mut working.registry, *number, act.as_ref());
            }
        }
        working.law = Arc::new(self.law_of(&working.registry)?);
        Ok(())
    }

    fn law_of(&self, registry: &Registry) -> Result<Law, OpenError> {
        self.rulebook.with(&registry.laid_over.setting()).map_err(|faults| {
            OpenError::Setting(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        })
    }

    /// Does what time alone demands today: periods that ran out, each on its own.
    ///
    /// # Errors
    /// The store fails.
    pub async fn tick(&self, at: Timestamp) -> Result<Done, ExecuteError> {
        let system = Actor { id: "sistema".into(), name: "Sistema".into(), role: registry::Role::System };
        self.execute(&system, &Command::Tick, at).await
    }

    /// The date here.
    #[must_use]
    pub fn today(&self, at: Timestamp) -> Date {
        self.moment(at).today
    }
}

/// A stored act as the registry knows it; none when its payload was erased.
fn decoded(stored: &ledger::Act) -> Result<Option<Act>, OpenError> {
    let act = bytes(stored).map(|b| registry::act::decode(&b)).transpose();
    act.map_err(|source| OpenError::Act { number: stored.number, source })
}

/// Folds an act into the state. What an erased act said is gone on purpose; its place in the chain is not.
fn fold(registry: &mut Registry, number: u64, act: Option<&Act>) {
    match act {
        Some(act) => registry::apply(registry, number, act),
        None => registry.head = number,
    }
}

fn context(moment: Moment, actor: &Actor) -> Result<Context, random::NoRandom> {
    let mut fresh = Vec::with_capacity(Context::WANTED);
    let mut codes = Vec::with_capacity(Context::WANTED);
    for _ in 0..Context::WANTED {
        fresh.push(random::identifier(moment.micros)?);
        codes.push(random::code()?);
    }
    Ok(Context {
        at_micros: moment.micros,
        today: moment.today,
        time: moment.time,
        actor: actor.clone(),
        fresh,
        codes,
    })
}

fn draft(act: &Act) -> Result<Draft, ExecuteError> {
    let b = registry::act::encode(act)?;
    Ok(Draft {
        kind: b.kind,
        version: b.version,
        recorded_at: b.recorded_at,
        effective_on: b.effective_on,
        actor: b.actor,
        role: b.role,
        basis: b.basis,
        salt: random::bytes()?,
        payload: b.payload,
    })
}

fn bytes(stored: &ledger::Act) -> Option<ActBytes> {
    Some(ActBytes {
        kind: stored.kind.clone(),
        version: stored.version,
        recorded_at: stored.recorded_at,
        effective_on: stored.effective_on.clone(),
        actor: stored.actor.clone(),
        role: stored.role.clone(),
        basis: stored.basis.clone(),
        payload: stored.payload.clone()?,
    })
}
