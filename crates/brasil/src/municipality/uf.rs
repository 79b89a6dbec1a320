//! The twenty-six states and the Federal District.

use std::fmt;

/// A federative unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Uf {
    /// Rondônia.
    Ro,
    /// Acre.
    Ac,
    /// Amazonas.
    Am,
    /// Roraima.
    Rr,
    /// Pará.
    Pa,
    /// Amapá.
    Ap,
    /// Tocantins.
    To,
    /// Maranhão.
    Ma,
    /// Piauí.
    Pi,
    /// Ceará.
    Ce,
    /// Rio Grande do Norte.
    Rn,
    /// Paraíba.
    Pb,
    /// Pernambuco.
    Pe,
    /// Alagoas.
    Al,
    /// Sergipe.
    Se,
    /// Bahia.
    Ba,
    /// Minas Gerais.
    Mg,
    /// Espírito Santo.
    Es,
    /// Rio de Janeiro.
    Rj,
    /// São Paulo.
    Sp,
    /// Paraná.
    Pr,
    /// Santa Catarina.
    Sc,
    /// Rio Grande do Sul.
    Rs,
    /// Mato Grosso do Sul.
    Ms,
    /// Mato Grosso.
    Mt,
    /// Goiás.
    Go,
    /// Distrito Federal.
    Df,
}

/// Unit, IBGE code, abbreviation, name, time zone.
const TABLE: [(Uf, u32, &str, &str, &str); 27] = [
    (Uf::Ro, 11, "RO", "Rondônia", "America/Porto_Velho"),
    (Uf::Ac, 12, "AC", "Acre", "America/Rio_Branco"),
    (Uf::Am, 13, "AM", "Amazonas", "America/Manaus"),
    (Uf::Rr, 14, "RR", "Roraima", "America/Boa_Vista"),
    (Uf::Pa, 15, "PA", "Pará", "America/Belem"),
    (Uf::Ap, 16, "AP", "Amapá", "America/Belem"),
    (Uf::To, 17, "TO", "Tocantins", "America/Araguaina"),
    (Uf::Ma, 21, "MA", "Maranhão", "America/Fortaleza"),
    (Uf::Pi, 22, "PI", "Piauí", "America/Fortaleza"),
    (Uf::Ce, 23, "CE", "Ceará", "America/Fortaleza"),
    (Uf::Rn, 24, "RN", "Rio Grande do Norte", "America/Fortaleza"),
    (Uf::Pb, 25, "PB", "Paraíba", "America/Fortaleza"),
    (Uf::Pe, 26, "PE", "Pernambuco", "America/Recife"),
    (Uf::Al, 27, "AL", "Alagoas", "America/Maceio"),
    (Uf::Se, 28, "SE", "Sergipe", "America/Maceio"),
    (Uf::Ba, 29, "BA", "Bahia", "America/Bahia"),
    (Uf::Mg, 31, "MG", "Minas Gerais", "America/Sao_Paulo"),
    (Uf::Es, 32, "ES", "Espírito Santo", "America/Sao_Paulo"),
    (Uf::Rj, 33, "RJ", "Rio de Janeiro", "America/Sao_Paulo"),
    (Uf::Sp, 35, "SP", "São Paulo", "America/Sao_Paulo"),
    (Uf::Pr, 41, "PR", "Paraná", "America/Sao_Paulo"),
    (Uf::Sc, 42, "SC", "Santa Catarina", "America/Sao_Paulo"),
    (Uf::Rs, 43, "RS", "Rio Grande do Sul", "America/Sao_Paulo"),
    (Uf::Ms, 50, "MS", "Mato Grosso do Sul", "America/Campo_Grande"),
    (Uf::Mt, 51, "MT", "Mato Grosso", "America/Cuiaba"),
    (Uf::Go, 52, "GO", "Goiás", "America/Sao_Paulo"),
    (Uf::Df, 53, "DF", "Distrito Federal", "America/Sao_Paulo"),
];

impl Uf {
    /// All of them, in the order of their codes.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// The unit of an IBGE code (35 is São Paulo).
    #[must_use]
    pub fn from_code(code: u32) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == code).map(|row| row.0)
    }

    /// The unit of an abbreviation, in capitals or not.
    #[must_use]
    pub fn from_abbreviation(text: &str) -> Option<Self> {
        let text = text.trim();
        TABLE.iter().find(|row| row.2.eq_ignore_ascii_case(text)).map(|row| row.0)
    }

    /// The IBGE code.
    #[must_use]
    pub fn code(self) -> u32 {
        self.row().1
    }

    /// Two letters: SP.
    #[must_use]
    pub fn abbreviation(self) -> &'static str {
        self.row().2
    }

    /// The name: São Paulo.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().3
    }

    /// The IANA time zone of its capital. Fernando de Noronha and the west of Amazonas keep other hours, so a
    /// municipality may state its own.
    #[must_use]
    pub fn time_zone(self) -> &'static str {
        self.row().4
    }

    fn row(self) -> &'static (Self, u32, &'static str, &'static str, &'static str) {
        // the table is in the order of the variants, as a test proves
        &TABLE[self as usize]
    }
}

impl fmt::Display for Uf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.abbreviation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert_eq!(Uf::all().count(), 27);
        for uf in Uf::all() {
            assert_eq!(uf.row().0, uf);
            assert_eq!(Uf::from_code(uf.code()), Some(uf));
            assert_eq!(Uf::from_abbreviation(&uf.to_string().to_lowercase()), Some(uf));
        }
        assert_eq!(Uf::from_code(34), None);
        assert_eq!(Uf::from_abbreviation("XX"), None);
        assert_eq!((Uf::Mt.name(), Uf::Mt.code()), ("Mato Grosso", 51));
    }

    #[test]
    fn the_zones_exist_and_keep_no_summer_time() {
        let summer: jiff::Timestamp = "2026-01-15T12:00:00Z".parse().unwrap();
        let winter: jiff::Timestamp = "2026-07-15T12:00:00Z".parse().unwrap();
        for uf in Uf::all() {
            let zone = jiff::tz::TimeZone::get(uf.time_zone()).unwrap();
            assert_eq!(zone.to_offset(summer), zone.to_offset(winter), "{uf}");
        }
        let hours =
            |uf: Uf| jiff::tz::TimeZone::get(uf.time_zone()).unwrap().to_offset(summer).seconds() / 3600;
        assert_eq!((hours(Uf::Sp), hours(Uf::Mt), hours(Uf::Ac)), (-3, -4, -5));
    }

    /// Field fault BL-17: summer time ended with 2019.
    #[test]
    fn summer_time_is_over() {
        let instant: jiff::Timestamp = "2019-12-04T19:01:00Z".parse().unwrap();
        let local = jiff::tz::TimeZone::get(Uf::Sp.time_zone()).unwrap().to_datetime(instant);
        assert_eq!(local, jiff::civil::date(2019, 12, 4).at(16, 1, 0, 0));
    }
}
