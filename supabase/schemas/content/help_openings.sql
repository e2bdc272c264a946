-- Whether an article sufficed: a member opened it from a suggestion and opened no ticket within a day. Articles that are read otherwise are not counted,
-- nor are visitors, of whom nothing is kept (decision 058).
create table public.help_openings (
  member uuid not null references public.profiles (id) on delete cascade,
  item uuid not null references public.content_items (id) on delete cascade,
  opened_at timestamptz not null default clock_timestamp(),
  -- When this member opened a ticket within a day of it.
  ticket_at timestamptz,
  primary key (member, item)
);
comment on table public.help_openings is 'The last time that a member opened an article from a suggestion; rows are removed after a year.';
create index help_openings_of_item on public.help_openings (item);
create index help_openings_by_age on public.help_openings (opened_at);
alter table public.help_openings enable row level security;
create policy "members read which suggested articles they opened" on public.help_openings for select to authenticated using ((select auth.uid()) = member);
revoke all on public.help_openings from anon, authenticated, service_role;
grant select on public.help_openings to authenticated;

create function public.note_help_opening(slug text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened uuid;
begin
  select card.item into opened from public.published_content as card where card.kind = 'help-article' and card.slug = note_help_opening.slug;
  -- The team's own reading would flatter the figure. An article that was withdrawn meanwhile is not worth an error.
  if auth.uid() is null or opened is null or (select private.reading_staff_role()) is not null then return; end if;
  delete from public.help_openings where opened_at < clock_timestamp() - interval '1 year';
  insert into public.help_openings as known (member, item) values (auth.uid(), opened)
  -- Opened again within the day it is the same attempt, whatever came of it.
  on conflict (member, item) do update set opened_at = excluded.opened_at, ticket_at = null where known.opened_at < clock_timestamp() - interval '24 hours';
end
$$;
comment on function public.note_help_opening(text) is 'Notes that the caller opened an article that was suggested to them.';

create function private.help_did_not_suffice(of_member uuid) returns void
language sql security definer set search_path = '' as $$
  update public.help_openings set ticket_at = clock_timestamp()
  where member = of_member and ticket_at is null and opened_at > clock_timestamp() - interval '24 hours'
$$;
comment on function private.help_did_not_suffice(uuid) is 'For what opens a ticket: the articles that its member opened from suggestions within a day did not suffice.';

create function public.help_sufficed() returns table (slug text, opened int, sufficed int)
language sql stable security definer set search_path = '' as $$
  select card.slug, count(*)::int, (count(*) filter (where ticket_at is null))::int
  from public.help_openings as opening join public.published_content as card using (item)
  where opening.opened_at < clock_timestamp() - interval '24 hours' group by card.slug
$$;
comment on function public.help_sufficed() is 'By article: how many members opened it from a suggestion at least a day ago, and how many of them opened no ticket within a day.';

revoke execute on function public.note_help_opening(text), public.help_sufficed(), private.help_did_not_suffice(uuid) from public, anon, authenticated, service_role;
grant execute on function public.note_help_opening(text) to authenticated;
grant execute on function public.help_sufficed() to anon, authenticated;
