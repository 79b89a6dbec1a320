//! Where rulebooks come from: a folder on disk when there is one, otherwise the ones that the binary carries.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use include_dir::{Dir, include_dir};
use rulebook::Source;

static CARRIED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../leis");

/// A shelf of rulebooks.
#[derive(Clone, Debug)]
pub enum Shelf {
    /// A folder with one folder for each rulebook.
    Disk(PathBuf),
    /// The ones inside the binary.
    Carried,
}

impl Shelf {
    /// The shelf that was named, or `leis` beside the working folder, or the one inside the binary.
    pub fn open(named: Option<&Path>) -> Result<Self> {
        match named {
            Some(dir) if dir.is_dir() => Ok(Self::Disk(dir.to_path_buf())),
            Some(dir) => bail!("a pasta de livros de regras {} não existe", dir.display()),
            None if Path::new("leis").is_dir() => Ok(Self::Disk("leis".into())),
            None => Ok(Self::Carried),
        }
    }

    /// Names of the rulebooks on the shelf. A folder without `norma.toml` is a rulebook in preparation, and is left alone.
    pub fn names(&self) -> Result<Vec<String>> {
        let mut names: Vec<String> = match self {
            Self::Disk(dir) => fs::read_dir(dir)
                .with_context(|| format!("não consegui abrir {}", dir.display()))?
                .filter_map(Result::ok)
                .filter(|e| e.path().join("norma.toml").is_file())
                .map(|e| e.file_name().to_string_lossy().into_owned())
                .collect(),
            Self::Carried => {
                let whole = CARRIED.dirs().filter(|d| d.contains(d.path().join("norma.toml")));
                whole.filter_map(|d| Some(d.path().file_name()?.to_string_lossy().into_owned())).collect()
            }
        };
        names.sort();
        Ok(names)
    }

    /// The rule files of a rulebook, in order of name.
    pub fn rules(&self, name: &str) -> Result<Vec<Source>> {
        let files = self.files(name)?;
        if files.is_empty() {
            let names = self.names()?;
            bail!("não há livro de regras “{name}”; os que há: {}", names.join(", "));
        }
        Ok(files)
    }

    /// The case files beside a rulebook.
    pub fn cases(&self, name: &str) -> Result<Vec<Source>> {
        self.files(&format!("{name}/casos"))
    }

    /// Changes that cannot matter, declared beside a rulebook.
    pub fn equivalents(&self, name: &str) -> Result<Vec<Source>> {
        self.files(&format!("{name}/mutacao"))
    }

    /// Refuses a place to write that lies in the folder of a rulebook: a verdict would stand where a law stood.
    ///
    /// # Errors
    /// The place lies in one.
    pub fn keep_out(&self, place: &Path) -> Result<()> {
        let Self::Disk(shelf) = self else { return Ok(()) };
        let place_found = resolved(place);
        let folders =
            fs::read_dir(shelf).with_context(|| format!("não consegui abrir {}", shelf.display()))?;
        for folder in folders.filter_map(Result::ok).map(|e| e.path()) {
            // one in preparation has no norm yet, and files all the same
            let rules =
                || fs::read_dir(&folder).is_ok_and(|mut d| d.any(|e| e.is_ok_and(|e| is_toml(&e.path()))));
            if folder.canonicalize().is_ok_and(|f| place_found.starts_with(f)) && rules() {
                bail!(
                    "{} fica na pasta do livro de regras {}; escolha outro lugar para o resultado",
                    place.display(),
                    folder.display()
                );
            }
        }
        Ok(())
    }

    fn files(&self, inner: &str) -> Result<Vec<Source>> {
        let mut out = match self {
            Self::Disk(dir) => read_folder(&dir.join(inner))?,
            Self::Carried => CARRIED
                .get_dir(inner)
                .map(|d| {
                    d.files()
                        .filter(|f| is_toml(f.path()))
                        .map(|f| {
                            let name = f.path().to_string_lossy().into_owned();
                            Source::from_bytes(name, f.contents())
                        })
                        .collect()
                })
                .unwrap_or_default(),
        };
        out.sort_by(|a: &Source, b| a.name.cmp(&b.name));
        Ok(out)
    }

    /// Reads a rulebook into a law; its faults are the error.
    pub fn law(&self, name: &str) -> Result<law::Law> {
        let sources = self.rules(name)?;
        rulebook::read(name, &sources)
            .into_law(&sources)
            .map_err(|faults| anyhow::anyhow!("o livro de regras “{name}” tem erros:\n{faults}"))
    }
}

/// Where a path leads, whether or not it is there yet.
pub fn resolved(path: &Path) -> PathBuf {
    let mut found = Path::new(".").canonicalize().unwrap_or_default();
    for part in path.components() {
        // what is not there yet is no link, and `..` leads back out of it
        match part {
            Component::ParentDir => {
                found.pop();
            }
            part => found.push(part),
        }
        found = found.canonicalize().unwrap_or(found);
    }
    found
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|x| x == "toml")
}

/// The `.toml` files directly in a folder; none when the folder is not there.
pub fn read_folder(dir: &Path) -> Result<Vec<Source>> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(Vec::new()) };
    let mut out = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("não consegui ler {}", dir.display()))?.path();
        if is_toml(&path) {
            out.push(read_file(&path)?);
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(out)
}

/// One file as a source.
pub fn read_file(path: &Path) -> Result<Source> {
    let bytes = fs::read(path).with_context(|| format!("não consegui ler {}", path.display()))?;
    Ok(Source::from_bytes(path.display().to_string(), &bytes))
}
