//! The chain of acts: bytes, digests, verification, without any database
