INSERT INTO form_draft (tenant, id, user_id, form, body, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
