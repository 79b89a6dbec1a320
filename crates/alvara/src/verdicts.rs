//! Verdicts written as CSV. They stand beside the name asked for until they are whole, and never in the place of the register.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sheet::SafeCsv;

/// A CSV being written.
pub struct Verdicts {
    /// Rows not yet on disk.
    pub csv: SafeCsv,
    file: tempfile::NamedTempFile,
    path: PathBuf,
}

impl Verdicts {
    /// Begins a file beside `path`, which takes its name when it is whole.
    ///
    /// # Errors
    /// The name is that of the register, or cannot be written.
    pub fn create(path: &Path, register: &Path) -> Result<Self> {
        let same = path.canonicalize().ok().zip(register.canonicalize().ok()).is_some_and(|(a, b)| a == b);
        if same {
            bail!("{} é a própria planilha auditada; escolha outro nome para o resultado", path.display());
        }
        if path.exists() && !path.is_file() {
            bail!("{} não é um arquivo comum; escolha outro nome para o resultado", path.display());
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::NamedTempFile::new_in(folder)
            .with_context(|| format!("não consegui gravar na pasta {}", folder.display()))?;
        Ok(Self { csv: SafeCsv::new(), file, path: path.to_path_buf() })
    }

    /// Puts the rows so far on disk.
    ///
    /// # Errors
    /// The disk takes no more.
    pub fn write(&mut self) -> Result<()> {
        self.file.write_all(&self.csv.take()).context("não consegui gravar o resultado")
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// The disk takes no more, or the name cannot be given.
    pub fn close(mut self) -> Result<()> {
        self.write()?;
        self.file.as_file().sync_all().context("não consegui gravar o resultado")?;
        self.file
            .persist(&self.path)
            .with_context(|| format!("não consegui gravar {}", self.path.display()))?;
        Ok(())
    }
}
