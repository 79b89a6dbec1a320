//! A PostgreSQL of our own for the tests: made new, listening on loopback only, gone at the end.

use crate::{apt, tools};
use anyhow::{Context, Result, bail};
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The variable in which the tests look for a database.
pub const VARIABLE: &str = "ALVARA_TEST_POSTGRES";

/// How long a new server may take to answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; dropping it stops it and removes its files.
#[derive(Debug)]
pub struct Cluster {
    server: Child,
    folder: PathBuf,
    port: u16,
}

/// Who runs the server: PostgreSQL refuses to run as root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Owner {
    user: u32,
    group: u32,
}

impl Cluster {
    /// Makes and starts a cluster; `None` when this machine has no PostgreSQL.
    ///
    /// Its folder is a temporary one and not the target folder, because root's home is closed to the unprivileged
    /// user that must own it, and because a socket's path may not be longer than about a hundred bytes. Durability
    /// settings are PostgreSQL's own: what the store promises is tested as it will run.
    pub fn start() -> Result<Option<Cluster>> {
        let Some(initdb) = tools::path_of("initdb") else { return Ok(None) };
        // `initdb` may be a link into the folder that holds `postgres`
        let programs = fs::canonicalize(&initdb)?;
        let programs = programs.parent().context("initdb stands in no folder")?.to_owned();
        let owner =
            if apt::is_root() { Some(unprivileged(&fs::read_to_string("/etc/passwd")?)?) } else { None };
        let folder = std::env::temp_dir().join(format!("alvara-pg-{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        if let Some(owner) = owner {
            chown(&folder, Some(owner.user), Some(owner.group))?;
        }
        match launch(&programs, &folder, owner) {
            Ok(cluster) => Ok(Some(cluster)),
            Err(error) => {
                let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
                let _already_failing = fs::remove_dir_all(&folder);
                Err(error.context(format!("PostgreSQL did not start\n{log}")))
            }
        }
    }

    /// The address for [`VARIABLE`].
    pub fn url(&self) -> String {
        format!("postgres://alvara@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // SIGINT is PostgreSQL's fast shutdown: it ends the sessions and writes a last checkpoint
        let asked = Command::new("kill").args(["-INT", &self.server.id().to_string()]).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _it_may_be_gone = self.server.kill();
        }
        let _ended = self.server.wait();
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("{} was left behind: {error}", self.folder.display());
        }
    }
}

fn launch(programs: &Path, folder: &Path, owner: Option<Owner>) -> Result<Cluster> {
    let data = folder.join("data");
    let log = fs::File::create(folder.join("log"))?;
    // trust is safe here: the server listens on loopback and its folder is closed to other users
    let made = command(programs, "initdb", folder, owner)
        .args(["--username=alvara", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"])
        .arg("--pgdata")
        .arg(&data)
        .stdout(log.try_clone()?)
        .stderr(log.try_clone()?)
        .status()?;
    if !made.success() {
        bail!("initdb ended with {made}");
    }
    let port = free_port()?;
    let server = command(programs, "postgres", folder, owner)
        .arg("-D")
        .arg(&data)
        .arg("-k")
        .arg(folder)
        .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1"])
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()?;
    // from here on the server is stopped whatever happens
    let mut cluster = Cluster { server, folder: folder.to_owned(), port };
    wait_until_ready(programs, &mut cluster)?;
    Ok(cluster)
}

fn wait_until_ready(programs: &Path, cluster: &mut Cluster) -> Result<()> {
    let start = Instant::now();
    loop {
        let answers = Command::new(programs.join("pg_isready"))
            .args(["-q", "-h", "127.0.0.1", "-p", &cluster.port.to_string()])
            .stdin(Stdio::null())
            .status()?;
        if answers.success() {
            return Ok(());
        }
        if let Some(status) = cluster.server.try_wait()? {
            let log = fs::read_to_string(cluster.folder.join("log")).unwrap_or_default();
            bail!("the server ended with {status}\n{log}");
        }
        if start.elapsed() > PATIENCE {
            bail!("the server did not answer within {} s", PATIENCE.as_secs());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn command(programs: &Path, program: &str, folder: &Path, owner: Option<Owner>) -> Command {
    let mut command = Command::new(programs.join(program));
    command.current_dir(folder).stdin(Stdio::null());
    if let Some(owner) = owner {
        command.uid(owner.user).gid(owner.group);
    }
    command
}

/// A port that was free a moment ago; nobody else on a machine that runs tests is likely to take it meanwhile.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// The user `postgres`, which the package made, or `nobody`.
fn unprivileged(passwd: &str) -> Result<Owner> {
    let numbers = |user: &str| {
        let line = passwd.lines().find(|line| line.split(':').next() == Some(user))?;
        let mut fields = line.split(':').skip(2);
        Some(Owner { user: fields.next()?.parse().ok()?, group: fields.next()?.parse().ok()? })
    };
    ["postgres", "nobody"]
        .into_iter()
        .find_map(numbers)
        .context("no user `postgres` and no `nobody` in /etc/passwd")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[test]
    fn the_unprivileged_user_is_read_from_the_list() {
        let passwd = "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n";
        assert_eq!(unprivileged(passwd).expect("nobody"), Owner { user: 65534, group: 65533 });
        let with = format!("{passwd}postgres:x:104:112::/var/lib/postgresql:/bin/bash\n");
        assert_eq!(unprivileged(&with).expect("postgres"), Owner { user: 104, group: 112 });
        assert!(unprivileged("root:x:0:0::/root:/bin/sh\n").is_err());
    }

    #[test]
    fn a_cluster_answers_and_leaves_nothing_behind() {
        let Some(cluster) = Cluster::start().expect("starts") else {
            println!("skipped: this machine has no PostgreSQL");
            return;
        };
        let (port, folder) = (cluster.port, cluster.folder.clone());
        assert_eq!(cluster.url(), format!("postgres://alvara@127.0.0.1:{port}/postgres"));
        assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
        drop(cluster);
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
        assert!(!folder.exists());
    }
}
