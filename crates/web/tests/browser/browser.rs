//! A browser as a person uses it: fields by their labels, buttons and links by their words, and what can be read on the page.
//!
//! Days and hours are typed like any other text: the pages ask for them in plain fields (`dd/mm/aaaa`), never in the browser's
//! own date boxes, whose typing would depend on the language of the machine.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::webdriver::{Element, Session};

/// How long a page may take to show what is waited for. Never reached when all is well.
const PATIENCE: Duration = Duration::from_secs(20);

/// The tabulator key (WebDriver, § 17.4.2).
pub const TAB: char = '\u{e004}';
/// The enter key.
pub const ENTER: char = '\u{e007}';

/// What every script below begins with: the words of an element without its small print and controls, and opening what is folded.
const WORDS: &str = r"
const plain = t => t.replace(/\s+/g, ' ').trim();
const words = el => { const c = el.cloneNode(true); c.querySelectorAll('small, kbd, input, select, textarea').forEach(x => x.remove()); return plain(c.textContent); };
const says = (el, text) => words(el) === text;
const begins = (el, text) => words(el).startsWith(text);
const unfold = el => { for (let d = el && el.closest('details'); d; d = d.parentElement.closest('details')) d.open = true; return el; };
const control = label => { const l = [...document.querySelectorAll('label')].find(l => says(l, label)); return unfold(l && l.control); };
const group = legend => [...document.querySelectorAll('fieldset')].find(f => f.querySelector('legend') && says(f.querySelector('legend'), legend));
const visible = el => el.getClientRects().length > 0;
// a mark on the page that is left: the next one does not have it
const leave = el => { if (el) window.leaving = true; return unfold(el); };
const place = label => { const c = control(label) || group(label); return c && c.closest('.field'); };
";

/// A browser with somebody before it.
#[derive(Debug)]
pub struct Browser {
    session: Session,
    base: String,
    story: &'static str,
}

impl Browser {
    /// A browser on the site at an address.
    pub fn new(session: Session, base: String, story: &'static str) -> Self {
        Self { session, base, story }
    }

    fn find(&self, what: &str, script: &str, args: &[&str]) -> Element {
        self.find_with_word(what, script, args).0
    }

