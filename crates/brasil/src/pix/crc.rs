//! The checksum of a BR Code.

/// CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF, nothing reflected, nothing added at the end.
#[must_use]
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            if crc & 0x8000 == 0 { crc << 1 } else { (crc << 1) ^ 0x1021 }
        })
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn has_the_published_check_value() {
        assert_eq!(super::crc16(b"123456789"), 0x29B1);
        assert_eq!(super::crc16(b""), 0xFFFF);
    }
}
