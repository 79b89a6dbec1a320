//! From the first paper to the credential (art. 9), and what everybody can read of it.

use crate::day::Day;

const DRIVER: &str = "Marina Alves Fictícia";

/// The clerk receives a document, reads it and accepts it: the day on which it expires, and what is read from it.
fn accept(day: &Day, file: &str, document: &str, expires: Option<&str>, read: &[(&str, &str)]) {
    day.go(file);
    day.follow(document);
    if let Some(last) = expires {
        day.fill("Validade", last);
    }
    day.press("Receber documento");
    day.sees("Documento recebido.");
    for (what, value) in read {
        if day.ask("return !!group(arguments[0]);", &[what]) == true {
            day.choose(what, value);
        } else {
            day.fill(what, value);
        }
    }
    day.press("Aceitar documento");
    day.sees("Documento aceito");
}

fn driver_papers(day: &Day, file: &str) {
    accept(
        day,
        file,
        "Carteira Nacional de Habilitação (CNH)",
        Some("03/08/2029"),
        &[("Categoria da CNH", "B"), ("Anotação de atividade remunerada (EAR) na CNH", "Sim")],
    );
    accept(
        day,
        file,
        "Certificado de aprovação no curso de formação",
        None,
        &[
            ("Aprovação em curso de formação", "Sim"),
            ("Quem deu o curso de formação", "centro de formação de condutores (CFC)"),
        ],
    );
    accept(
        day,
        file,
        "Certidão de antecedentes criminais",
        None,
        &[
            ("Certidão de antecedentes criminais sem registro", "Sim"),
            ("Emissão da certidão de antecedentes criminais", "03/11/2026"),
        ],
    );
    accept(
        day,
        file,
        "Comprovante de inscrição no INSS",
        None,
        &[("Inscrição no INSS", "contribuinte individual")],
    );
    accept(
        day,
        file,
        "Comprovante de residência em Caraguatatuba",
        None,
        &[("Início da residência em Caraguatatuba", "01/03/2019")],
    );
}

fn vehicle_papers(day: &Day, file: &str, made: &str) {
    accept(
        day,
        file,
        "Certificado de Registro e Licenciamento de Veículo (CRLV)",
        Some("31/10/2027"),
        &[
            ("Veículo motorizado", "Sim"),
            ("Ano de fabricação do veículo", made),
            ("Ano do modelo do veículo", "2016"),
            ("Lotação do veículo, com o condutor", "5"),
        ],
    );
    accept(
        day,
        file,
        "Apólice de seguro de acidentes pessoais de passageiros (APP)",
        Some("30/06/2027"),
        &[],
    );
}

#[test]
fn a_credential_is_refused_for_an_old_car_then_granted_and_everybody_can_check_it() {
    let Some(day) = Day::begin("da_primeira_via_a_credencial", "2026-11-30 09:00") else { return };
    day.sign_in_as("balcao");

    day.follow("Cadastro");
    day.follow("Cadastrar operadora");
    day.fill("Razão social", "Leva Fictícia Tecnologia Ltda.");
    day.fill("Nome pelo qual o público a conhece", "Leva Fictícia");
    day.fill("CNPJ", "11.222.333/0001-81");
    day.fill("E-mail", "contato@leva.example");
    day.press("Cadastrar");
    day.sees("Cadastro feito.");

    day.follow("Cadastro");
    day.follow("Cadastrar motorista");
    day.fill("Nome completo", DRIVER);
    day.fill("CPF", "529.982.247-25");
    day.fill("Endereço para correspondência", "Rua Fictícia, 10, Centro, Caraguatatuba");
    day.press("Cadastrar");
    day.sees("Cadastro feito.");
    let driver = day.path();

    day.follow("Cadastro");
    day.follow("Cadastrar veículo");
    day.fill("Placa", "FIC-1A23");
    day.fill("Marca e modelo", "Chevrolet Onix (fictício)");
    day.fill("Cor", "prata");
    day.press("Cadastrar");
    day.sees("Cadastro feito.");
    let vehicle = day.path();

    day.go(&driver);
    day.follow_in("Operadoras", "vincular");
    day.choose("Operadora", "Leva Fictícia");
    day.press("Vincular");
    day.sees("Vínculo registrado.");
    day.follow_in("Veículo", "vincular");
    day.fill("Placa do veículo", "fic 1a23");
    day.choose("Como o motorista tem o veículo", "próprio");
    day.press("Vincular");
    day.sees("Vínculo registrado.");
    driver_papers(&day, &driver);
    vehicle_papers(&day, &vehicle, "2015");

    // eleven years old: no, with the article and what to do
    day.go(&driver);
    day.follow("Conceder credencial");
    day.press("Conceder");
    day.sees("nada foi registrado");
    day.sees("11 anos");
    day.sees("art. 9º, VI");
    day.sees("Troque o veículo por um com até dez anos de fabricação");
    day.go(&driver);
    day.sees("Ainda não concedida");

    // the year was read wrongly; the right one is ten years ago, the last that the law admits
    day.go(&vehicle);
    day.follow("Ano de fabricação do veículo");
    day.fill("Ano de fabricação do veículo", "2016");
    day.fill("Em que se apoia", "CRLV fictício conferido de novo: o ano foi lido errado.");
    day.press("Registrar");
    day.sees("Registrado.");
    day.go(&driver);
    day.follow("Conceder credencial");
    day.press("Conceder");
    day.sees("Credencial concedida.");
    let by_code = day.address_of("página pública");
    day.sign_out();

    // nobody is signed in; the plate is typed in the other pattern
    day.go("/");
    day.fill("Placa ou código", "FIC-1023");
    day.press("Conferir");
    says_valid_and_nothing_private(&day);
    day.go(&by_code);
    says_valid_and_nothing_private(&day);
    let code = by_code.rsplit('/').next().unwrap_or_default();
    day.go("/verificar");
    day.fill("Placa ou código", code);
    day.press("Conferir");
    says_valid_and_nothing_private(&day);
    day.go("/verificar");
    day.fill("Placa ou código", "FIC-9Z99");
    day.press("Conferir");
    day.sees("Não há credencial");
    day.ends();
}

fn says_valid_and_nothing_private(day: &Day) {
    day.sees("Credencial vigente");
    day.sees("FIC1A23");
    day.sees("Leva Fictícia");
    day.sees("Marina");
    let source = day.source();
    for private in ["52998224725", "529.982.247-25", "982.247", "Alves Fictícia", "Rua Fictícia, 10"] {
        assert!(!source.contains(private), "a página pública mostra “{private}”");
    }
}
