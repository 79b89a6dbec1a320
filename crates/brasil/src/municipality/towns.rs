//! Every municipality with its code and its official name.

use super::{Ibge, Uf};

/// One line for each: code, name; in the order of the codes. IBGE, API de localidades, as published on 2026-09-26.
const TOWNS: &str = include_str!("towns.txt");

/// A municipality. The Distrito Federal is listed as Brasília, and Fernando de Noronha, a district of its State, as IBGE lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Town {
    /// Its code.
    pub ibge: Ibge,
    /// Its official name, with its accents: `São José dos Campos`.
    pub name: &'static str,
}

/// The municipalities of a State, in the order of their codes.
pub fn towns(uf: Uf) -> impl Iterator<Item = Town> {
    let all = TOWNS.lines().filter_map(|line| line.split_once(' '));
    all.filter_map(|(code, name)| Some(Town { ibge: Ibge::parse(code).ok()?, name }))
        .filter(move |t| t.ibge.uf() == uf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_municipality_of_a_state() {
        let listed: Vec<Town> = Uf::all().flat_map(towns).collect();
        assert_eq!(listed.len(), 5571);
        assert_eq!(listed.len(), TOWNS.lines().count());
        assert!(TOWNS.lines().zip(TOWNS.lines().skip(1)).all(|(a, b)| a.get(..7) < b.get(..7)));
        assert_eq!(towns(Uf::Df).map(|t| t.name).collect::<Vec<_>>(), ["Brasília"]);
    }

    #[test]
    fn a_name_is_of_one_town_of_its_state() {
        for uf in Uf::all() {
            let mut names: Vec<&str> = towns(uf).map(|t| t.name).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{uf}");
        }
        let code = |uf, name: &str| towns(uf).find(|t| t.name == name).map(|t| t.ibge.code());
        assert_eq!(code(Uf::Sp, "Caraguatatuba"), Some(3_510_500));
        assert_eq!(code(Uf::Mt, "Pontal do Araguaia"), Some(5_106_653));
    }
}
