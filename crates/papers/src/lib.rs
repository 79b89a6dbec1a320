//! The papers a municipality hands out, as PDF/A-2a and PDF/UA-1
