-- Decisions: what a moderator chose about a case, with the statement of reasons that the author gets (DSA, art. 17), and the sanctions that
-- came of it. A decision takes effect at once; for thirty seconds it can be undone, then the worker sends it and enters it into the register.
create table public.moderation_decisions (
  id uuid primary key default private.ordered_id(),
  case_id uuid not null references public.moderation_cases (id),
  author uuid references public.community_members (id),
  kind text not null,
  subject uuid,
  measure text not null check (measure in ('mask', 'hide', 'refuse', 'warn', 'mute', 'ban', 'close', 'nothing')),
  -- What becomes of the words beside a measure against a person.
  words_become text check (words_become in ('mask', 'hide', 'refuse')),
  reasons text[] not null,
  law text check (length(law) between 3 and 200),
  -- Of a mute.
  days int check (days between 1 and 365),
  -- How it was found: by the shield or a rule, or by people alone. Every decision is a person's.
  detected boolean not null,
  notified int not null default 0,
  -- {decision, facts, ground, means, scope, redress}, in the author's language.
  statement jsonb not null,
  language text not null check (language = any (private.languages())),
  -- commitment = private.commitment(nonce, the text): what the register says of the text, and what opens it for its author.
  nonce text,
  commitment text check (commitment ~ '^[0-9a-f]{64}$'),
  decided_at timestamptz not null default clock_timestamp(),
  -- Until then it can be undone; the worker sends it afterwards. Null: a second person has not agreed yet.
  due_at timestamptz,
  sent_at timestamptz,
  undone_at timestamptz,
  reversed_at timestamptz,
  -- Its number in the public register; null: not there yet, or it restricted nobody.
  number int,
  -- Staff alone: who decided, in which role, who agreed, and how the post stood before.
  decided_by uuid not null,
  role text not null check (role in ('analyst', 'admin')),
  seconded_by uuid check (seconded_by <> decided_by),
  before jsonb,
  check ((measure = 'mute') = (days is not null))
);
comment on table public.moderation_decisions is 'What was decided, with its statement of reasons. The author reads the own ones once they are sent, without who decided.';
create index moderation_decisions_of_case on public.moderation_decisions (case_id, id);
create index moderation_decisions_of_author on public.moderation_decisions (author, id desc);
create index moderation_decisions_due on public.moderation_decisions (due_at) where sent_at is null and undone_at is null;

create table public.sanctions (
  id uuid primary key default private.ordered_id(),
  member uuid not null references public.community_members (id),
  kind text not null check (kind in ('warn', 'mute', 'ban')),
  decision uuid references public.moderation_decisions (id),
  -- The first reason, for the member.
  reason text not null,
  starts_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz check (ends_at > starts_at),
  lifted_at timestamptz,
  check ((kind = 'mute') = (ends_at is not null))
);
comment on table public.sanctions is 'Warnings, mutes with their end, and bans. Read by the member and by staff.';
create index sanctions_of_member on public.sanctions (member, starts_at desc);
create index sanctions_of_decision on public.sanctions (decision);

create function private.reason_rule(reason text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case reason
    when 'promise' then '6.2' when 'contact' then '6.4' when 'impersonation' then '6.1' when 'money' then '6.5' when 'advertising' then '6.3'
    when 'insult' then '5.3' when 'advice' then '5.1' when 'off_topic' then '5.2' when 'personal_data' then '5.4' when 'copyright' then '4.2' end
$$;
comment on function private.reason_rule(text) is 'The rule of the forum that a reason is against; null where the law is the ground (illegal, threat, minors).';

create function private.forget_decided_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Without its nonce the register's commitment leads to no words.
  update public.moderation_decisions set nonce = null, before = null, statement = statement - 'facts' where author = new.id;
  update public.moderation_cases set findings = '[]' where author = new.id;
  update public.notices set words = '' where member = new.id;
  update public.appeals set words = '…', answer = null where member = new.id;
  return null;
end
$$;
comment on function private.forget_decided_words() is 'Takes the words of an account that is gone out of the decisions about them; what was decided stays.';
create trigger forget_decided_words after update of user_id on public.community_members
  for each row when (new.user_id is null) execute function private.forget_decided_words();

call private.audit_changes('public.moderation_decisions', '{statement,nonce,before}');
call private.audit_changes('public.sanctions');
alter table public.moderation_decisions enable row level security;
create policy "authors read decisions about them, staff every one" on public.moderation_decisions for select to authenticated
  using ((author = (select private.own_member()) and sent_at is not null and measure <> 'nothing') or (select private.reading_staff_role()) is not null);
alter table public.sanctions enable row level security;
create policy "members read their own sanctions, staff every one" on public.sanctions for select to authenticated
  using (member = (select private.own_member()) or (select private.reading_staff_role()) is not null);
revoke all on public.moderation_decisions, public.sanctions from anon, authenticated, service_role;
grant select (
  id, case_id, author, kind, subject, measure, words_become, reasons, law, days, detected, notified, statement, language, nonce, commitment, decided_at, due_at, sent_at,
  undone_at, reversed_at, number
) on public.moderation_decisions to authenticated;
grant select on public.sanctions to authenticated;
revoke execute on function private.reason_rule(text), private.forget_decided_words() from public, anon, authenticated, service_role;
