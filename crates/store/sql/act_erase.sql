UPDATE act SET salt = NULL, payload = NULL WHERE tenant = $1 AND number = $2
