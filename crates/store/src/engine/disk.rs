//! Whether a file is on a network file system, whose locks SQLite cannot trust.

use std::path::Path;

/// File systems that reach over a network, as Linux names them.
const NETWORK: [&str; 9] =
    ["nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "afs", "ncpfs", "fuse.glusterfs"];

/// The network file system that holds `path`, if it is one and the system tells.
pub(crate) fn network_file_system(path: &Path) -> Option<String> {
    let mounts = std::fs::read_to_string("/proc/self/mounts").ok()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().ok()?;
    network_mount(&mounts, &folder)
}

/// The kind of the innermost mount above `folder`, when it is a network file system. `mounts` has the form of
/// `/proc/self/mounts`; of two mounts on one place, the later one counts.
fn network_mount(mounts: &str, folder: &Path) -> Option<String> {
    let mut innermost = (0, None);
    for line in mounts.lines() {
        let mut words = line.split(' ');
        let (Some(place), Some(kind)) = (words.nth(1), words.next()) else {
            continue;
        };
        let place = place.replace("\\040", " ");
        if folder.starts_with(&place) && place.len() >= innermost.0 {
            innermost = (place.len(), Some(kind));
        }
    }
    innermost.1.filter(|kind| NETWORK.contains(kind)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "/dev/sda1 / ext4 rw 0 0\n\
        server:/home /home nfs4 rw 0 0\n\
        /dev/sdb1 /home/local ext4 rw 0 0\n\
        //nas/dados /mnt/rede\\040da\\040prefeitura cifs rw 0 0\n\
        broken\n";

    #[test]
    fn finds_the_innermost_mount() {
        let kind = |folder: &str| network_mount(MOUNTS, Path::new(folder));
        assert_eq!(kind("/var/lib/alvara"), None);
        assert_eq!(kind("/home/maria"), Some("nfs4".into()));
        assert_eq!(kind("/home/local/alvara"), None);
        assert_eq!(kind("/homework"), None);
        assert_eq!(kind("/mnt/rede da prefeitura/x"), Some("cifs".into()));
    }
}
