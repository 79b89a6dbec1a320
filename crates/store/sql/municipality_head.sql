SELECT head_number, head_hash FROM municipality WHERE tenant = $1
