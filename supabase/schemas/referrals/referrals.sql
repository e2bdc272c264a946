-- Referrals: who signed up through whose link. Clicks are counted anonymously; only a visitor who agreed has a random number in
-- their browser, for as long as a first touch counts. No address or device data are stored. The attribution is made in the
-- sign-up's transaction, with its lead, and records why it does not count, if so. One level only.
create table public.referral_settings (
  only_row boolean primary key default true check (only_row),
  attribution_days int not null default 60 check (attribution_days between 1 and 365),
  commission_months int not null default 12 check (commission_months between 1 and 60),
  hold_days int not null default 14 check (hold_days between 14 and 90),
  payout_minimum bigint not null default 5000 check (payout_minimum > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  wallet_hold_hours int not null default 48 check (wallet_hold_hours between 24 and 336)
);
comment on table public.referral_settings is 'One row: the programme''s rules. Amounts in minor units; hold_days is never shorter than the withdrawal period.';
insert into public.referral_settings default values;
call private.audit_changes('public.referral_settings');

create table public.referral_codes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null unique check (code ~ '^[A-HJKMNP-TV-Z2-9]{7}$'),
  created_at timestamptz not null default now()
);
comment on table public.referral_codes is 'The code in a member''s link: seven unambiguous letters and digits.';

create table private.referral_clicks (
  code text not null references public.referral_codes (code) on delete cascade,
  visitor uuid not null,
  first_at timestamptz not null default now(),
  again int not null default 0,
  robot boolean not null,
  primary key (code, visitor)
);
comment on table private.referral_clicks is 'One row per browser that opened a link and agreed to be remembered: its random number, the first time, and how often again. Robots are kept apart. Rows older than a first touch counts are aggregated into referral_click_days and deleted.';
create index referral_clicks_of_visitor on private.referral_clicks (visitor, first_at);
create index referral_clicks_first on private.referral_clicks (first_at);

create table private.referral_click_days (
  code text not null references public.referral_codes (code) on delete cascade,
  day date not null,
  clicks int not null check (clicks >= 0),
  primary key (code, day)
);
comment on table private.referral_click_days is 'Per day, how often a link was opened by browsers without a number, and, once their rows are deleted, by how many with one for the first time.';

create table private.member_browsers (
  user_id uuid not null references auth.users (id) on delete cascade,
  visitor uuid not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, visitor)
);
comment on table private.member_browsers is 'The random numbers of browsers that a member used for signing up or for their own link''s page: no one can refer themselves.';
create index member_browsers_of_visitor on private.member_browsers (visitor);

create table private.former_mailboxes (
  mark text primary key,
  left_at timestamptz not null
);
comment on table private.former_mailboxes is 'Keyed hashes of the mailboxes of deleted accounts, for a year: a returning member is not a new one. The mailboxes cannot be recovered from them.';

create table private.former_mailbox_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.former_mailbox_key is 'The key for hashing former mailboxes.';
insert into private.former_mailbox_key default values;

create table public.referrals (
  id bigint generated always as identity primary key,
  referrer uuid not null references auth.users (id) on delete cascade,
  referred uuid not null unique references auth.users (id) on delete cascade,
  touched_at timestamptz not null,
  signed_up_at timestamptz not null default now(),
  blocked_for text check (blocked_for in ('own_mailbox', 'own_phone', 'own_browser', 'own_payment_method', 'returning', 'staff')),
  blocked_at timestamptz,
  check (referrer <> referred),
  check ((blocked_for is null) = (blocked_at is null))
);
comment on table public.referrals is 'Who signed up through whose link. blocked_for: why it earns nothing; the row is kept, so that the reason can be given.';
create index referrals_of_referrer on public.referrals (referrer, signed_up_at);

create function private.may_refer(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = member and not is_anonymous and deleted_at is null)
    and not exists (select from public.staff where user_id = member)
    and not exists (select from public.member_suspensions where user_id = member and reinstated_at is null)
$$;
comment on function private.may_refer(uuid) is 'Whether an account takes part: not staff, suspended or anonymous.';

