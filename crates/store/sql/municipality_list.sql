SELECT tenant FROM municipality ORDER BY tenant
