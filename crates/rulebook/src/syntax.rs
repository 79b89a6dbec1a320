//! The sentences of the TOML parser, in Portuguese: a clerk who forgot a quotation mark reads what to do, not a grammar.

/// Each sentence of the parser and what it tells the writer of a rulebook. A longer one stands before those it begins with.
const SENTENCES: [(&str, &str); 68] = [
    ("`_` may only go between digits", "o `_` só cabe entre dois algarismos"),
    (
        "cannot extend value of type array",
        "esta chave já tem uma lista por valor, e nada se acrescenta a ela com um ponto",
    ),
    (
        "cannot extend value of type inline table",
        "esta chave já tem uma tabela em linha por valor, e nada se acrescenta a ela com um ponto",
    ),
    ("cannot extend value of type", "esta chave já tem um valor, e nada se acrescenta a ele com um ponto"),
    ("cannot recurse further", "há tabelas ou listas demais umas dentro das outras"),
    ("recursion limit", "há tabelas ou listas demais umas dentro das outras"),
    ("carriage return must be followed by newline", "há um retorno de carro sem fim de linha"),
    ("duplicate key", "chave repetida"),
    ("extra `=`", "há um `=` a mais"),
    ("extra assignment between key-value pairs", "há um `=` a mais"),
    ("extra comma in array", "há uma vírgula a mais na lista"),
    ("extra comma in inline table", "há uma vírgula a mais na tabela em linha"),
    ("floating-point number overflowed", "número grande demais"),
    ("integer number overflowed", "número grande demais"),
    ("integers with a radix cannot be signed", "número com base não leva sinal"),
    ("invalid basic string", "texto entre aspas inválido: confira a `\\`"),
    ("invalid binary number", "número binário inválido"),
    ("invalid boolean", "esperava `true` ou `false`"),
    ("invalid comment character", "há no comentário um caractere que não se pode usar"),
    ("invalid date-time", "data ou hora inválida: escreva, por exemplo, 2025-03-31"),
    ("invalid date", "data ou hora inválida: escreva, por exemplo, 2025-03-31"),
    ("invalid time", "hora inválida: escreva, por exemplo, 08:30:00"),
    ("invalid exponent", "expoente inválido"),
    ("invalid float", "número com decimais inválido: escreva, por exemplo, 1.5"),
    ("invalid fraction", "número com decimais inválido: depois do ponto vêm algarismos"),
    ("invalid hexadecimal number", "número hexadecimal inválido"),
    ("invalid inline table element", "na tabela em linha esperava `chave = valor`"),
    ("invalid integer number", "número inteiro inválido"),
    ("invalid key-value pair", "esperava `chave = valor`"),
    ("invalid key", "nome de chave inválido"),
    ("invalid literal string", "texto entre apóstrofos inválido"),
    ("invalid mantissa", "número com decimais inválido: antes do ponto vêm algarismos"),
    ("invalid multi-line", "texto de várias linhas inválido"),
    ("invalid octal number", "número octal inválido"),
    ("invalid string", "texto inválido"),
    ("invalid table", "cabeçalho de tabela inválido: escreva [nome] ou [[nome]]"),
    (
        "invalid unquoted key",
        "nome de chave inválido: sem aspas, só letras sem acento, algarismos, `_` e `-`",
    ),
    ("invalid value", "valor inválido"),
    ("key with no value", "chave sem valor"),
    ("keys cannot be multi-line", "nome de chave não tem várias linhas"),
    ("missing array opening", "falta o `[` da lista"),
    ("missing assignment between key-value pairs", "falta o `=` entre a chave e o valor"),
    ("missing comma between array elements", "falta a vírgula entre os itens da lista"),
    ("missing comma between key-value pairs", "falta a vírgula entre as chaves da tabela em linha"),
    ("missing comment start", "falta o `#` do comentário"),
    ("missing escaped value", "falta o que vem depois da `\\`"),
    ("missing inline table opening", "falta o `{` da tabela em linha"),
    ("missing key", "falta a chave"),
    ("missing opening quote", "falta a aspa que abre o texto"),
    ("missing table open", "falta o `[` do cabeçalho da tabela"),
    ("missing value", "falta o valor"),
    ("radix must be lowercase", "a letra da base do número é minúscula"),
    ("redundant integer number prefix", "prefixo de número a mais"),
    ("redundant numeric sign", "sinal a mais no número"),
    ("string values must be quoted", "falta o valor, ou é um texto sem aspas"),
    ("too few unicode value digits", "faltam algarismos ao código do caractere"),
    ("unclosed array table", "falta o `]]` do cabeçalho da lista de tabelas"),
    ("unclosed array", "falta o `]` da lista"),
    ("unclosed inline table", "falta o `}` da tabela em linha"),
    ("unclosed table", "falta o `]` do cabeçalho da tabela"),
    ("unexpected `=` in array", "numa lista não cabe `=`"),
    ("unexpected content", "há algo a mais aqui"),
    ("unexpected key or value", "há uma chave ou um valor a mais: um por linha"),
    ("unexpected leading zero", "número não começa com zero"),
    ("unexpected sign", "sinal fora de lugar"),
    ("unexpected", "há algo inesperado aqui"),
    ("unquoted keys cannot be empty", "falta o nome da chave"),
    ("invalid", "há algo inválido aqui"),
];

/// What the parser found, in Portuguese.
pub(crate) fn in_portuguese(message: &str) -> &'static str {
    SENTENCES
        .iter()
        .find(|(found, _)| message.starts_with(found))
        .map_or("não se entende o que está aqui", |(_, says)| says)
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    #[test]
    fn what_people_forget_is_told_in_their_words() {
        let told = |text: &str| {
            let (_, errors) = DeTable::parse_recoverable(text);
            errors.first().map(|e| in_portuguese(e.message()).to_string())
        };
        let samples = [
            ("a = [1, 2", "falta o `]` da lista"),
            ("a = [\"x\" \"y\"]", "falta a vírgula entre os itens da lista"),
            ("a = { b = 1", "falta o `}` da tabela em linha"),
            ("a = \"b", "texto entre aspas inválido: confira a `\\`"),
            ("[a\nb = 1", "falta o `]` do cabeçalho da tabela"),
            ("a = 1\na = 2", "chave repetida"),
            ("a = motorista", "falta o valor, ou é um texto sem aspas"),
            ("a =", "falta o valor, ou é um texto sem aspas"),
            ("a", "chave sem valor"),
            ("a = 2025-13-41", "data ou hora inválida: escreva, por exemplo, 2025-03-31"),
            ("a = 007", "número não começa com zero"),
            ("diz = 'x' 'y'", "há uma chave ou um valor a mais: um por linha"),
            ("ação = 1", "nome de chave inválido: sem aspas, só letras sem acento, algarismos, `_` e `-`"),
        ];
        let found: Vec<_> = samples.iter().map(|(text, _)| (*text, told(text))).collect();
        let wanted: Vec<_> = samples.iter().map(|(text, says)| (*text, Some((*says).to_string()))).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_longer_sentence_is_not_hidden_by_its_beginning() {
        for (at, (longer, _)) in SENTENCES.iter().enumerate() {
            let hidden = SENTENCES[..at].iter().find(|(shorter, _)| longer.starts_with(shorter));
            assert_eq!(hidden, None, "{longer}");
        }
    }
}
