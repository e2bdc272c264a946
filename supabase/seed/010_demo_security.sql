-- The demonstration's administrator has a password alone at first: they may publish, and add a second factor when they
-- wish. With one, they are asked for it. A database without the demonstration asks from the start.
update private.security_settings set require_staff_mfa = false;
