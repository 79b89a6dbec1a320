//! The SQL texts: one per file, the same for both engines.

macro_rules! texts {
    ($($name:ident = $file:literal,)*) => {
        $(pub(crate) const $name: &str = include_str!(concat!("../sql/", $file, ".sql"));)*

        /// Every SQL text with the name of its file: a test prepares them all on both engines.
        pub const ALL: &[(&str, &str)] = &[$(($file, $name),)*];
    };
}

texts! {
    ACCESS_INSERT = "access_insert",
    ACCESS_OF_SUBJECT = "access_of_subject",
    ACCESS_OF_USER = "access_of_user",
    ACT_AFTER = "act_after",
    ACT_BY_NUMBER = "act_by_number",
    ACT_ERASE = "act_erase",
    ACT_INSERT = "act_insert",
    ACT_REPLAY = "act_replay",
    ATTEMPT_FAILURES_OF_ADDRESS = "attempt_failures_of_address",
    ATTEMPT_FAILURES_OF_LOGIN = "attempt_failures_of_login",
    ATTEMPT_FORGET = "attempt_forget",
    ATTEMPT_INSERT = "attempt_insert",
    FORM_DRAFT_DELETE = "form_draft_delete",
    FORM_DRAFT_GET = "form_draft_get",
    FORM_DRAFT_INSERT = "form_draft_insert",
    FORM_DRAFT_LIST = "form_draft_list",
    FORM_DRAFT_SAVE = "form_draft_save",
    MUNICIPALITY_ADVANCE = "municipality_advance",
    MUNICIPALITY_HEAD = "municipality_head",
    MUNICIPALITY_INSERT = "municipality_insert",
    MUNICIPALITY_LIST = "municipality_list",
    MUNICIPALITY_LOCK = "municipality_lock",
    PAPER_GET = "paper_get",
    PAPER_INSERT = "paper_insert",
    PAPER_OF_ACT = "paper_of_act",
    SCHEMA_APPLIED = "schema_applied",
    SCHEMA_CREATE = "schema_create",
    SCHEMA_INSERT = "schema_insert",
    SCHEMA_LOCK = "schema_lock",
    SESSION_END = "session_end",
    SESSION_END_EXPIRED = "session_end_expired",
    SESSION_END_OF_USER = "session_end_of_user",
    SESSION_FIND = "session_find",
    SESSION_INSERT = "session_insert",
    SESSION_TOUCH = "session_touch",
    SETTING_GET = "setting_get",
    SETTING_INSERT = "setting_insert",
    SETTING_LIST = "setting_list",
    SETTING_SET = "setting_set",
    USER_BY_ID = "user_by_id",
    USER_BY_LOGIN = "user_by_login",
    USER_INSERT = "user_insert",
    USER_LIST = "user_list",
    USER_PASSWORD = "user_password",
    USER_UPDATE = "user_update",
    DUMP_ACCESS_LOG = "dump/access_log",
    DUMP_ACT = "dump/act",
    DUMP_FORM_DRAFT = "dump/form_draft",
    DUMP_MUNICIPALITY = "dump/municipality",
    DUMP_OFFICE_USER = "dump/office_user",
    DUMP_PAPER = "dump/paper",
    DUMP_SETTING = "dump/setting",
}