create function private.note_browser(member uuid, visitor uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.member_browsers (user_id, visitor)
  select member, note_browser.visitor where visitor is not null and (select count(*) from private.member_browsers where user_id = member) < 50
  on conflict do nothing
$$;
comment on function private.note_browser(uuid, uuid) is 'Records a browser as a member''s; at most fifty.';

create function public.open_referral(visitor uuid default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  own text;
begin
  if me is null or not private.may_refer(me) then return null; end if;
  perform private.note_browser(me, visitor);
  loop
    select code into own from public.referral_codes where user_id = me;
    if found then return own; end if;
    insert into public.referral_codes (user_id, code) values (me, private.drawn_code(7)) on conflict do nothing;
  end loop;
end
$$;
comment on function public.open_referral(uuid) is 'The caller''s code, created at the first call; null for accounts that do not take part (staff, anonymous, suspended). visitor is the browser''s random number.';

create function public.record_referral_click(code text, visitor uuid default null, counted boolean default false) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  own constant text := upper(left(code, 16));
  today constant date := (now() at time zone 'Europe/Paris')::date;
  agent constant text := coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', '');
  automatic constant boolean :=
    agent = '' or agent ~* 'bot|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|curl|wget|python|monitor';
begin
  if not exists (select from public.referral_codes where referral_codes.code = own) then return false; end if;
  -- Limits abuse: a caller can add at most a thousand clicks and a thousand rows per day.
  if visitor is null then
    if not automatic then
      insert into private.referral_click_days (code, day, clicks) values (own, today, 1)
      on conflict on constraint referral_click_days_pkey do update set clicks = referral_click_days.clicks + 1 where referral_click_days.clicks < 1000;
    end if;
    return true;
  end if;
  update private.referral_clicks set again = least(again + 1, 1000000) where referral_clicks.code = own and referral_clicks.visitor = record_referral_click.visitor;
  if found then return true; end if;
  if (select count(*) from private.referral_clicks where referral_clicks.code = own and first_at > now() - interval '1 day') >= 1000 then return true; end if;
  insert into private.referral_clicks (code, visitor, robot) values (own, visitor, automatic) on conflict do nothing;
  if found and counted and not automatic then
    update private.referral_click_days set clicks = clicks - 1
    where referral_click_days.code = own and day = today and clicks > 0;
  end if;
  return true;
end
$$;
comment on function public.record_referral_click(text, uuid, boolean) is 'Counts an opened link; false for an unknown code. visitor is the number of a browser that agreed to be remembered, counted once; without one each opening counts. counted: this opening was already counted without a number, and is not counted twice. Anyone may call it, so its effects per day are limited.';

create function private.mailbox_mark(mailbox text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(extensions.hmac(convert_to(mailbox, 'utf8'), key, 'sha256'), 'hex') from private.former_mailbox_key
$$;
comment on function private.mailbox_mark(text) is 'A mailbox''s key as a keyed hash.';

create function private.referral_block(referrer uuid, lead public.leads, visitor uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not private.may_refer(referrer) or exists (select from public.staff where user_id = lead.user_id) then 'staff'
    when exists (select from public.leads as own where own.user_id = referrer and own.email_key = lead.email_key)
      -- The current address counts like that of the sign-up.
      or exists (select from public.members as own where own.user_id = referrer and private.mailbox_of(own.email) = lead.email_key) then 'own_mailbox'
    when exists (
      select from public.leads as own left join public.profiles as profile on profile.id = own.user_id
      where own.user_id = referrer and lead.phone in (own.phone, profile.phone)
    ) then 'own_phone'
    -- Used by the referrer or another account: a browser can bring one member.
    when exists (select from private.member_browsers as known where known.visitor = referral_block.visitor and known.user_id <> lead.user_id) then 'own_browser'
    when exists (select from public.leads as other where other.id <> lead.id and other.email_key = lead.email_key)
      or exists (select from public.members as other where other.user_id <> lead.user_id and private.mailbox_of(other.email) = lead.email_key)
      or exists (select from public.leads as other where other.id <> lead.id and other.phone = lead.phone)
      or exists (select from private.former_mailboxes where mark = private.mailbox_mark(lead.email_key)) then 'returning'
  end
$$;
comment on function private.referral_block(uuid, public.leads, uuid) is 'Why a sign-up does not count for a referrer, or null.';

create function private.attribute_lead(lead public.leads, code text, visitor uuid, memory text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  agreed constant boolean := coalesce(memory ~ '^[1-9][0-9]{0,3}$', false);
  -- A visitor's number is kept only with consent.
  browser constant uuid := case when agreed then visitor end;
  touch record;
  owner uuid;
  reason text;
begin
  -- First touch: the earliest link that this browser opened within the period; otherwise the link of this visit.
  select clicks.code, clicks.first_at into touch from private.referral_clicks as clicks
  where clicks.visitor = browser and clicks.first_at > now() - make_interval(days => (select attribution_days from public.referral_settings))
  order by clicks.first_at, clicks.code limit 1;
  if not found then select upper(left(attribute_lead.code, 16)) as code, now() as first_at into touch; end if;
  select user_id into owner from public.referral_codes as codes where codes.code = touch.code;
  if owner is not null and owner <> lead.user_id then
    reason := private.referral_block(owner, lead, browser);
    insert into public.referrals (referrer, referred, touched_at, signed_up_at, blocked_for, blocked_at)
    values (owner, lead.user_id, touch.first_at, lead.created_at, reason, case when reason is not null then now() end)
    on conflict (referred) do nothing;
  end if;
  perform private.note_browser(lead.user_id, browser);
  if agreed then
    insert into public.consents (user_id, kind, granted, version, locale, source)
    select lead.user_id, 'referral_memory', true, memory, profile.locale, 'signup' from public.profiles as profile
    where profile.id = lead.user_id
      and not exists (select from public.consents where user_id = lead.user_id and kind = 'referral_memory');
  end if;
end
$$;
comment on function private.attribute_lead(public.leads, text, uuid, text) is 'Records the referrer of a lead. memory: the version of the question that this browser answered with yes, or null; it is stored with the consents.';

create function private.attribute_referral() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
begin
  select coalesce(raw_user_meta_data, '{}') into given from auth.users where id = new.user_id;
  perform private.attribute_lead(
    new,
    coalesce(given ->> 'referral', new.campaign ->> 'ref'),
    substring(given ->> 'visitor' from '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$')::uuid,
    given ->> 'referral_memory'
  );
  return null;
end
$$;
comment on function private.attribute_referral() is 'Records the referrer of a new lead, in the sign-up''s transaction.';
create trigger attribute_referral after insert on public.leads for each row execute function private.attribute_referral();

create function public.claim_referral(code text, visitor uuid default null, memory text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  lead public.leads;
begin
  -- Locked, so that two concurrent pages claim once.
  select leads.* into lead from public.leads join auth.users on users.id = leads.user_id
  where leads.user_id = me and users.created_at > now() - interval '1 hour'
    and coalesce(users.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
    and not exists (select from public.referrals where referred = me)
  for update of leads;
  if not found then return false; end if;
  perform private.attribute_lead(lead, code, visitor, memory);
  return exists (select from public.referrals where referred = me);
end
$$;
comment on function public.claim_referral(text, uuid, text) is 'A sign-up through a provider carries no referral data: the page that the user returns to reports it, within the hour, once. False if there was nothing to claim.';

create function private.remember_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_key is not null then
    insert into private.former_mailboxes (mark, left_at) values (private.mailbox_mark(old.email_key), now())
    on conflict (mark) do update set left_at = excluded.left_at;
  end if;
  return null;
end
$$;
comment on function private.remember_mailbox() is 'Keeps a hash of a deleted account''s mailbox for a year.';
create trigger remember_mailbox after delete on public.leads for each row execute function private.remember_mailbox();

create function private.trim_referrals(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone int;
begin
  delete from private.former_mailboxes where left_at < least(moment, now()) - interval '1 year';
  with old as (
    delete from private.referral_clicks
    where first_at < least(moment, now()) - make_interval(days => (select attribution_days from public.referral_settings))
    returning code, first_at, robot
  ), kept as (
    insert into private.referral_click_days (code, day, clicks)
    select code, (first_at at time zone 'Europe/Paris')::date, count(*) from old where not robot group by 1, 2
    on conflict (code, day) do update set clicks = referral_click_days.clicks + excluded.clicks
  )
  select count(*) into gone from old;
  return gone;
end
$$;
comment on function private.trim_referrals(timestamptz) is 'Aggregates and deletes the clicks that no sign-up can count any more, and deletes mailbox hashes after a year. Returns how many clicks were deleted.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.referral_settings enable row level security;
create policy "members read the rules" on public.referral_settings for select to authenticated using (true);
create policy "admins change the rules" on public.referral_settings for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
alter table public.referral_codes enable row level security;
create policy "members read their own code, admins every one" on public.referral_codes for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.referrals enable row level security;
-- A referrer sees numbers (my_referral), never people.
create policy "admins read the referrals" on public.referrals for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
alter table private.referral_clicks enable row level security;
alter table private.referral_click_days enable row level security;
alter table private.member_browsers enable row level security;
alter table private.former_mailboxes enable row level security;
alter table private.former_mailbox_key enable row level security;

revoke all on public.referral_settings, public.referral_codes, public.referrals from anon, authenticated, service_role;
grant select on public.referral_settings, public.referral_codes, public.referrals to authenticated;
grant update (attribution_days, commission_months, hold_days, payout_minimum, wallet_hold_hours) on public.referral_settings to authenticated;
revoke all on private.referral_clicks, private.referral_click_days, private.member_browsers, private.former_mailboxes, private.former_mailbox_key
from anon, authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.may_refer(uuid), private.note_browser(uuid, uuid), public.open_referral(uuid),
  public.record_referral_click(text, uuid, boolean), private.attribute_lead(public.leads, text, uuid, text),
  public.claim_referral(text, uuid, text), private.mailbox_mark(text), private.referral_block(uuid, public.leads, uuid),
  private.attribute_referral(), private.remember_mailbox(), private.trim_referrals(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.open_referral(uuid), public.claim_referral(text, uuid, text) to authenticated;
grant execute on function public.record_referral_click(text, uuid, boolean) to anon, authenticated;

insert into private.personal_data (subject, condition, exported, hidden, omitted, fate, reason) values
  ('public.referral_codes', 'user_id = $1', true, false, '{}', 'goes', null),
  ('public.referrals', 'referred = $1', true, true, '{referrer}', 'goes', null),
  ('private.member_browsers', 'user_id = $1', true, true, '{}', 'goes', null);
