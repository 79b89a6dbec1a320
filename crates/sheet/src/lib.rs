//! Spreadsheet exports: delimiter, encoding, headers, cells, found out and shown