    fn find_with_word(&self, what: &str, script: &str, args: &[&str]) -> (Element, String) {
        let script = format!("{WORDS}{script}");
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(found) = self.session.find(&script, args) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(40));
        }
        panic!("não há {what} em {}:\n{}", self.path(), self.text());
    }

    /// Asks the page something.
    pub fn ask(&self, script: &str, args: &[&str]) -> serde_json::Value {
        self.session.run(&format!("{WORDS}{script}"), args).unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// The text of the page, as a person reads it.
    pub fn text(&self) -> String {
        let text =
            self.session.run("return document.body ? document.body.innerText : ''", &[]).unwrap_or_default();
        let text = text.as_str().unwrap_or_default();
        // a space that does not break is a space to whoever reads
        text.lines()
            .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|l| !l.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The page as it was sent.
    pub fn source(&self) -> String {
        let answer = self.session.wait_for("const done = arguments[arguments.length - 1]; fetch(location.href).then(r => r.text()).then(done, e => done(String(e)));", &[]);
        let shown = self.session.get("source").unwrap_or_default();
        format!(
            "{}\n{}",
            shown.as_str().unwrap_or_default(),
            answer.unwrap_or_default().as_str().unwrap_or_default()
        )
    }

    /// Path of the page.
    pub fn path(&self) -> String {
        let url = self.session.get("url").unwrap_or_default();
        let url = url.as_str().unwrap_or_default();
        url.strip_prefix(&self.base).unwrap_or(url).split(['?', '#']).next().unwrap_or_default().to_string()
    }

    /// Opens an address, as if typed.
    pub fn go(&self, path: &str) {
        self.session
            .post("url", &json!({ "url": format!("{}{path}", self.base) }))
            .unwrap_or_else(|e| panic!("{path}: {e}"));
    }

    /// Whether a text can be read now.
    pub fn reads(&self, text: &str) -> bool {
        let page = self.text().replace('\n', " ").to_lowercase();
        page.contains(&text.to_lowercase())
    }

    /// Waits until a text can be read; headings may be set in capitals, so their case is all the same.
    pub fn sees(&self, text: &str) {
        let began = Instant::now();
        while !self.reads(text) {
            assert!(began.elapsed() < PATIENCE, "não se lê “{text}” em {}:\n{}", self.path(), self.text());
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    /// That a text cannot be read.
    pub fn does_not_see(&self, text: &str) {
        assert!(!self.reads(text), "lê-se “{text}” em {}:\n{}", self.path(), self.text());
    }

    /// Types into the field with a label, or picks from its list.
    pub fn fill(&self, label: &str, text: &str) {
        let script =
            "const c = control(arguments[0]); return c && [c, c.tagName === 'SELECT' ? 'list' : c.value];";
        let (field, before) = self.find_with_word(&format!("campo “{label}”"), script, &[label]);
        if before == "list" {
            let option = self.find(
                &format!("opção “{text}” em “{label}”"),
                "return [...control(arguments[0]).options].find(o => says(o, arguments[1]));",
                &[label, text],
            );
            self.session.click(&option).unwrap_or_else(|e| panic!("{label}: {e}"));
            return;
        }
        if !before.is_empty() {
            self.session.clear(&field).unwrap_or_else(|e| panic!("{label}: {e}"));
        }
        self.session.write(&field, text).unwrap_or_else(|e| panic!("{label}: {e}"));
    }

    /// What stands in the field with a label.
    pub fn value(&self, label: &str) -> String {
        self.find(&format!("campo “{label}”"), "return control(arguments[0]);", &[label]);
        self.ask("return control(arguments[0]).value;", &[label]).as_str().unwrap_or_default().to_string()
    }

    /// The error beside the field with a label.
    pub fn error_beside(&self, label: &str) -> String {
        self.find(
            &format!("erro ao lado de “{label}”"),
            "const p = place(arguments[0]); return p && p.querySelector('.err');",
            &[label],
        );
        self.ask("return words(place(arguments[0]).querySelector('.err'));", &[label])
            .as_str()
            .unwrap_or_default()
            .to_string()
    }

    /// Picks one of the options under a heading; a list when there are many.
    pub fn choose(&self, legend: &str, option: &str) {
        if self.ask("return !!control(arguments[0]);", &[legend]) == true {
            return self.fill(legend, option);
        }
        let script = "const g = group(arguments[0]); unfold(g); \
                      return g && [...g.querySelectorAll('label')].find(l => begins(l, arguments[1]));";
        let found = self.find(&format!("opção “{option}” em “{legend}”"), script, &[legend, option]);
        self.session.click(&found).unwrap_or_else(|e| panic!("{option}: {e}"));
    }

    /// Ticks the box whose words begin so.
    pub fn tick(&self, text: &str) {
        let script = "return unfold([...document.querySelectorAll('label')].find(l => l.control && l.control.type === 'checkbox' && begins(l, arguments[0])));";
        let found = self.find(&format!("caixa “{text}”"), script, &[text]);
        self.session.click(&found).unwrap_or_else(|e| panic!("{text}: {e}"));
    }

    /// Presses a button and waits for the page that follows.
    pub fn press(&self, text: &str) {
        let script =
            "return leave([...document.querySelectorAll('button')].find(b => says(b, arguments[0])));";
        let button = self.find(&format!("botão “{text}”"), script, &[text]);
        self.leave_by(&button);
    }

    /// Presses the button that stands with a field: several may have the same words.
    pub fn press_beside(&self, label: &str, text: &str) {
        let script = "const p = place(arguments[0]); return p && leave([...p.querySelectorAll('button')].find(b => says(b, arguments[1])));";
        let button = self.find(&format!("botão “{text}” ao lado de “{label}”"), script, &[label, text]);
        self.leave_by(&button);
    }

    /// Follows a link and waits for its page.
    pub fn follow(&self, text: &str) {
        let script = "return leave([...document.querySelectorAll('a')].find(a => says(a, arguments[0])));";
        let link = self.find(&format!("link “{text}”"), script, &[text]);
        self.leave_by(&link);
    }

    /// Follows a link in the section with a heading: the same words may lead elsewhere from another.
    pub fn follow_in(&self, heading: &str, text: &str) {
        let script = "const s = [...document.querySelectorAll('section')].find(s => s.querySelector('h2') && begins(s.querySelector('h2'), arguments[0]));
                      return s && leave([...s.querySelectorAll('a')].find(a => says(a, arguments[1])));";
        let link = self.find(&format!("link “{text}” em “{heading}”"), script, &[heading, text]);
        self.leave_by(&link);
    }

    /// Whether there is a link or a button with these words, folded or not.
    pub fn offers(&self, text: &str) -> bool {
        self.ask(
            "return [...document.querySelectorAll('a, button')].some(a => says(a, arguments[0]));",
            &[text],
        ) == true
    }

    /// Where the link with these words leads.
    pub fn address_of(&self, text: &str) -> String {
        let script = "const a = [...document.querySelectorAll('a')].find(a => says(a, arguments[0])); return a && a.getAttribute('href');";
        let href = self.ask(script, &[text]);
        href.as_str().unwrap_or_else(|| panic!("não há link “{text}” em {}", self.path())).to_string()
    }

    fn leave_by(&self, on: &Element) {
        self.session.click(on).unwrap_or_else(|e| panic!("não se pode apertar em {}: {e}", self.path()));
        let began = Instant::now();
        let arrived = || {
            self.session
                .run("return !window.leaving && document.readyState === 'complete'", &[])
                .is_ok_and(|v| v == true)
        };
        while !arrived() {
            assert!(
                began.elapsed() < PATIENCE,
                "nada se abriu a partir de {}:\n{}",
                self.path(),
                self.text()
            );
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Sends a form that the page does not offer, as somebody might who knows the address; the status of the answer.
    pub fn post_anyway(&self, path: &str, body: &str) -> u64 {
        let script = "const [path, body, done] = arguments;
            const secret = document.querySelector('input[name=_csrf]').value;
            fetch(path, { method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/x-www-form-urlencoded' },
                          body: '_csrf=' + secret + '&' + body }).then(r => done(r.status), () => done(0));";
        self.session.wait_for(script, &[path, body]).unwrap_or_default().as_u64().unwrap_or_default()
    }

    /// Signs out, whoever is there, and in as somebody.
    pub fn sign_in_as(&self, login: &str, password: &str) {
        if self.offers("Sair") {
            self.press("Sair");
        }
        self.go("/entrar");
        self.fill("Usuário", login);
        self.fill("Senha", password);
        self.press("Entrar");
        self.sees("Hoje");
    }

    /// Signs out.
    pub fn sign_out(&self) {
        self.press("Sair");
    }

    /// Presses one key, wherever the focus is.
    pub fn key(&self, key: char) {
        self.session.key(key).unwrap_or_else(|e| panic!("tecla: {e}"));
    }

    /// Makes the page as wide as a screen.
    pub fn screen(&self, width: u32, height: u32) {
        self.session.screen(width, height).unwrap_or_else(|e| panic!("tela: {e}"));
    }

    /// What the console complained of since the last time: scripts, styles and files that failed or were blocked. An answer that
    /// refuses (4xx) is told by the browser too, and is no fault of a page.
    pub fn complaints(&self) -> Vec<String> {
        let refusal = |l: &String| l.contains("the server responded with a status of 4");
        self.session.console().into_iter().filter(|l| !refusal(l)).collect()
    }

    /// Takes a picture and the page as it is, and says where they are.
    fn keep_evidence(&self) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let page = folder.join(format!("{}.html", self.story));
        let picture = folder.join(format!("{}.png", self.story));
        let source = self.session.get("source").unwrap_or_default();
        let taken = self.session.get("screenshot").unwrap_or_default();
        let written = std::fs::write(&page, source.as_str().unwrap_or_default())
            .and_then(|()| std::fs::write(&picture, bytes(taken.as_str().unwrap_or_default())));
        match written {
            Ok(()) => {
                eprintln!("a página em que a história parou: {} e {}", picture.display(), page.display());
            }
            Err(e) => eprintln!("a página em que a história parou não pôde ser guardada: {e}"),
        }
        eprintln!("endereço: {}; console: {:?}", self.path(), self.session.console());
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.keep_evidence();
        }
    }
}

/// The bytes of a text in Base64 (RFC 4648), which is how pictures come.
fn bytes(text: &str) -> Vec<u8> {
    let sextet = |c: u8| match c {
        b'A'..=b'Z' => Some(u32::from(c - b'A')),
        b'a'..=b'z' => Some(u32::from(c - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(c - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let sextets: Vec<u32> = text.bytes().filter_map(sextet).collect();
    let group = |g: &[u32]| -> Vec<u8> {
        let all = g.iter().fold(0_u32, |n, s| (n << 6) | s) << (6 * (4 - g.len()));
        let [_, a, b, c] = all.to_be_bytes();
        [a, b, c].into_iter().take(g.len().saturating_sub(1)).collect()
    };
    sextets.chunks(4).flat_map(group).collect()
}

#[test]
fn pictures_are_read_back() {
    assert_eq!(bytes("QWx2YXLDoQ=="), "Alvará".as_bytes());
    assert_eq!(bytes("QWI="), b"Ab");
}
