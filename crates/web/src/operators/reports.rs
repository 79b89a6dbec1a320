//! Reports that an operator owes: handed in at the desk, or marked as missing or late.

use axum::extract::Path;
use jiff::civil::Date;
use law::value::date_pt;
use registry::Command;
use registry::command::{FileReport, MarkBreach};

use super::{NOWHERE, parsed};
use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::words::Cite;

fn sheet(cx: &Cx, id: &str, filing: &str) -> Result<Sheet, Fault> {
    let operator = parsed(id)?;
    let w = cx.office().read();
    let o = w.registry.operators.get(&operator).ok_or(NOWHERE)?;
    let known = w.law.filings.get(filing).filter(|f| f.who.as_ref() == "operadora").ok_or(NOWHERE)?;
    let name = o.trade_name.clone().unwrap_or_else(|| o.name.clone());
    let anchor = cx.query.get("desde").parse::<Date>().map(date_pt).unwrap_or_default();
    let content = known.content.as_ref().and_then(|c| w.law.contents.get(c));
    let lists_vehicles = content.is_some_and(|c| c.items.iter().any(|i| i.id.as_ref() == "veiculos"));
    let mut fields = vec![
        Field::date("anchor", "Período ou dia a que se refere")
            .value(anchor)
            .required()
            .hint("primeiro dia do período; ou o dia do fato, do pedido ou da última aceitação"),
        Field::yes_no("nil", "Declara que não houve movimento no período"),
    ];
    if lists_vehicles {
        fields.push(
            Field::long("plates", "Placas da lista")
                .hint("uma por linha, ou separadas por vírgula; com ou sem hífen")
                .at_most(400_000),
        );
    }
    fields.push(Field::long("note", "Observações").hint("como chegou, o número do protocolo"));
    let mut lines = vec![known.says.clone()];
    if let Some(c) = content {
        lines.push("Deve trazer:".into());
        lines.extend(c.items.iter().map(|i| format!("· {}", i.says)));
    }
    let back = format!("/operadoras/{id}");
    let sheet = Sheet::new(
        cx,
        &format!("Receber: {}", known.says),
        &[("/operadoras", "Operadoras"), (&back, &name)],
        fields,
    )
    .lead(name.clone())
    .submit("Registrar entrega");
    Ok(sheet.beside("O que a lei pede", lines, Cite::all(&known.base)))
}

/// `GET /operadoras/{id}/entregas/{filing}`
pub(crate) async fn filing_form(cx: Cx, Path((id, filing)): Path<(String, String)>) -> Answer {
    cx.show(sheet(&cx, &id, &filing)?).await
}

/// Plates from a pasted list: lines, commas, semicolons or tabs part them.
fn plates(text: &str) -> Vec<String> {
    text.split(['\n', ',', ';', '\t'])
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .map(ToString::to_string)
        .collect()
}

/// `POST /operadoras/{id}/entregas/{filing}`
pub(crate) async fn file_report(cx: Cx, Path((id, filing)): Path<(String, String)>, entry: Entry) -> Answer {
    let operator = parsed(&id)?;
    let sheet = sheet(&cx, &id, &filing)?;
    let build = |r: &mut Reader<'_>| {
        let anchor = r.day("anchor", "o período a que se refere");
        Some(Command::FileReport(FileReport {
            operator,
            filing,
            anchor: anchor?,
            plates: plates(&r.text("plates")),
            expected: None,
            nil: r.yes("nil").unwrap_or(false),
            note: r.some("note"),
        }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/operadoras/{id}"), "entregue")).await
}

fn breach_sheet(cx: &Cx, id: &str, filing: &str) -> Result<Sheet, Fault> {
    let operator = parsed(id)?;
    let w = cx.office().read();
    let o = w.registry.operators.get(&operator).ok_or(NOWHERE)?;
    let known = w.law.filings.get(filing).ok_or(NOWHERE)?;
    let name = o.trade_name.clone().unwrap_or_else(|| o.name.clone());
    let anchor = cx.query.get("desde").parse::<Date>().map(date_pt).unwrap_or_default();
    let fields = vec![Field::date("anchor", "Período ou dia a que se refere").value(anchor).required()];
    let mut lines =
        vec!["O registro não multa: só anota a falta. A multa depende de auto, com defesa.".to_string()];
    if let Some(code) = &known.offence {
        let says = w.law.offences.get(code).map_or("", |o| o.says.as_str());
        lines.push(format!("Linha sugerida para o auto: {}. {says}", brasil::lexml::line(code)));
    }
    let back = format!("/operadoras/{id}");
    let title = format!("Registrar descumprimento: {}", known.says);
    let sheet = Sheet::new(cx, &title, &[("/operadoras", "Operadoras"), (&back, &name)], fields)
        .lead(name.clone())
        .submit("Registrar descumprimento")
        .at_once();
    Ok(sheet.beside("O que isto faz", lines, Cite::all(&known.base)))
}

/// `GET /operadoras/{id}/descumprimentos/{filing}`
pub(crate) async fn breach_form(cx: Cx, Path((id, filing)): Path<(String, String)>) -> Answer {
    cx.show(breach_sheet(&cx, &id, &filing)?).await
}

/// `POST /operadoras/{id}/descumprimentos/{filing}`
pub(crate) async fn mark_breach(cx: Cx, Path((id, filing)): Path<(String, String)>, entry: Entry) -> Answer {
    let operator = parsed(&id)?;
    let sheet = breach_sheet(&cx, &id, &filing)?;
    let build = |r: &mut Reader<'_>| {
        let anchor = r.day("anchor", "o período a que se refere");
        Some(Command::MarkBreach(MarkBreach { operator, filing, anchor: anchor? }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/operadoras/{id}"), "descumprimento")).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_list_of_plates_is_parted() {
        assert_eq!(plates("ABC1D23\r\nFIC-1234, XYZ1A00;;\n"), ["ABC1D23", "FIC-1234", "XYZ1A00"]);
        assert!(plates(" \n ").is_empty());
    }
}
