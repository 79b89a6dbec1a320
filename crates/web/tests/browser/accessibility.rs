//! What every page owes to everybody: on a desk and on a phone, by keyboard, by ear.

use crate::browser::{ENTER, TAB};
use crate::day::{Day, Seen};

/// Everything that is wrong with the page that is open, in words.
const FAULTS: &str = r#"
const faults = [];
if (document.documentElement.lang !== 'pt-BR') faults.push('a língua é ' + document.documentElement.lang);
const titles = document.querySelectorAll('h1');
if (titles.length !== 1) faults.push(titles.length + ' títulos h1');
if (!document.title.trim()) faults.push('página sem título');
if (document.querySelectorAll('main').length !== 1) faults.push('sem um só main');
for (const el of document.querySelectorAll('input:not([type=hidden]), select, textarea, button')) {
  const named = el.getAttribute('aria-label') || (el.getAttribute('aria-labelledby') || '').split(' ').map(id => document.getElementById(id)).filter(Boolean).map(e => e.textContent).join('')
    || [...(el.labels || [])].map(l => l.textContent).join('') || (el.tagName === 'BUTTON' ? el.textContent : '');
  if (!plain(named)) faults.push('sem rótulo: ' + el.outerHTML.slice(0, 120));
}
for (const el of document.querySelectorAll('[aria-describedby], [aria-labelledby]'))
  for (const id of ((el.getAttribute('aria-describedby') || '') + ' ' + (el.getAttribute('aria-labelledby') || '')).split(' ').filter(Boolean))
    if (!document.getElementById(id)) faults.push('remete a um id que não há: ' + id);
for (const el of document.querySelectorAll('a'))
  if (visible(el) && !plain(el.textContent + (el.getAttribute('aria-label') || ''))) faults.push('link sem texto: ' + el.outerHTML.slice(0, 120));
for (const el of document.querySelectorAll('img'))
  if (!el.hasAttribute('alt')) faults.push('imagem sem texto alternativo: ' + el.outerHTML.slice(0, 120));
const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) faults.push('id repetido: ' + id);
const wide = document.scrollingElement.scrollWidth;
if (wide > innerWidth) {
  const worst = [...document.querySelectorAll('main *, header *, footer *')].filter(e => visible(e) && !e.closest('.scroll') && e.getBoundingClientRect().right > innerWidth + 1);
  faults.push('rola para o lado: ' + wide + ' > ' + innerWidth + ' ' + worst.slice(0, 2).map(e => e.outerHTML.slice(0, 100)).join(' | '));
}
return faults.join('; ');
"#;

/// Looks at pages on a desk and on a phone, and walks into each by keyboard.
fn look_at(day: &Day, pages: &[&str]) {
    let mut faults = Vec::new();
    for page in pages {
        for (width, height) in [(1280, 900), (390, 844)] {
            day.screen(width, height);
            day.go(page);
            let found = day.ask(FAULTS, &[]);
            if found != "" {
                faults.push(format!("{page}, com {width} px: {}", found.as_str().unwrap_or_default()));
            }
        }
        // the first thing that the keyboard reaches leads past the menu
        day.key(TAB);
        let first = day.ask(
            "return words(document.activeElement) + (visible(document.activeElement) ? '' : ' (não se vê)');",
            &[],
        );
        day.key(ENTER);
        let inside = "return location.hash === '#conteudo' && document.activeElement === document.querySelector('main');";
        if first != "Ir para o conteúdo" || day.ask(inside, &[]) != true {
            faults.push(format!("{page}: o atalho do teclado não leva ao conteúdo ({first})"));
        }
        faults.extend(day.complaints().into_iter().map(|c| format!("{page}: {c}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn pages_serve_desk_phone_and_keyboard() {
    let Some(day) = Day::begin("acessibilidade", "2026-11-30 09:00") else { return };
    assert_eq!(day.ask("return navigator.language;", &[]), "pt-BR");
    let operator = day.operator();
    let driver = day.licensed("Marina Alves Fictícia", "111.444.777-35", "FIC1A23", &operator);
    look_at(&day, &["/", "/verificar", &format!("/v/{}", driver.code), "/manual", "/lei", "/entrar"]);

    day.sign_in_as("fiscal");
    let seen = Seen {
        who: "Marina Alves Fictícia",
        plate: "FIC-1A23",
        day: "30/11/2026",
        hour: "08:10",
        words: "III-03",
        line: "III-03",
    };
    let case = day.draw_notice(&seen);
    look_at(&day, &["/autos", "/autos/novo", &case]);

    day.sign_in_as("balcao");
    let vehicle = format!("/veiculos/{}", driver.vehicle);
    let operator = format!("/operadoras/{operator}");
    look_at(&day, &["/hoje", "/cadastro", "/condutores/novo", &driver.file, &vehicle, &operator]);

    day.sign_in_as("gestor");
    look_at(&day, &["/gestao", "/gestao/valores/VRM"]);
    day.ends();
}
