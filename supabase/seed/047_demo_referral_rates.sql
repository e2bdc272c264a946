-- What the demonstration's plans bring a referrer, since before its members began (supabase/seed/048_demo_money.sql).
insert into public.referral_rates (plan, percent, starts_at) values
  ('standard', 20, now() - interval '400 days'), ('pro', 20, now() - interval '400 days');
