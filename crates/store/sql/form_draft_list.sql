SELECT id, user_id, form, body, updated_at FROM form_draft
WHERE tenant = $1 AND user_id = $2 ORDER BY updated_at DESC, id
