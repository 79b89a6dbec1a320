//! The ledger, users, sessions and drafts on SQLite and PostgreSQL
