//! Invented people, plates and numbers, the same every time. Every name says that it is fictitious.

/// A small repeatable source of numbers (SplitMix64); the demonstration must look the same every time.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// Begins at a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number below a limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit.max(1)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        let n = self.below(list.len() as u64);
        usize::try_from(n).ok().and_then(|n| list.get(n)).copied().unwrap_or("")
    }
}

const FIRST: [&str; 24] = [
    "Ana",
    "João",
    "Maria",
    "José",
    "Conceição",
    "Antônio",
    "Francisca",
    "Luís",
    "Sebastião",
    "Márcia",
    "Cauã",
    "Inês",
    "Davi",
    "Lúcia",
    "Otávio",
    "Rita",
    "Valdir",
    "Zélia",
    "Iara",
    "Célio",
    "Tânia",
    "Raí",
    "Noêmia",
    "Edson",
];
const MIDDLE: [&str; 18] = [
    "Araújo",
    "Bragança",
    "Côrtes",
    "Damião",
    "Esteves",
    "Falcão",
    "Guimarães",
    "Holanda",
    "Ipê",
    "Jacarandá",
    "Lontra",
    "Mangabeira",
    "Nóbrega",
    "Ouriço",
    "Pitanga",
    "Quaresma",
    "Rebouças",
    "Sabiá",
];
const MODELS: [&str; 8] = [
    "Fiat Fictício 1.0",
    "VW Exemplo 1.6",
    "Chevrolet Modelo 1.0",
    "Renault Amostra 1.6",
    "Hyundai Ensaio 1.0",
    "Toyota Hipótese 1.8",
    "Honda Suposto 1.5",
    "Ford Imaginário 1.5",
];
const COLOURS: [&str; 6] = ["branco", "prata", "preto", "cinza", "vermelho", "azul"];

/// A full name that says it is fictitious.
pub fn name(dice: &mut Dice) -> String {
    format!("{} {} Fictício", dice.pick(&FIRST), dice.pick(&MIDDLE))
}

/// Make, model and colour.
pub fn car(dice: &mut Dice) -> (String, String) {
    (dice.pick(&MODELS).to_string(), dice.pick(&COLOURS).to_string())
}

/// A CPF whose digits close, of nobody in particular. The series 999 keeps it out of what is given to people in practice.
pub fn cpf(n: u32) -> String {
    with_digits(&format!("999{:06}", n % 1_000_000), |t| brasil::cpf::Cpf::parse(t).is_ok())
}

/// A CNPJ whose digits close.
pub fn cnpj(n: u32) -> String {
    with_digits(&format!("99{:06}0001", n % 1_000_000), |t| brasil::cnpj::Cnpj::parse(t).is_ok())
}

/// A plate in the Mercosul pattern, in the series FIC and after.
pub fn plate(n: u32) -> String {
    let letter = |v: u32| char::from(b'A' + u8::try_from(v % 26).unwrap_or(0));
    format!("FI{}{}{}{:02}", letter(2 + n / 26_000), (n / 2_600) % 10, letter(n / 100), n % 100)
}

fn with_digits(body: &str, valid: impl Fn(&str) -> bool) -> String {
    (0..100).map(|d| format!("{body}{d:02}")).find(|t| valid(t)).unwrap_or_else(|| body.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn invented_numbers_are_well_formed_and_do_not_repeat() {
        let cpfs: BTreeSet<String> = (0..2000).map(cpf).collect();
        assert_eq!(cpfs.len(), 2000);
        assert!(cpfs.iter().all(|c| brasil::cpf::Cpf::parse(c).is_ok()));
        let plates: BTreeSet<String> = (0..20_000).map(plate).collect();
        assert_eq!(plates.len(), 20_000);
        assert!(plates.iter().all(|p| brasil::plate::Plate::parse(p).is_ok()));
        assert!(brasil::cnpj::Cnpj::parse(&cnpj(7)).is_ok());
    }
}
