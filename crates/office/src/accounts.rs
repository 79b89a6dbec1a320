//! Who may enter: users, passwords, sessions, and the brake on guessing.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use jiff::Timestamp;
use registry::{Actor, Role};
use store::{StoreError, User};

use crate::open::Office;
use crate::random;

/// How long a session lives without being used.
pub const SESSION_HOURS: i64 = 10;

/// Failures after which a login or an address must wait, and for how long they count.
const FAILURES_OF_LOGIN: u64 = 5;
const FAILURES_OF_ADDRESS: u64 = 30;
const WINDOW_MINUTES: i64 = 15;

const MINUTE: i64 = 60_000_000;
const HOUR: i64 = 60 * MINUTE;

/// Longest login.
const LONGEST_LOGIN: usize = 40;

/// Shortest password accepted.
const SHORTEST: usize = 10;

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Who acts.
    pub actor: Actor,
    /// What is typed to sign in.
    pub login: String,
    /// The secret that every form must send back.
    pub csrf: String,
}

/// Why somebody cannot sign in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The login or the password is wrong; which one is not told.
    #[error("usuário ou senha não conferem")]
    Wrong,
    /// Too many failures.
    #[error("muitas tentativas sem sucesso; espere {0} minutos e tente de novo")]
    Throttled(i64),
    /// The store failed.
    #[error("não consegui conferir agora; tente de novo")]
    Store(#[from] StoreError),
    /// The machine has no random source, or hashing failed.
    #[error("não consegui abrir a sessão nesta máquina")]
    Machine,
}

/// Why a user cannot be created or changed.
#[derive(Debug, thiserror::Error)]
pub enum UserFault {
    /// The password is too short.
    #[error("a senha precisa de ao menos {SHORTEST} caracteres")]
    ShortPassword,
    /// The login has other than letters, digits, `.`, `-`, `_`.
    #[error("o usuário leva de 2 a 40 letras minúsculas, números, ponto, hífen ou sublinhado")]
    BadLogin,
    /// The name is empty.
    #[error("falta o nome")]
    NoName,
    /// The old password does not match.
    #[error("a senha atual não confere")]
    WrongPassword,
    /// There is no such user.
    #[error("não há este usuário; volte à lista")]
    NoUser,
    /// Nobody would be left who can let people in.
    #[error("é preciso que reste um gestor ativo: dê antes o perfil a outra pessoa")]
    LastManager,
    /// The store failed or the login is taken.
    #[error("{}", .0.pt_br())]
    Store(#[from] StoreError),
    /// The machine has no random source, or hashing failed.
    #[error("não consegui guardar a senha nesta máquina")]
    Machine,
}

impl Office {
    /// Creates a user.
    ///
    /// # Errors
    /// What is wrong with the login, the name or the password; the login is taken; the store failed.
    pub async fn create_user(
        &self,
        login: &str,
        name: &str,
        role: Role,
        password: &str,
        at: Timestamp,
    ) -> Result<String, UserFault> {
        let login = login.trim().to_lowercase();
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-' | '_');
        if !(2..=LONGEST_LOGIN).contains(&login.len()) || !login.chars().all(fits) {
            return Err(UserFault::BadLogin);
        }
        if name.trim().is_empty() {
            return Err(UserFault::NoName);
        }
        let password_hash = self.hash(password).await?;
        let id = random::identifier(at.as_microsecond()).map_err(|_| UserFault::Machine)?;
        let user = User {
            id: id.clone(),
            login,
            name: name.trim().to_string(),
            role: role.name().to_string(),
            password_hash,
            active: true,
            created_at: at.as_microsecond(),
        };
        self.store.create_user(self.tenant, &user).await?;
        Ok(id)
    }

    async fn hash(&self, password: &str) -> Result<String, UserFault> {
        if password.chars().count() < SHORTEST {
            return Err(UserFault::ShortPassword);
        }
        let _place = self.hashing.acquire().await.map_err(|_| UserFault::Machine)?;
        let password = password.to_string();
        tokio::task::spawn_blocking(move || {
            Argon2::default().hash_password(password.as_bytes()).map(|h| h.to_string())
        })
        .await
        .map_err(|_| UserFault::Machine)?
        .map_err(|_| UserFault::Machine)
    }

    async fn verify(&self, password: &str, hash: &str) -> Result<bool, SignInError> {
        let _place = self.hashing.acquire().await.map_err(|_| SignInError::Machine)?;
        let (password, hash) = (password.to_string(), hash.to_string());
        tokio::task::spawn_blocking(move || {
            PasswordHash::new(&hash)
                .is_ok_and(|h| Argon2::default().verify_password(password.as_bytes(), &h).is_ok())
        })
        .await
        .map_err(|_| SignInError::Machine)
    }

