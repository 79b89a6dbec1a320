SELECT tenant, id, user_id, form, body, updated_at FROM form_draft ORDER BY tenant, id
