SELECT tenant, code, kind, act_number, bytes, sha256, issued_at FROM paper ORDER BY tenant, code
