-- What the demonstration's plans bring a referrer.
insert into public.referral_rates (plan, percent) values ('standard', 20), ('pro', 20);
