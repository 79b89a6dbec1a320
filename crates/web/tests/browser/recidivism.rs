//! Two notices of the same line six months apart (arts. 19 and 22): the last day of the window, and the day after.

use crate::day::{Day, Seen};

const WORN_TYRE: Seen<'static> = Seen {
    who: "Marina Alves Fictícia",
    plate: "FIC-1A23",
    day: "10/03/2025",
    hour: "14:05",
    words: "pneu",
    line: "III-02",
};

/// The first notice, upheld on 14 April with a VRM of R$ 4,80; its number.
fn first_notice(day: &Day) -> String {
    let operator = day.operator();
    day.licensed("Marina Alves Fictícia", "111.444.777-35", "FIC1A23", &operator);
    day.a_vrm_is_worth("4,80", "01/01/2025");
    day.sign_in_as("fiscal");
    let case = day.draw_notice(&WORN_TYRE);
    day.sees("III-02");
    let number = day.ask("return document.querySelector('h1').textContent;", &[]);
    day.it_is("2025-03-11 10:00");
    day.sign_in_as("balcao");
    day.receive_defence(&case, "11/03/2025");
    day.it_is("2025-04-14 10:00");
    day.sign_in_as("autoridade");
    day.uphold(&case);
    day.sees("R$ 288,00");
    day.sees("60 × R$ 4,80 cada VRM = R$ 288,00");
    number.as_str().unwrap_or_default().to_lowercase()
}

/// The second notice, on a day of September, upheld in October; its page is open afterwards.
fn second_notice(day: &Day, at: &str, on: &str, defence: &str) {
    day.it_is(at);
    day.sign_in_as("fiscal");
    let case = day.draw_notice(&Seen { day: on, hour: "09:30", ..WORN_TYRE });
    // nobody was fined yet: the page says what it would be
    day.sees("Se for mantido");
    day.sign_in_as("balcao");
    day.receive_defence(&case, defence);
    day.it_is("2025-10-20 10:00");
    day.sign_in_as("autoridade");
    day.uphold(&case);
    day.sees("Penalidade imposta");
}

#[test]
fn on_the_last_day_of_six_months_the_fine_is_doubled() {
    let Some(day) = Day::begin("reincidencia_no_ultimo_dia", "2025-03-10 15:00") else { return };
    let first = first_notice(&day);
    second_notice(&day, "2025-09-10 10:00", "10/09/2025", "10/09/2025");
    day.sees("R$ 576,00");
    day.sees("Em dobro");
    day.sees(&format!("autuada em 10/03/2025 ({first})"));
    day.sees("punida em 14/04/2025");
    day.sees("6 meses vão até 10/09/2025");
    day.sees("120 × R$ 4,80 cada VRM = R$ 576,00");
    day.sees("art. 22");
    day.ends();
}

#[test]
fn on_the_day_after_six_months_the_fine_is_single() {
    let Some(day) = Day::begin("reincidencia_no_dia_seguinte", "2025-03-10 15:00") else { return };
    first_notice(&day);
    second_notice(&day, "2025-09-11 10:00", "11/09/2025", "11/09/2025");
    day.sees("R$ 288,00");
    day.sees("Sem reincidência");
    day.sees("6 meses terminaram em 10/09/2025");
    day.does_not_see("R$ 576,00");
    day.ends();
}
