//! Preventive suspension (art. 26): seen by everybody at once, and over by itself after thirty days.

use crate::day::Day;

fn public_answer(day: &Day) -> String {
    day.go("/verificar");
    day.fill("Placa ou código", "FIC-1A23");
    day.press("Conferir");
    let status = day.ask("return document.querySelector('[data-status]').dataset.status;", &[]);
    status.as_str().unwrap_or_default().to_string()
}

#[test]
fn a_preventive_suspension_is_public_at_once_and_ends_after_thirty_days() {
    let Some(day) = Day::begin("suspensao_preventiva", "2026-11-30 09:00") else { return };
    let operator = day.operator();
    let driver = day.licensed("Marina Alves Fictícia", "111.444.777-35", "FIC1A23", &operator);
    let before = public_answer(&day);
    day.sees("Credencial vigente");

    day.sign_in_as("autoridade");
    day.go(&format!("/cadastro/{}/suspender-preventivamente", driver.id));
    day.sees("art. 26");
    day.fill("Motivo", "Risco fictício para os passageiros, relatado hoje.");
    day.press("Suspender preventivamente");
    day.sees("Registrado.");
    day.sees("30/11/2026 a 29/12/2026");
    day.sign_out();

    // the same minute
    let suspended = public_answer(&day);
    day.sees("Credencial suspensa desde 30/11/2026");
    day.sees("não está autorizado");
    day.go(&format!("/v/{}", driver.code));
    day.sees("Credencial suspensa desde 30/11/2026");

    // the thirtieth day, counted from the day of the order, and the one after it
    day.it_is("2026-12-29 23:50");
    assert_eq!(public_answer(&day), suspended);
    day.it_is("2026-12-30 00:10");
    assert_eq!(public_answer(&day), before);
    assert_ne!(before, suspended);
    day.sees("Credencial vigente");
    day.ends();
}
