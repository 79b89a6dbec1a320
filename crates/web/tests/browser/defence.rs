//! Defence, decision and appeal (arts. 32 to 34): one appeal in time, one a day late.

use crate::day::{Day, Seen};

const NO_PAPERS: Seen<'static> = Seen {
    who: "Marina Alves Fictícia",
    plate: "FIC-1A23",
    day: "02/03/2026",
    hour: "9h30",
    words: "III-03",
    line: "III-03",
};

/// The clerk tells the person of the decision, in person, today.
fn serve_decision(day: &Day, case: &str) {
    day.go(case);
    day.follow("Registrar ciência");
    day.choose("Como a pessoa soube", "Entrega em mãos da segunda via");
    day.press("Registrar ciência");
    day.sees("Registrado.");
}

fn receive_appeal(day: &Day, case: &str) {
    day.go(case);
    day.follow("Receber recurso");
    day.fill("O que diz o recurso", "Recurso fictício: os documentos foram mostrados.");
    day.press("Registrar");
    day.sees("Registrado.");
}

#[test]
fn an_appeal_in_time_annuls_and_one_a_day_late_is_not_heard() {
    let Some(day) = Day::begin("defesa_e_recurso", "2026-03-02 10:00") else { return };
    let operator = day.operator();
    let marina = day.licensed("Marina Alves Fictícia", "111.444.777-35", "FIC1A23", &operator);
    let otavio = day.licensed("Otávio Reis Fictício", "529.982.247-25", "FIC2B34", &operator);
    day.a_vrm_is_worth("4,80", "01/01/2026");
    day.sign_in_as("fiscal");
    let in_time = day.draw_notice(&NO_PAPERS);
    let late = day.draw_notice(&Seen { who: "Otávio Reis Fictício", plate: "FIC-2B34", ..NO_PAPERS });

    // the last day of the defence: the fifteenth after the notice was signed
    day.sees("17/03/2026");
    day.it_is("2026-03-17 16:00");
    day.sign_in_as("balcao");
    for case in [&in_time, &late] {
        day.receive_defence(case, "17/03/2026");
        day.sees("Defesa apresentada em 17/03/2026.");
    }
    day.it_is("2026-03-20 10:00");
    day.sign_in_as("autoridade");
    for case in [&in_time, &late] {
        day.uphold(case);
        day.sees("R$ 288,00");
    }
    day.it_is("2026-04-06 10:00");
    day.sign_in_as("balcao");
    for case in [&in_time, &late] {
        serve_decision(&day, case);
    }
    day.sees("06/05/2026");

    // the fifteenth day is the 21st, a holiday: the last one is the 22nd
    day.it_is("2026-04-22 16:00");
    day.sign_in_as("balcao");
    receive_appeal(&day, &in_time);
    day.sees("Recurso apresentado em 22/04/2026.");
    day.it_is("2026-04-23 09:00");
    day.sign_in_as("balcao");
    receive_appeal(&day, &late);
    day.sees("Recurso apresentado em 23/04/2026, fora do prazo: não conhecido.");

    day.sign_in_as("junta");
    day.go(&late);
    assert!(!day.offers("Julgar recurso"), "o recurso intempestivo pode ser julgado");
    day.go(&in_time);
    day.follow("Julgar recurso");
    day.choose("Julgamento", "Acolher");
    day.fill("Fundamentos", "Fundamentos fictícios: o vídeo mostra os documentos.");
    day.press("Registrar julgamento");
    day.sees("Anulado em 23/04/2026");
    day.sees("Recurso acolhido em 23/04/2026");

    // the files follow, and the credential was never touched
    day.sign_in_as("balcao");
    day.go(&marina.file);
    day.sees("Anulado em 23/04/2026");
    day.go(&otavio.file);
    day.sees("Multa a pagar");
    day.sees("R$ 288,00");
    day.sign_out();
    for person in [&marina, &otavio] {
        day.go(&format!("/v/{}", person.code));
        day.sees("Credencial vigente");
    }
    day.ends();
}
