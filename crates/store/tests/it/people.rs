//! Users, sessions, attempts to sign in.

use store::{Attempt, NewSession, StoreError};

use crate::engines::{OTHER, TENANT, on_each, user};

const TOKEN: &[u8] = b"0123456789abcdef0123456789abcdef";

fn session(user: &str) -> NewSession<'_> {
    NewSession { token: TOKEN, user, csrf: "segredo", created_at: 100, expires_at: 200 }
}

#[tokio::test]
async fn users_are_found_by_id_and_login_and_listed() {
    on_each(async |fresh| {
        let store = &fresh.store;
        store.create_user(TENANT, &user("b")).await.unwrap();
        store.create_user(TENANT, &user("a")).await.unwrap();
        assert_eq!(store.user(TENANT, "a").await.unwrap(), Some(user("a")));
        assert_eq!(store.user_by_login(TENANT, "a.login").await.unwrap(), Some(user("a")));
        assert_eq!(store.user(OTHER, "a").await.unwrap(), None);
        assert_eq!(store.users(TENANT).await.unwrap(), [user("a"), user("b")]);
        assert!(!format!("{:?}", user("a")).contains("argon2"));
    })
    .await;
}

#[tokio::test]
async fn a_login_is_taken_once_per_municipality() {
    on_each(async |fresh| {
        let store = &fresh.store;
        store.create_user(TENANT, &user("a")).await.unwrap();
        let mut other = user("z");
        other.login = "a.login".into();
        let refused = store.create_user(TENANT, &other).await.unwrap_err();
        assert!(matches!(&refused, StoreError::Taken { key, .. } if key == "a.login"), "{refused:?}");
        store.create_user(OTHER, &other).await.unwrap();
        assert_eq!(store.users(TENANT).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_session_lives_until_its_end_and_can_be_put_off() {
    on_each(async |fresh| {
        let store = &fresh.store;
        store.create_user(TENANT, &user("a")).await.unwrap();
        store.begin_session(TENANT, session("a")).await.unwrap();
        let found = store.session(TENANT, TOKEN, 199).await.unwrap().unwrap();
        assert_eq!((found.user, found.csrf.as_str()), (user("a"), "segredo"));
        assert_eq!(store.session(TENANT, TOKEN, 200).await.unwrap(), None);
        assert_eq!(store.session(TENANT, b"another token", 150).await.unwrap(), None);
        assert_eq!(store.session(OTHER, TOKEN, 150).await.unwrap(), None);
        assert!(store.touch_session(TENANT, TOKEN, 150, 300).await.unwrap());
        let found = store.session(TENANT, TOKEN, 250).await.unwrap().unwrap();
        assert_eq!((found.created_at, found.last_seen, found.expires_at), (100, 150, 300));
        assert!(!store.touch_session(TENANT, TOKEN, 300, 900).await.unwrap());
        assert_eq!(store.remove_expired_sessions(TENANT, 299).await.unwrap(), 0);
        assert_eq!(store.remove_expired_sessions(TENANT, 300).await.unwrap(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_session_ends_when_told_and_when_its_user_changes() {
    on_each(async |fresh| {
        let store = &fresh.store;
        store.create_user(TENANT, &user("a")).await.unwrap();
        let alive = async || store.session(TENANT, TOKEN, 150).await.unwrap().is_some();
        let begin = async || store.begin_session(TENANT, session("a")).await.unwrap();
        begin().await;
        assert!(alive().await && store.end_session(TENANT, TOKEN).await.unwrap());
        assert!(!alive().await && !store.end_session(TENANT, TOKEN).await.unwrap());
        begin().await;
        assert!(store.set_password(TENANT, "a", "$argon2id$novo").await.unwrap());
        assert!(!alive().await);
        assert_eq!(store.user(TENANT, "a").await.unwrap().unwrap().password_hash, "$argon2id$novo");
        begin().await;
        assert_eq!(store.end_sessions_of(TENANT, "a").await.unwrap(), 1);
        begin().await;
        assert!(store.change_user(TENANT, "a", "Maria F.", "gestor", false).await.unwrap());
        assert!(!alive().await);
        let changed = store.user(TENANT, "a").await.unwrap().unwrap();
        assert_eq!(
            (changed.name.as_str(), changed.role.as_str(), changed.active),
            ("Maria F.", "gestor", false)
        );
        begin().await;
        assert!(!alive().await, "a user who may not sign in has no session");
        assert!(!store.change_user(TENANT, "nobody", "", "", true).await.unwrap());
        assert!(!store.set_password(TENANT, "nobody", "").await.unwrap());
        assert!(store.begin_session(TENANT, NewSession { token: b"x", ..session("nobody") }).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn the_token_itself_is_nowhere_in_the_database() {
    on_each(async |fresh| {
        fresh.store.create_user(TENANT, &user("a")).await.unwrap();
        fresh.store.begin_session(TENANT, session("a")).await.unwrap();
        let debug = format!("{:?}", fresh.store.session(TENANT, TOKEN, 150).await.unwrap());
        assert!(!debug.contains("segredo"));
        if let crate::engines::Place::Sqlite(path) = &fresh.place {
            for file in std::fs::read_dir(path.parent().unwrap()).unwrap() {
                let bytes = std::fs::read(file.unwrap().path()).unwrap();
                assert!(!bytes.windows(TOKEN.len()).any(|window| window == TOKEN));
            }
        }
    })
    .await;
}

#[tokio::test]
async fn failed_attempts_are_counted_in_a_window() {
    on_each(async |fresh| {
        let store = &fresh.store;
        let attempts = [
            ("1", "maria", "10.0.0.1", 10, false),
            ("2", "maria", "10.0.0.1", 20, true),
            ("3", "maria", "10.0.0.1", 30, false),
            ("4", "maria", "10.0.0.2", 40, false),
            ("5", "jose", "10.0.0.1", 50, false),
        ];
        for (id, login, address, at, succeeded) in attempts {
            store.record_attempt(TENANT, Attempt { id, login, address, at, succeeded }).await.unwrap();
        }
        assert_eq!(store.failures_of_login(TENANT, "maria", 0).await.unwrap(), 2);
        assert_eq!(store.failures_of_login(TENANT, "maria", 30).await.unwrap(), 1);
        assert_eq!(store.failures_of_login(TENANT, "jose", 0).await.unwrap(), 1);
        assert_eq!(store.failures_of_login(OTHER, "maria", 0).await.unwrap(), 0);
        assert_eq!(store.failures_of_address(TENANT, "10.0.0.1", 0).await.unwrap(), 3);
        assert_eq!(store.failures_of_address(TENANT, "10.0.0.1", 10).await.unwrap(), 2);
        assert_eq!(store.forget_attempts(TENANT, 30).await.unwrap(), 3);
        assert_eq!(store.failures_of_address(TENANT, "10.0.0.1", 0).await.unwrap(), 1);
    })
    .await;
}
