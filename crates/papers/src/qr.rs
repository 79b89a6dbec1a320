//! QR codes as SVG, for papers and pages.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

use crate::PaperError;

/// Light modules around the symbol, on each side (ISO/IEC 18004: four).
const QUIET_ZONE: usize = 4;

/// Draws `text` as a QR code: an SVG element of one unit per module, black on white whatever the page's colours, with
/// the quiet zone inside, no style attribute and no XML prolog, so that it can stand in a page with a strict content
/// policy as well as on paper. Quarter of the symbol may be damaged and it still reads (level Q): papers get folded.
///
/// The element says `role="img"` and is named in Portuguese after its text.
///
/// # Errors
/// [`PaperError::QrTooLong`] when the text exceeds what the largest symbol holds (1,663 bytes at this level).
pub fn qr_svg(text: &str) -> Result<String, PaperError> {
    let code = QrCode::with_error_correction_level(text, EcLevel::Q)
        .map_err(|_| PaperError::QrTooLong { length: text.len() })?;
    let width = code.width();
    let side = width + 2 * QUIET_ZONE;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img" aria-label="Código QR: {name}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/><path fill="#000" d=""##,
        name = escape_attribute(text),
    );
    for (y, row) in code.to_colors().chunks(width).enumerate() {
        let mut x = 0;
        while x < row.len() {
            let run = row[x..].iter().take_while(|&&module| module == Color::Dark).count();
            if run > 0 {
                // writing to a String cannot fail
                let _ = write!(svg, "M{} {}h{run}v1h-{run}z", x + QUIET_ZONE, y + QUIET_ZONE);
            }
            x += run.max(1);
        }
    }
    svg.push_str("\"/></svg>");
    Ok(svg)
}

fn escape_attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_a_quiet_zone_of_four_modules() {
        let svg = qr_svg("https://exemplo.invalid/v/0").unwrap();
        assert!(svg.contains(r#"viewBox="0 0 37 37""#), "version 3 is 29 modules wide: {svg}");
        // the finder pattern's first row starts after the quiet zone
        assert!(svg.contains("M4 4h7v1h-7z"));
    }

    #[test]
    fn text_cannot_leave_its_attribute() {
        let svg = qr_svg("\"><script>alert(1)</script>&\u{7}").unwrap();
        assert!(!svg.contains("<script"));
        assert!(svg.contains("&quot;&gt;&lt;script&gt;"));
        assert!(!svg.contains('\u{7}'));
    }

    #[test]
    fn refuses_a_text_that_does_not_fit() {
        assert_eq!(qr_svg(&"x".repeat(4000)), Err(PaperError::QrTooLong { length: 4000 }));
    }
}
