//! One's own password, and the people who may enter.

use askama::Template;
use axum::extract::Path;
use axum::http::StatusCode;
use office::UserFault;
use registry::Role;

use crate::context::{Answer, Cx, go, page};
use crate::entry::Entry;
use crate::fault::Fault;
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
        UserFault::LastManager => Some("role"),
        UserFault::NoUser | UserFault::Store(_) | UserFault::Machine => None,
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
    href: String,
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
            href: format!("/gestao/usuarios/{}", u.id),
            role: Role::from_name(&u.role).map_or("perfil desconhecido", Role::pt_br),
            name: u.name,
            login: u.login,
            active: u.active,
        })
        .collect();
    users.sort_by_key(|u| brasil::person::fold(&u.name));
    page(&Users { shell: cx.shell_at("Usuários", &[("/gestao", "Gestão")]), users })
}

fn roles() -> Vec<(String, String)> {
    Role::ALL
        .iter()
        .filter(|(r, _)| *r != Role::System)
        .map(|(r, name)| ((*name).to_string(), crate::words::capital(r.pt_br())))
        .collect()
}

const ROLES: [&str; 5] = [
    "Balcão: cadastra, recebe e confere documentos.",
    "Fiscal: lavra autos e apreende.",
    "Autoridade: concede, suspende, julga a defesa.",
    "Junta: julga recursos.",
    "Gestor: valores, calendário, decisões sobre lacunas e usuários.",
];

fn user_sheet(cx: &Cx) -> Sheet {
    let fields = vec![
        Field::text("name", "Nome completo").required().hint("como sai nos papéis que a pessoa assina"),
        Field::text("login", "Usuário")
            .required()
            .hint("letras minúsculas, números, ponto, hífen ou sublinhado"),
        Field::choice("role", "Perfil", roles()).required(),
        Field::password("password", "Senha inicial")
            .required()
            .complete("new-password")
            .hint("ao menos 10 caracteres"),
    ];
    Sheet::new(cx, "Novo usuário", &[("/gestao", "Gestão"), ("/gestao/usuarios", "Usuários")], fields)
        .submit("Criar usuário")
        .at_once()
        .beside("O que cada perfil faz", ROLES.map(String::from).to_vec(), Vec::new())
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

// --- a user who is there already

const NO_USER: Fault = Fault::NotFound("Não há usuário neste endereço. Volte à lista de usuários.");

async fn found(cx: &Cx, id: &str) -> Result<office::User, Fault> {
    cx.office().users().await?.into_iter().find(|u| u.id == id).ok_or(NO_USER)
}

fn change_sheet(cx: &Cx, u: &office::User) -> Sheet {
    let fields = vec![
        Field::text("name", "Nome completo")
            .value(&u.name)
            .required()
            .hint("os papéis já emitidos guardam o nome que traziam"),
        Field::choice("role", "Perfil", roles()).value(&u.role).required(),
        Field::yes_no("active", "Pode entrar no sistema?")
            .value(if u.active { "sim" } else { "nao" })
            .required(),
    ];
    let sheet = Sheet::new(cx, &u.name, &[("/gestao", "Gestão"), ("/gestao/usuarios", "Usuários")], fields);
    sheet
        .lead(format!("Usuário {}.", u.login))
        .submit("Salvar")
        .at_once()
        .also(format!("/gestao/usuarios/{}/senha", u.id), "Dar uma senha nova")
        .beside(
            "O que acontece",
            vec![
                "A mudança vale na hora: as sessões abertas desta pessoa terminam.".into(),
                "Quem sai é desligado, nunca apagado: os atos que registrou continuam em seu nome.".into(),
            ],
            Vec::new(),
        )
        .beside("O que cada perfil faz", ROLES.map(String::from).to_vec(), Vec::new())
}

/// `GET /gestao/usuarios/{id}`
pub(crate) async fn change_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let user = found(&cx, &id).await?;
    cx.show(change_sheet(&cx, &user)).await
}

/// `POST /gestao/usuarios/{id}`
pub(crate) async fn change_user(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let user = found(&cx, &id).await?;
    let mut sheet = change_sheet(&cx, &user);
    sheet.fill(&entry);
    sheet.check_lengths(&entry);
    let mut reader = Reader::new(&entry);
    let role = Role::from_name(entry.get("role")).filter(|r| *r != Role::System);
    if role.is_none() {
        reader.wrong("role", "Escolha o perfil.");
    }
    let active = reader.yes("active");
    if active.is_none() {
        reader.wrong("active", "Escolha se a pessoa pode entrar.");
    }
    let name = reader.demand("name", "o nome completo");
    for problem in reader.problems {
        sheet.problem(problem);
    }
    let (Some(role), Some(active), true) = (role, active, sheet.problems.is_empty()) else {
        return sheet.page();
    };
    if user.id == cx.actor()?.id && !(active && role == Role::Manager) {
        sheet.problem(Problem {
            field: Some(if active { "role" } else { "active" }.into()),
            text: "Você não pode tirar o próprio acesso; peça a outro gestor.".into(),
            cites: Vec::new(),
        });
        return sheet.page();
    }
    match cx.office().change_user(&user.id, &name, role, active).await {
        Ok(()) => Ok(go("/gestao/usuarios", "usuario-mudado")),
        Err(e) => user_fault(sheet, &e, "name"),
    }
}

fn reset_sheet(cx: &Cx, u: &office::User) -> Sheet {
    let back = format!("/gestao/usuarios/{}", u.id);
    let fields = vec![
        Field::password("password", "Senha nova")
            .required()
            .complete("new-password")
            .hint("ao menos 10 caracteres"),
        Field::password("again", "Senha nova, de novo").required().complete("new-password"),
    ];
    let crumbs = [("/gestao", "Gestão"), ("/gestao/usuarios", "Usuários"), (&back, u.name.as_str())];
    Sheet::new(cx, "Dar uma senha nova", &crumbs, fields)
        .lead(format!("Para {}, usuário {}.", u.name, u.login))
        .submit("Dar a senha")
        .at_once()
        .beside(
            "Como fazer",
            vec![
                "Confira antes que é mesmo a pessoa quem pede.".into(),
                "Entregue a senha em mãos; quem a recebe troca por outra em “Trocar a senha”.".into(),
            ],
            Vec::new(),
        )
}

/// `GET /gestao/usuarios/{id}/senha`
pub(crate) async fn reset_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let user = found(&cx, &id).await?;
    cx.show(reset_sheet(&cx, &user)).await
}

/// `POST /gestao/usuarios/{id}/senha`
pub(crate) async fn reset_password(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let user = found(&cx, &id).await?;
    let mut sheet = reset_sheet(&cx, &user);
    if entry.get("password") != entry.get("again") {
        sheet.problem(Problem {
            field: Some("again".into()),
            text: "As duas vezes da senha nova não são iguais.".into(),
            cites: Vec::new(),
        });
        return sheet.page();
    }
    match cx.office().reset_password(&user.id, entry.get("password")).await {
        Ok(()) => Ok(go("/gestao/usuarios", "senha-dada")),
        Err(e) => user_fault(sheet, &e, "password"),
    }
}
