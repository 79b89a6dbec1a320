//! Just enough of a browser to open pages on one kept connection.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use anyhow::{Context as _, Result, bail};

/// What came back.
pub struct Page {
    /// The status code.
    pub status: u16,
    /// The body as text.
    pub body: String,
    location: Option<String>,
}

/// A connection with its cookies.
pub struct Browser {
    stream: BufReader<TcpStream>,
    port: u16,
    cookies: Vec<(String, String)>,
}

impl Browser {
    /// Connects.
    pub fn new(port: u16) -> Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).context("the office does not answer")?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), port, cookies: Vec::new() })
    }

    /// Opens a page.
    pub fn get(&mut self, path: &str) -> Result<Page> {
        self.send("GET", path, "")
    }

    /// Signs in.
    pub fn sign_in(&mut self, login: &str, password: &str) -> Result<()> {
        let form = self.get("/entrar")?;
        let secret = secret(&form.body)?;
        let page =
            self.send("POST", "/entrar", &format!("_csrf={secret}&de=&login={login}&senha={password}"))?;
        match page.location.as_deref() {
            Some(to) if page.status == 303 && !to.contains("entrar") => Ok(()),
            _ => bail!("signing in answered {}", page.status),
        }
    }

    /// Searches and gives the page of results.
    pub fn post_search(&mut self, text: &str) -> Result<String> {
        let form = self.get("/busca")?;
        let secret = secret(&form.body)?;
        let text: String = text.bytes().map(|b| format!("%{b:02X}")).collect();
        let page = self.send("POST", "/busca", &format!("_csrf={secret}&q={text}"))?;
        if page.status != 200 {
            bail!("the search answered {}", page.status);
        }
        Ok(page.body)
    }

    fn send(&mut self, method: &str, path: &str, body: &str) -> Result<Page> {
        let cookies: Vec<String> = self.cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Origin: http://127.0.0.1:{}\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            cookies.join("; "),
            self.port,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        self.receive()
    }

    fn receive(&mut self) -> Result<Page> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|s| s.parse().ok()).context("no status line")?;
        let (mut length, mut chunked, mut location) = (0_usize, false, None);
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let header = line.trim_end();
            if header.is_empty() {
                break;
            }
            let Some((name, value)) = header.split_once(':') else { continue };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse()?,
                "transfer-encoding" => chunked = value.eq_ignore_ascii_case("chunked"),
                "location" => location = Some(value.to_owned()),
                "set-cookie" => self.keep(value),
                _ => {}
            }
        }
        let mut body = Vec::new();
        if chunked {
            loop {
                line.clear();
                self.stream.read_line(&mut line)?;
                let size = usize::from_str_radix(line.trim(), 16)?;
                let mut part = vec![0; size + 2];
                self.stream.read_exact(&mut part)?;
                if size == 0 {
                    break;
                }
                body.extend_from_slice(&part[..size]);
            }
        } else {
            body.resize(length, 0);
            self.stream.read_exact(&mut body)?;
        }
        Ok(Page { status, body: String::from_utf8_lossy(&body).into_owned(), location })
    }

    fn keep(&mut self, cookie: &str) {
        let pair = cookie.split(';').next().unwrap_or_default();
        if let Some((name, value)) = pair.split_once('=') {
            self.cookies.retain(|(n, _)| n != name);
            self.cookies.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// The secret that a form sends back.
fn secret(page: &str) -> Result<String> {
    let at = page.find("name=\"_csrf\" value=\"").context("the page has no form")?;
    let rest = &page[at + "name=\"_csrf\" value=\"".len()..];
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}

/// The first link on a page that begins so.
pub fn link(page: &str, begins: &str) -> Option<String> {
    let marks = format!("href=\"{begins}");
    page.split(&marks)
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap_or_default())
        .find(|end| end.starts_with("cnd_"))
        .map(|end| format!("{begins}{end}"))
}
