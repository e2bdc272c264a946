-- Consents: what a member agreed to or withdrew, in which version of the text and language, where and when. Rows are written by
-- triggers and never changed. They outlive the account without its name, because consent must be provable (GDPR art. 7(1) and
-- 17(3)(e)); they are deleted five years later.
create table public.consents (
  id bigint generated always as identity primary key,
  -- Not a foreign key: the proof outlives the account.
  user_id uuid not null,
  kind text not null check (kind in ('risk_warning', 'newsletter', 'referral_memory')),
  granted boolean not null,
  version text not null check (length(version) between 1 and 32),
  locale text not null check (locale = any (private.languages())),
  source text not null check (source in ('signup', 'account', 'unsubscribe')),
  at timestamptz not null default clock_timestamp()
);
comment on table public.consents is 'What each member granted or withdrew, with the version of the text that they read. source: the sign-up form, their account, or the link in a mail.';
create index consents_of_member on public.consents (user_id, id desc);

create function private.refuse_consent_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and exists (
    select from public.account_deletions where user_id = old.user_id and erased_at < now() - interval '5 years'
  ) then
    return old;
  end if;
  raise exception 'append_only' using errcode = '42501', detail = 'A consent is a fact.';
end
$$;
comment on function private.refuse_consent_change() is 'Consents are immutable until five years after the account''s erasure, when claims based on them expire (Code civil, art. 2224).';
create trigger append_only before update or delete on public.consents for each row execute function private.refuse_consent_change();
create trigger append_only_all before truncate on public.consents for each statement execute function private.refuse_consent_change();
alter table public.consents enable always trigger append_only, enable always trigger append_only_all;

-- The version of the newsletter consent text; increase it when the text changes.
create function private.newsletter_version() returns text language sql immutable set search_path = '' as $$ select '1' $$;
comment on function private.newsletter_version() is 'The version of the text to which newsletter subscribers agree.';

create function private.note_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.disclaimer_version is not null then
      insert into public.consents (user_id, kind, granted, version, locale, source)
      values (new.id, 'risk_warning', true, new.disclaimer_version, new.locale, 'signup');
    end if;
    if new.newsletter then
      insert into public.consents (user_id, kind, granted, version, locale, source)
      values (new.id, 'newsletter', true, private.newsletter_version(), new.locale, 'signup');
    end if;
  elsif new.newsletter <> old.newsletter then
    insert into public.consents (user_id, kind, granted, version, locale, source)
    -- A person who follows the link in a mail is not signed in.
    values (new.id, 'newsletter', new.newsletter, private.newsletter_version(), new.locale,
      case when auth.uid() is null then 'unsubscribe' else 'account' end);
  end if;
  return null;
end
$$;
comment on function private.note_consents() is 'Records a consent in the transaction that grants or withdraws it.';
create trigger note_consents after insert or update of newsletter on public.profiles for each row execute function private.note_consents();

alter table public.consents enable row level security;
create policy "members read what they agreed to" on public.consents for select to authenticated using ((select auth.uid()) = user_id);
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function private.refuse_consent_change(), private.newsletter_version(), private.note_consents() from public, anon, authenticated, service_role;
