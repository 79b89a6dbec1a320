-- Nobody writes over the draft of another user.
INSERT INTO form_draft (tenant, id, user_id, form, body, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (tenant, id) DO UPDATE
SET form = excluded.form, body = excluded.body, updated_at = excluded.updated_at
WHERE form_draft.user_id = excluded.user_id
