SELECT code, kind, act_number, bytes, sha256, issued_at FROM paper WHERE tenant = $1 AND code = $2