    /// Signs somebody in. Returns the token for the browser.
    ///
    /// # Errors
    /// A wrong login or password (which one is not told, and both take as long), too many failures, a failing store.
    pub async fn sign_in(
        &self,
        login: &str,
        password: &str,
        address: &str,
        at: Timestamp,
    ) -> Result<String, SignInError> {
        let now = at.as_microsecond();
        // no login is longer, and what is tried is kept
        let login: String = login.trim().to_lowercase().chars().take(LONGEST_LOGIN + 1).collect();
        let since = now - WINDOW_MINUTES * MINUTE;
        let of_login = self.store.failures_of_login(self.tenant, &login, since).await?;
        let of_address = self.store.failures_of_address(self.tenant, address, since).await?;
        if of_login >= FAILURES_OF_LOGIN || of_address >= FAILURES_OF_ADDRESS {
            return Err(SignInError::Throttled(WINDOW_MINUTES));
        }
        let found = self.store.user_by_login(self.tenant, &login).await?.filter(|u| u.active);
        // An unknown login is checked against a hash all the same, so that the time taken tells nothing.
        let hash = found.as_ref().map_or(NOBODY, |u| u.password_hash.as_str());
        let right = self.verify(password, hash).await?;
        let user = found.filter(|_| right);
        let id = random::identifier(now).map_err(|_| SignInError::Machine)?;
        let attempt = store::Attempt { id: &id, login: &login, address, at: now, succeeded: user.is_some() };
        self.store.record_attempt(self.tenant, attempt).await?;
        let Some(user) = user else { return Err(SignInError::Wrong) };
        let token = random::token().map_err(|_| SignInError::Machine)?;
        let csrf = random::token().map_err(|_| SignInError::Machine)?;
        let session = store::NewSession {
            token: token.as_bytes(),
            user: &user.id,
            csrf: &csrf,
            created_at: now,
            expires_at: now + SESSION_HOURS * HOUR,
        };
        self.store.begin_session(self.tenant, session).await?;
        Ok(token)
    }

    /// Who a token belongs to, while the session lives. Using it keeps it alive.
    ///
    /// # Errors
    /// The store failed.
    pub async fn session(&self, token: &str, at: Timestamp) -> Result<Option<SignedIn>, StoreError> {
        let now = at.as_microsecond();
        let Some(session) = self.store.session(self.tenant, token.as_bytes(), now).await? else {
            return Ok(None);
        };
        let Some(role) = Role::from_name(&session.user.role).filter(|_| session.user.active) else {
            return Ok(None);
        };
        // once a minute is enough to keep it alive, and spares the disk
        if now - session.last_seen > MINUTE {
            self.store.touch_session(self.tenant, token.as_bytes(), now, now + SESSION_HOURS * HOUR).await?;
        }
        Ok(Some(SignedIn {
            actor: Actor { id: session.user.id, name: session.user.name, role },
            login: session.user.login,
            csrf: session.csrf,
        }))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// The store failed.
    pub async fn sign_out(&self, token: &str) -> Result<(), StoreError> {
        self.store.end_session(self.tenant, token.as_bytes()).await.map(|_| ())
    }

    /// Changes one's own password. Every session of the user ends.
    ///
    /// # Errors
    /// The old password does not match, the new one is too short, the store failed.
    pub async fn change_password(&self, user: &str, old: &str, new: &str) -> Result<(), UserFault> {
        let found = self.store.user(self.tenant, user).await?;
        let hash = found.map_or_else(|| NOBODY.to_string(), |u| u.password_hash);
        if !self.verify(old, &hash).await.map_err(|_| UserFault::Machine)? {
            return Err(UserFault::WrongPassword);
        }
        let hash = self.hash(new).await?;
        self.store.set_password(self.tenant, user, &hash).await?;
        self.store.end_sessions_of(self.tenant, user).await?;
        Ok(())
    }

    /// Changes somebody's name, role and whether they may come in. Their sessions end, so that it counts at once.
    ///
    /// # Errors
    /// The name is empty, there is no such user, nobody would be left to manage users, the store failed.
    pub async fn change_user(
        &self,
        user: &str,
        name: &str,
        role: Role,
        active: bool,
    ) -> Result<(), UserFault> {
        if name.trim().is_empty() {
            return Err(UserFault::NoName);
        }
        let users = self.users().await?;
        let manages = |u: &&User| u.active && u.role == Role::Manager.name();
        if !users.iter().any(|u| u.id == user) {
            return Err(UserFault::NoUser);
        }
        let stays = active && role == Role::Manager;
        if !stays && !users.iter().filter(manages).any(|u| u.id != user) {
            return Err(UserFault::LastManager);
        }
        self.store.change_user(self.tenant, user, name.trim(), role.name(), active).await?;
        Ok(())
    }

    /// Gives somebody a new password, when the old one is forgotten. Their sessions end.
    ///
    /// # Errors
    /// There is no such user, the password is too short, the store failed.
    pub async fn reset_password(&self, user: &str, password: &str) -> Result<(), UserFault> {
        let hash = self.hash(password).await?;
        if self.store.set_password(self.tenant, user, &hash).await? { Ok(()) } else { Err(UserFault::NoUser) }
    }

    /// The users of the office.
    ///
    /// # Errors
    /// The store failed.
    pub async fn users(&self) -> Result<Vec<User>, StoreError> {
        self.store.users(self.tenant).await
    }
}

/// The hash of no password anybody has, with the usual cost.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$\
    UG9ydGEgZmVjaGFkYSBwYXJhIG5pbmd1ZW0gZW50cmE";
