//! Verdicts written as CSV. They stand beside the name asked for until they are whole, and never in the place of what is read.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sheet::SafeCsv;

use crate::rulebooks::{Shelf, resolved};

/// A CSV being written.
pub struct Verdicts {
    /// Rows not yet on disk.
    pub csv: SafeCsv,
    file: tempfile::NamedTempFile,
    path: PathBuf,
}

impl Verdicts {
    /// Begins a file beside `path`, which takes its name when it is whole. `inputs` are the files that are read, each with what
    /// it is.
    ///
    /// # Errors
    /// The name is that of an input, lies in the folder of a rulebook, or cannot be written.
    pub fn create(path: &Path, inputs: &[(&str, &Path)], shelf: &Shelf) -> Result<Self> {
        let found = resolved(path);
        if let Some((what, _)) = inputs.iter().find(|(_, input)| resolved(input) == found) {
            bail!("{} é {what}; escolha outro nome para o resultado", path.display());
        }
        shelf.keep_out(path)?;
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
