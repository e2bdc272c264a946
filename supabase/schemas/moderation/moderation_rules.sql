-- Word and link rules: what staff want held, refused or masked, for members below a trust level. A pattern is words or a domain, never a
-- regular expression, so nobody can write one that takes minutes.
create table public.moderation_rules (
  id uuid primary key default private.ordered_id(),
  kind text not null check (kind in ('word', 'link')),
  -- Words, where * stands for letters; or a domain with those below it, where * is every domain.
  pattern text not null check (length(pattern) >= 1 and length(pattern) <= 100 and pattern = btrim(pattern)
    and (kind = 'word' and pattern ~ '[[:alnum:]]' or pattern = '*' or pattern ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$')),
  action text not null check (action in ('hold', 'refuse', 'mask')),
  -- For members whose trust is less; 4: for everybody but staff.
  below_trust int not null default 4 check (below_trust between 1 and 4),
  note text not null default '' check (length(note) <= 300),
  created_at timestamptz not null default now()
);
comment on table public.moderation_rules is 'Words and links that a text is held, refused or masked for. Only staff see them.';

create function private.rule_places(words text, trust int) returns table (rule text, action text, start int, stop int)
language sql stable security definer set search_path = '' as $$
  select rules.kind, rules.action, place.start, regexp_instr(words, read.pattern, 1, nth, 1)
  from public.moderation_rules as rules
  cross join lateral (
    select case
      when rules.kind = 'word' then '\m' || replace(replace(regexp_replace((private.folded(rules.pattern)).words, '([^a-z0-9 *])', '\\\1', 'g'), '*', '[a-z0-9]*'), ' ', '[^a-z0-9]+') || '\M'
      when rules.pattern = '*' then '(?:https?://|\mwww\.)[^ )\n]+'
      else '(?:https?://|\m)(?:[a-z0-9-]+\.)*' || replace(rules.pattern, '.', '\.') || '\M(?:/[^ )\n]*)?' end as pattern
  ) as read
  cross join generate_series(1, 5) as nth
  cross join lateral (select regexp_instr(words, read.pattern, 1, nth) as start) as place
  where rule_places.trust < rules.below_trust and words ~ read.pattern and place.start > 0
$$;
comment on function private.rule_places(text, int) is 'Where the rules for a trust level match a folded text: characters start to stop - 1, from 1.';

call private.audit_changes('public.moderation_rules');
alter table public.moderation_rules enable row level security;
create policy "staff read the rules" on public.moderation_rules for select to authenticated using ((select private.reading_staff_role()) is not null);
create policy "staff make rules" on public.moderation_rules for insert to authenticated with check ((select public.writing_staff_role()) is not null);
create policy "staff change rules" on public.moderation_rules for update to authenticated
  using ((select public.writing_staff_role()) is not null) with check ((select public.writing_staff_role()) is not null);
create policy "staff remove rules" on public.moderation_rules for delete to authenticated using ((select public.writing_staff_role()) is not null);
revoke all on public.moderation_rules from anon, authenticated, service_role;
grant select, insert (kind, pattern, action, below_trust, note), update (pattern, action, below_trust, note), delete on public.moderation_rules to authenticated;
revoke execute on function private.rule_places(text, int) from public, anon, authenticated, service_role;
