SELECT tenant, head_number, head_hash FROM municipality ORDER BY tenant
