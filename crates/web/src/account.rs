//! One's own password, and the people who may enter.

use askama::Template;
use axum::http::StatusCode;
use office::UserFault;
use registry::Role;

use crate::context::{Answer, Cx, go, page};
use crate::entry::Entry;
use crate::form::{Field, Problem, Reader, Sheet};
use crate::shell::Shell;

fn password_sheet(cx: &Cx) -> Sheet {
    let fields = vec![
        Field::password("old", "Senha atual").required().complete("current-password"),
        Field::password("new", "Senha nova").required().complete("new-password").hint(
            "ao menos 10 caracteres; uma frase curta é mais fácil de lembrar e mais difícil de adivinhar",
        ),
        Field::password("again", "Senha nova, de novo").required().complete("new-password"),
    ];
    Sheet::new(cx, "Trocar a senha", &[("/hoje", "Hoje")], fields)
        .lead("Depois da troca, todas as suas sessões terminam e você entra de novo.")
        .submit("Trocar a senha")
        .at_once()
}

/// `GET /conta/senha`
pub(crate) async fn password_form(cx: Cx) -> Answer {
    cx.show(password_sheet(&cx)).await
}

/// `POST /conta/senha`
pub(crate) async fn change_password(cx: Cx, entry: Entry) -> Answer {
    let mut sheet = password_sheet(&cx);
    if entry.get("new") != entry.get("again") {
        sheet.problem(Problem {
            field: Some("again".into()),
            text: "As duas vezes da senha nova não são iguais.".into(),
            cites: Vec::new(),
        });
        return sheet.page();
    }
    let user = cx.actor()?.id.clone();
    match cx.office().change_password(&user, entry.get("old"), entry.get("new")).await {
        Ok(()) => Ok(go("/entrar", "")),
        Err(e) => user_fault(sheet, &e, "new"),
    }
}

fn user_fault(mut sheet: Sheet, e: &UserFault, password: &str) -> Answer {
    let field = match e {
        UserFault::ShortPassword => Some(password),
        UserFault::BadLogin | UserFault::Store(office::StoreError::Taken { .. }) => Some("login"),
        UserFault::NoName => Some("name"),
        UserFault::WrongPassword => Some("old"),
        UserFault::Store(_) | UserFault::Machine => None,
    };
    let text = match e {
        UserFault::Store(office::StoreError::Taken { .. }) => {
            "Já há alguém com este usuário; escolha outro.".to_string()
        }
        other => crate::words::capital(&other.to_string()),
    };
    sheet.problem(Problem { field: field.map(ToString::to_string), text, cites: Vec::new() });
    sheet.page_as(StatusCode::UNPROCESSABLE_ENTITY)
}

struct UserRow {
    name: String,
    login: String,
    role: &'static str,
    active: bool,
}

#[derive(Template)]
#[template(path = "users.html")]
struct Users {
    shell: Shell,
    users: Vec<UserRow>,
}

/// `GET /gestao/usuarios`
pub(crate) async fn users(cx: Cx) -> Answer {
    let mut users: Vec<UserRow> = cx
        .office()
        .users()
        .await?
        .into_iter()
        .map(|u| UserRow {
            role: Role::from_name(&u.role).map_or("perfil desconhecido", Role::pt_br),
            name: u.name,
            login: u.login,
            active: u.active,
        })
        .collect();
    users.sort_by_key(|u| brasil::person::fold(&u.name));
    page(&Users { shell: cx.shell_at("Usuários", &[("/gestao", "Gestão")]), users })
}

fn user_sheet(cx: &Cx) -> Sheet {
    let roles = Role::ALL
        .iter()
        .filter(|(r, _)| *r != Role::System)
        .map(|(r, name)| ((*name).to_string(), crate::words::capital(r.pt_br())))
        .collect();
    let fields = vec![
        Field::text("name", "Nome completo").required().hint("como sai nos papéis que a pessoa assina"),
        Field::text("login", "Usuário")
            .required()
            .hint("letras minúsculas, números, ponto, hífen ou sublinhado"),
        Field::choice("role", "Perfil", roles).required(),
        Field::password("password", "Senha inicial")
            .required()
            .complete("new-password")
            .hint("ao menos 10 caracteres"),
    ];
    Sheet::new(cx, "Novo usuário", &[("/gestao", "Gestão"), ("/gestao/usuarios", "Usuários")], fields)
        .submit("Criar usuário")
        .at_once()
        .beside(
            "O que cada perfil faz",
            vec![
                "Balcão: cadastra, recebe e confere documentos.".into(),
                "Fiscal: lavra autos e apreende.".into(),
                "Autoridade: concede, suspende, julga a defesa.".into(),
                "Junta: julga recursos.".into(),
                "Gestor: valores, calendário, decisões sobre lacunas e usuários.".into(),
            ],
            Vec::new(),
        )
}

/// `GET /gestao/usuarios/novo`
pub(crate) async fn user_form(cx: Cx) -> Answer {
    cx.show(user_sheet(&cx)).await
}

/// `POST /gestao/usuarios/novo`
pub(crate) async fn create_user(cx: Cx, entry: Entry) -> Answer {
    let mut sheet = user_sheet(&cx);
    sheet.fill(&entry);
    let reader = Reader::new(&entry);
    let Some(role) = Role::from_name(entry.get("role")).filter(|r| *r != Role::System) else {
        sheet.problem(Problem {
            field: Some("role".into()),
            text: "Escolha o perfil.".into(),
            cites: Vec::new(),
        });
        return sheet.page();
    };
    let (login, name) = (reader.text("login"), reader.text("name"));
    match cx.office().create_user(&login, &name, role, entry.get("password"), cx.at).await {
        Ok(_) => Ok(go("/gestao/usuarios", "usuario")),
        Err(e) => user_fault(sheet, &e, "password"),
    }
}
