//! The frame of every page: masthead, search, navigation by role, the way that led here, what was just done.

use registry::Role::{self, Authority, Manager};

use crate::context::Cx;

/// One step of the way that led to a page.
#[derive(Clone, Debug)]
pub(crate) struct Crumb {
    pub href: String,
    pub label: String,
}

impl Crumb {
    pub fn new(href: impl Into<String>, label: impl Into<String>) -> Self {
        Self { href: href.into(), label: label.into() }
    }
}

/// An entry of the navigation.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub href: &'static str,
    pub label: &'static str,
    pub current: bool,
}

/// Where one may go, by role. An empty list of roles is for everybody who is signed in.
const NAVIGATION: &[(&str, &str, &[Role])] = &[
    ("/hoje", "Hoje", &[]),
    ("/cadastro", "Cadastro", &[]),
    ("/autos", "Autos", &[]),
    ("/operadoras", "Operadoras", &[]),
    ("/lei", "A lei", &[]),
    ("/gestao", "Gestão", &[Authority, Manager]),
];

/// Where the public may go.
const PUBLIC: &[(&str, &str)] =
    &[("/verificar", "Conferir credencial"), ("/manual", "Guia do serviço"), ("/lei", "A lei")];

/// Beginnings of addresses that belong to an entry of the navigation.
const BELONGS: &[(&str, &str)] = &[
    ("/condutores", "/cadastro"),
    ("/veiculos", "/cadastro"),
    ("/documentos", "/cadastro"),
    ("/credenciais", "/cadastro"),
    ("/busca", "/cadastro"),
    ("/apreensoes", "/autos"),
    ("/denuncias", "/autos"),
    ("/processos", "/autos"),
    ("/ordens", "/autos"),
    ("/v/", "/verificar"),
];

/// What every template of a page needs.
#[derive(Clone, Debug)]
pub(crate) struct Shell {
    pub title: String,
    pub city: String,
    pub state: String,
    pub body: String,
    pub body_short: String,
    pub signed: Option<(String, &'static str)>,
    pub secret: String,
    /// The mark of the forms of this page, new each time it is made (see [`crate::once`]).
    pub mark: String,
    pub navigation: Vec<Entry>,
    pub crumbs: Vec<Crumb>,
    pub done: Option<&'static str>,
    pub style: String,
    pub script: String,
    pub contact: Option<String>,
    pub data_officer: Option<String>,
    pub hidden: bool,
}

impl Shell {
    pub fn of(cx: &Cx, title: &str) -> Self {
        let named = &cx.site.named;
        let here =
            BELONGS.iter().find(|(p, _)| cx.path.starts_with(p)).map_or(cx.path.as_str(), |(_, to)| *to);
        let entry =
            |href: &'static str, label: &'static str| Entry { href, label, current: here.starts_with(href) };
        let navigation = match &cx.who {
            Some(w) => NAVIGATION
                .iter()
                .filter(|(_, _, roles)| roles.is_empty() || roles.contains(&w.actor.role))
                .map(|(h, l, _)| entry(h, l))
                .collect(),
            None => PUBLIC.iter().map(|(h, l)| entry(h, l)).collect(),
        };
        Self {
            title: title.to_string(),
            body_short: short(&named.body),
            city: named.city.clone(),
            state: named.state.clone(),
            body: named.body.clone(),
            signed: cx.who.as_ref().map(|w| (w.actor.name.clone(), w.actor.role.pt_br())),
            secret: cx.secret().to_string(),
            mark: crate::guard::random_text().unwrap_or_default(),
            navigation,
            crumbs: Vec::new(),
            done: done_words(cx.query.get("feito")),
            style: cx.site.assets.style.clone(),
            script: cx.site.assets.script.clone(),
            contact: cx.site.app.contact.clone(),
            data_officer: cx.site.app.data_officer.clone(),
            hidden: cx.who.is_some(),
        }
    }

    /// Search engines are told to leave the page out.
    pub fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }
}

/// The initials in brackets at the end of a name, when it has some; otherwise the whole.
pub(crate) fn short(body: &str) -> String {
    let inner = body.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    inner.unwrap_or(body).to_string()
}

/// What was just done, by a key that stands in the address. The list is closed, so an address cannot put words into a page.
pub(crate) fn done_words(key: &str) -> Option<&'static str> {
    Some(match key {
        "rascunho" => "Rascunho salvo. Ele fica em “Hoje” até você terminar ou descartar.",
        "descartado" => "Rascunho descartado.",
        "cadastrado" => "Cadastro feito.",
        "corrigido" => "Correção registrada. O que valia antes continua no histórico.",
        "vinculado" => "Vínculo registrado.",
        "encerrado" => "Vínculo encerrado.",
        "recebido" => "Documento recebido. Falta conferir.",
        "aceito" => "Documento aceito; os dados lidos já contam.",
        "recusado" => "Documento recusado. O motivo fica registrado para o interessado.",
        "concedida" => "Credencial concedida.",
        "renovada" => "Credencial renovada.",
        "entregue" => "Entrega registrada.",
        "descumprimento" => "Descumprimento registrado.",
        "valor" => "Valor registrado. As contas que dependiam dele já podem ser feitas.",
        "leitura" => "Decisão registrada. Vale a partir do dia informado.",
        "dispositivo" => "Ordem judicial registrada.",
        "dia" => "Dia sem expediente registrado. Os prazos já contam com ele.",
        "usuario" => "Usuário criado. Entregue a senha em mãos e peça que a troque.",
        "usuario-mudado" => "Usuário atualizado. As sessões abertas dele terminaram.",
        "senha-dada" => "Senha nova registrada. Entregue-a em mãos.",
        "baixado" => "Veículo baixado do cadastro.",
        "registrado" => "Registrado.",
        "sem-mudanca" => "Nada mudou: já estava assim.",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_called_by_its_initials() {
        assert_eq!(short("Secretaria de Mobilidade (SEMOP)"), "SEMOP");
        assert_eq!(short("Departamento de Trânsito"), "Departamento de Trânsito");
    }

    #[test]
    fn an_address_cannot_put_words_into_a_page() {
        assert_eq!(done_words("<script>"), None);
    }
}
