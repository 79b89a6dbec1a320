//! One field of a form.

/// How a field is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One line.
    Text,
    /// Several lines.
    Long,
    /// A day, as `30/11/2026`.
    Date,
    /// A number.
    Number,
    /// Never sent back to the page.
    Password,
    /// Yes, no, or not known yet.
    YesNo,
    /// One of a closed list: value and words.
    Choice(Vec<(String, String)>),
    /// A heading between fields.
    Heading,
}

/// The identifier of a field in the page; dots would need escaping in links.
pub(crate) fn id_of(name: &str) -> String {
    format!("c-{}", name.replace('.', "-"))
}

/// One field of a form.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub name: String,
    pub label: String,
    pub hint: String,
    pub kind: Kind,
    pub value: String,
    pub errors: Vec<String>,
    pub required: bool,
    /// What the browser may fill in by itself.
    pub complete: &'static str,
    /// The most characters it takes.
    pub most: usize,
}

/// The most characters of one line, and of a text: more is a file pasted by mistake.
const LINE: usize = 300;
const TEXT: usize = 20_000;

impl Field {
    fn new(name: &str, label: &str, kind: Kind) -> Self {
        let most = if kind == Kind::Long { TEXT } else { LINE };
        Self {
            most,
            name: name.to_string(),
            label: label.to_string(),
            hint: String::new(),
            kind,
            value: String::new(),
            errors: Vec::new(),
            required: false,
            complete: "off",
        }
    }

    pub fn text(name: &str, label: &str) -> Self {
        Self::new(name, label, Kind::Text)
    }

    pub fn long(name: &str, label: &str) -> Self {
        Self::new(name, label, Kind::Long)
    }

    pub fn date(name: &str, label: &str) -> Self {
        Self::new(name, label, Kind::Date).hint("dd/mm/aaaa")
    }

    pub fn number(name: &str, label: &str) -> Self {
        Self::new(name, label, Kind::Number)
    }

    pub fn password(name: &str, label: &str) -> Self {
        Self::new(name, label, Kind::Password)
    }

    pub fn yes_no(name: &str, label: &str) -> Self {
        Self::new(name, label, Kind::YesNo)
    }

    pub fn choice(name: &str, label: &str, options: Vec<(String, String)>) -> Self {
        Self::new(name, label, Kind::Choice(options))
    }

    pub fn heading(label: &str) -> Self {
        Self::new("", label, Kind::Heading)
    }

    pub fn hint(mut self, text: impl Into<String>) -> Self {
        self.hint = text.into();
        self
    }

    pub fn value(mut self, text: impl Into<String>) -> Self {
        self.value = text.into();
        self
    }

    /// Says when a value is longer than the field takes.
    pub fn too_long(&self, value: &str) -> Option<String> {
        let length = value.chars().count();
        (length > self.most).then(|| {
            let count = |n: usize| brasil::money::decimal_pt(rust_decimal::Decimal::from(n));
            format!("O texto tem {} caracteres; cabem {}. Encurte-o.", count(length), count(self.most))
        })
    }

    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    pub fn complete(mut self, what: &'static str) -> Self {
        self.complete = what;
        self
    }

    /// A text that may be longer than others: a list.
    pub fn at_most(mut self, characters: usize) -> Self {
        self.most = characters;
        self
    }

    /// The identifier in the page.
    pub fn id(&self) -> String {
        id_of(&self.name)
    }

    /// What describes the field to a screen reader.
    pub fn described(&self) -> String {
        let mut ids = Vec::new();
        if !self.hint.is_empty() {
            ids.push(format!("{}-d", self.id()));
        }
        if !self.errors.is_empty() {
            ids.push(format!("{}-e", self.id()));
        }
        ids.join(" ")
    }

    /// The options of a closed list.
    pub fn options(&self) -> &[(String, String)] {
        match &self.kind {
            Kind::Choice(options) => options,
            _ => &[],
        }
    }

    /// The name of the kind, for the template.
    pub fn shape(&self) -> &'static str {
        match &self.kind {
            Kind::Text => "text",
            Kind::Long => "long",
            Kind::Date => "date",
            Kind::Number => "number",
            Kind::Password => "password",
            Kind::YesNo => "yes-no",
            // few options are read faster side by side than unfolded
            Kind::Choice(options) if options.len() <= 4 => "few",
            Kind::Choice(_) => "choice",
            Kind::Heading => "heading",
        }
    }
}
