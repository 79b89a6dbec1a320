//! The WebDriver protocol, as much of it as the stories need (W3C WebDriver, plus two of chromedriver's own commands).
//!
//! Our own hundred lines over a plain socket: the usual client brings a second `http`, a second ICU and thirty crates more, for
//! requests of one shape to a program on this machine. It is blocking on purpose: a story is read from top to bottom, and the
//! office runs on the threads of its own.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// The key under which an element is named (WebDriver, § 12.3).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// How long an answer may take before the browser counts as hung.
const PATIENCE: Duration = Duration::from_secs(60);

/// An element of the page.
#[derive(Clone, Debug)]
pub struct Element(String);

/// A browser under command, and the program that commands it.
#[derive(Debug)]
pub struct Session {
    driver: Child,
    port: u16,
    id: String,
}

/// The first of these programs that is installed.
fn installed(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    names.iter().flat_map(|n| folders.iter().map(move |f| f.join(n))).find(|p| p.is_file())
}

impl Session {
    /// Opens a headless browser that speaks Brazilian Portuguese; what is missing to do so, otherwise.
    pub fn open() -> Result<Self, String> {
        let browser = installed(&["chromium", "chromium-browser", "google-chrome"])
            .ok_or("chromium não está instalado")?;
        let program = installed(&["chromedriver"]).ok_or("chromedriver não está instalado")?;
        // port 0: the driver takes a free one and says which, so that two tests never want the same
        let mut driver = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("chromedriver não abre: {e}"))?;
        let mut said = BufReader::new(driver.stdout.take().ok_or("chromedriver sem saída")?).lines();
        let port = said.by_ref().map_while(Result::ok).find_map(|line| {
            let after = line.split_once("on port ")?.1;
            after.trim_end_matches('.').parse::<u16>().ok().filter(|p| *p != 0)
        });
        // read on, or the driver would be stopped by a full pipe
        std::thread::spawn(move || said.map_while(Result::ok).for_each(drop));
        let mut session =
            Self { driver, port: port.ok_or("chromedriver não disse a porta")?, id: String::new() };
        let asked = json!({ "capabilities": { "alwaysMatch": {
            "unhandledPromptBehavior": "accept",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "binary": browser,
                // no sandbox: the kernel of a container, where tests run as root, does not offer one;
                // less motion: a page that glides to its place would still be moving under the pointer
                "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         "--force-prefers-reduced-motion", "--lang=pt-BR", "--window-size=1280,900"],
                "prefs": { "intl.accept_languages": "pt-BR,pt" },
            },
        }}});
        let opened = session.request("POST", "/session", &asked)?;
        session.id = opened["sessionId"].as_str().ok_or("sessão sem nome")?.to_string();
        Ok(session)
    }

    fn request(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let told = |e: std::io::Error| format!("{method} {path}: {e}");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(told)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(told)?;
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json; charset=utf-8\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            body.len()
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).map_err(told)?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).map_err(told)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(|_| format!("{path}: tamanho ilegível"))?;
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).map_err(told)?;
        let mut answer: Value = serde_json::from_slice(&answer).map_err(|e| format!("{path}: {e}"))?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
            None => Ok(value),
        }
    }

    /// A command to the open browser.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        self.request("POST", &format!("/session/{}/{path}", self.id), body)
    }

    /// A question to the open browser.
    pub fn get(&self, path: &str) -> Result<Value, String> {
        self.request("GET", &format!("/session/{}/{path}", self.id), &Value::Null)
    }

    /// Runs a script in the page. WebDriver runs it past the content-security policy, which stays on for the page itself.
    pub fn run(&self, script: &str, args: &[&str]) -> Result<Value, String> {
        self.post("execute/sync", &json!({ "script": script, "args": args }))
    }

    /// Runs a script that ends by calling its last argument.
    pub fn wait_for(&self, script: &str, args: &[&str]) -> Result<Value, String> {
        self.post("execute/async", &json!({ "script": script, "args": args }))
    }

    /// The element that a script returns, alone or before a word about it.
    pub fn find(&self, script: &str, args: &[&str]) -> Option<(Element, String)> {
        let mut found = self.run(script, args).ok()?;
        let about = found[1].as_str().unwrap_or_default().to_string();
        if found.is_array() {
            found = found[0].take();
        }
        Some((Element(found[ELEMENT].as_str()?.to_string()), about))
    }

    /// Presses an element, as with the mouse.
    pub fn click(&self, on: &Element) -> Result<Value, String> {
        self.post(&format!("element/{}/click", on.0), &json!({}))
    }

    /// Empties a field.
    pub fn clear(&self, on: &Element) -> Result<Value, String> {
        self.post(&format!("element/{}/clear", on.0), &json!({}))
    }

    /// Types into a field, as with the keyboard.
    pub fn write(&self, on: &Element, text: &str) -> Result<Value, String> {
        self.post(&format!("element/{}/value", on.0), &json!({ "text": text }))
    }

    /// Presses one key, wherever the focus is.
    pub fn key(&self, key: char) -> Result<Value, String> {
        let key = key.to_string();
        let presses = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        self.post("actions", &json!({ "actions": [{ "type": "key", "id": "teclado", "actions": presses }] }))
    }

    /// Makes the page as wide as a screen: the window itself cannot be narrower than a few hundred pixels.
    pub fn screen(&self, width: u32, height: u32) -> Result<Value, String> {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.post(
            "goog/cdp/execute",
            &json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": params }),
        )
    }

    /// What the console said since the last time.
    pub fn console(&self) -> Vec<String> {
        let log = self.post("se/log", &json!({ "type": "browser" })).unwrap_or_default();
        let lines = log.as_array().into_iter().flatten();
        lines
            .map(|l| {
                format!(
                    "{} {}",
                    l["level"].as_str().unwrap_or_default(),
                    l["message"].as_str().unwrap_or_default()
                )
            })
            .collect()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // the browser first, by asking; then the driver, which is ours to end
        if !self.id.is_empty() {
            let _ = self.request("DELETE", &format!("/session/{}", self.id), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
