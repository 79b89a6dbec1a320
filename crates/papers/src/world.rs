//! The small closed world a template sees: its siblings, three fonts, the paper's data and its QR code.

use std::sync::LazyLock;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt as _, World};

use crate::PaperError;

/// Source Sans 3 (SIL Open Font License 1.1, `modelos/fonts/OFL.txt`): a calm letter with Latin, Greek and Cyrillic
/// glyphs and a slashed zero, which plates and codes use so that 0 is not taken for O.
const FONTS: [&[u8]; 3] = [
    include_bytes!("../../../modelos/fonts/SourceSans3-Regular.ttf"),
    include_bytes!("../../../modelos/fonts/SourceSans3-Bold.ttf"),
    include_bytes!("../../../modelos/fonts/SourceSans3-Italic.ttf"),
];

/// Name of the shared style, which the templates import.
const STYLE: (&str, &str) = ("/papel.typ", include_str!("../../../modelos/papel.typ"));

/// Where a template reads its data.
const DATA: &str = "/dados.json";
/// Where a template finds its QR code.
const QR: &str = "/qr.svg";

/// One kind of paper.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Template {
    Credential,
    InfractionNotice,
}

impl Template {
    const ALL: [Template; 2] = [Template::Credential, Template::InfractionNotice];

    const fn file(self) -> (&'static str, &'static str) {
        match self {
            Template::Credential => ("/credencial.typ", include_str!("../../../modelos/credencial.typ")),
            Template::InfractionNotice => {
                ("/auto-de-infracao.typ", include_str!("../../../modelos/auto-de-infracao.typ"))
            }
        }
    }
}

/// What is the same for every paper, read once.
struct House {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    sources: Vec<Source>,
    data: FileId,
    qr: FileId,
}

static HOUSE: LazyLock<Result<House, PaperError>> = LazyLock::new(House::open);

impl House {
    fn open() -> Result<House, PaperError> {
        let fonts = FONTS
            .into_iter()
            .map(|bytes| Font::new(Bytes::new(bytes), 0).ok_or_else(|| setup("fonte ilegível")))
            .collect::<Result<Vec<Font>, PaperError>>()?;
        let mut sources = Vec::new();
        for (path, text) in std::iter::once(STYLE).chain(Template::ALL.map(Template::file)) {
            sources.push(Source::new(file_id(path)?, text.to_owned()));
        }
        Ok(House {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            sources,
            data: file_id(DATA)?,
            qr: file_id(QR)?,
        })
    }
}

fn setup(reason: &str) -> PaperError {
    PaperError::Setup { reason: reason.to_owned() }
}

fn file_id(path: &str) -> Result<FileId, PaperError> {
    let path = VirtualPath::new(path).map_err(|error| setup(&format!("{path}: {error:?}")))?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

/// Whether every embedded font has a glyph for `c`.
///
/// # Errors
/// [`PaperError::Setup`] when the embedded fonts cannot be read.
pub(crate) fn drawable() -> Result<impl Fn(char) -> bool, PaperError> {
    let house = HOUSE.as_ref().map_err(Clone::clone)?;
    Ok(|c| house.fonts.iter().all(|font| font.info().coverage.contains(u32::from(c))))
}

/// The world of one paper: no file system, no network, no clock.
pub(crate) struct PaperWorld {
    house: &'static House,
    main: FileId,
    data: Bytes,
    qr: Bytes,
}

impl PaperWorld {
    /// # Errors
    /// [`PaperError::Setup`] when the embedded fonts or templates cannot be read.
    pub(crate) fn new(template: Template, data: String, qr: String) -> Result<PaperWorld, PaperError> {
        let house = HOUSE.as_ref().map_err(Clone::clone)?;
        let main = file_id(template.file().0)?;
        Ok(PaperWorld { house, main, data: Bytes::from_string(data), qr: Bytes::from_string(qr) })
    }
}

impl World for PaperWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.house.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.house.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.house.sources.iter().find(|source| source.id() == id).cloned().ok_or_else(|| absent(id))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == self.house.data {
            Ok(self.data.clone())
        } else if id == self.house.qr {
            Ok(self.qr.clone())
        } else {
            Err(absent(id))
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.house.fonts.get(index).cloned()
    }

    // a template that asks for today would give other bytes tomorrow
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn absent(id: FileId) -> FileError {
    FileError::NotFound(id.get().vpath().get_without_slash().into())
}
