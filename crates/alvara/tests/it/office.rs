use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{alvara, err, out};

/// A demonstration at work; killed when dropped.
struct Demo {
    child: Child,
    address: String,
}

impl Demo {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_alvara"))
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .args(["demo", "--port", "0", "--data", data.to_str().unwrap()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|l| l.trim().strip_prefix("http://").map(str::to_owned))
            .expect("the demonstration prints its address");
        Self { child, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // SIGKILL, as if the plug were pulled
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn a_running_office_is_backed_up_survives_a_kill_and_comes_back_from_the_copy() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("dados");
    let copy = dir.path().join("copia.sqlite3");
    let again = dir.path().join("de-volta");
    let demo = Demo::start(&data);
    assert!(demo.get("/").starts_with("HTTP/1.1 200"));
    let backup = alvara(&["backup", "--data", data.to_str().unwrap(), copy.to_str().unwrap()]);
    assert!(backup.status.success(), "{}{}", out(&backup), err(&backup));
    drop(demo);

    let verify = alvara(&["ledger", "verify", "--data", data.to_str().unwrap()]);
    assert!(verify.status.success(), "{}", out(&verify));
    assert!(out(&verify).contains("cadeia íntegra"), "{}", out(&verify));
    let restore = alvara(&["restore", copy.to_str().unwrap(), "--data", again.to_str().unwrap()]);
    assert!(restore.status.success(), "{}{}", out(&restore), err(&restore));
    let restored = alvara(&["ledger", "verify", "--data", again.to_str().unwrap()]);
    assert_eq!(out(&restored), out(&verify));
    let twice = alvara(&["restore", copy.to_str().unwrap(), "--data", again.to_str().unwrap()]);
    assert!(!twice.status.success(), "a copy must not cover an office that is there");

    let log = out(&alvara(&["ledger", "log", "--data", data.to_str().unwrap(), "--limit", "5"]));
    assert_eq!(log.lines().count(), 5);
    assert!(!log.contains("Fictício"), "names stand in payloads only: {log}");
    let demo = Demo::start(&again);
    assert!(demo.get("/").starts_with("HTTP/1.1 200"));
}

#[test]
fn an_office_without_a_manager_says_how_to_make_one() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let serve = alvara(&["serve", "--data", data, "--port", "0"]);
    assert_eq!(serve.status.code(), Some(2));
    assert!(err(&serve).contains("alvara user add"), "{}", err(&serve));
    let mut add = Command::new(env!("CARGO_BIN_EXE_alvara"))
        .args([
            "user",
            "add",
            "--data",
            data,
            "--login",
            "gestora",
            "--name",
            "Gestora Fictícia",
            "--role",
            "gestor",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    add.stdin.take().unwrap().write_all("senha fictícia\n".as_bytes()).unwrap();
    assert!(add.wait().unwrap().success());
    let list = out(&alvara(&["user", "list", "--data", data]));
    assert!(list.contains("gestora"), "{list}");
}

#[test]
fn a_folder_without_an_office_is_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let verify = alvara(&["ledger", "verify", "--data", dir.path().to_str().unwrap()]);
    assert_eq!(verify.status.code(), Some(2));
    assert!(err(&verify).contains("não tem um livro de atos"), "{}", err(&verify));
}
