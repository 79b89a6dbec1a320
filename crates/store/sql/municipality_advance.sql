UPDATE municipality SET head_number = $2, head_hash = $3 WHERE tenant = $1
