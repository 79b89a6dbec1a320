DELETE FROM form_draft WHERE tenant = $1 AND user_id = $2 AND id = $3
