-- Whether an article was useful: one answer a member and version, which they may change. Staff read figures and comments without the member.
create table public.help_feedback (
  member uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  item uuid not null references public.content_items (id) on delete cascade,
  version int not null,
  useful boolean not null,
  comment text not null default '' check (length(comment) <= 600),
  given_at timestamptz not null default clock_timestamp(),
  primary key (member, item, version)
);
comment on table public.help_feedback is 'What members say of a version of a help article: useful or not, and what was missing.';
create index help_feedback_of_item on public.help_feedback (item, version);

create function private.date_feedback() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.given_at := clock_timestamp();
  return new;
end
$$;
comment on function private.date_feedback() is 'Says when an answer was last changed.';
create trigger date_feedback before update on public.help_feedback for each row execute function private.date_feedback();

alter table public.help_feedback enable row level security;
create policy "members read their own answers about articles" on public.help_feedback for select to authenticated using ((select auth.uid()) = member);
create policy "members say of the published version whether it was useful" on public.help_feedback for insert to authenticated
  with check ((select auth.uid()) = member and exists (
    select from public.published_content as card where card.item = help_feedback.item and card.version = help_feedback.version and card.kind = 'help-article'));
create policy "members change their own answers about articles" on public.help_feedback for update to authenticated
  using ((select auth.uid()) = member)
  with check ((select auth.uid()) = member and exists (
    select from public.published_content as card where card.item = help_feedback.item and card.version = help_feedback.version and card.kind = 'help-article'));
create policy "members take back their own answers about articles" on public.help_feedback for delete to authenticated using ((select auth.uid()) = member);
revoke all on public.help_feedback from anon, authenticated, service_role;
-- item and version too: what is sent again with its key (upsert) writes them once more.
grant select, delete, insert (item, version, useful, comment), update (item, version, useful, comment) on public.help_feedback to authenticated;

create function public.help_figures(of_item uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.reading_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return jsonb_build_object(
    'versions', (select coalesce(jsonb_agg(jsonb_build_object('version', version, 'useful', useful, 'not_useful', not_useful) order by version desc), '[]') from (
      select version, count(*) filter (where feedback.useful) as useful, count(*) filter (where not feedback.useful) as not_useful
      from public.help_feedback as feedback where item = of_item group by version) as counted),
    'comments', (select coalesce(jsonb_agg(jsonb_build_object('version', version, 'useful', useful, 'comment', comment, 'given_at', given_at) order by given_at desc), '[]') from (
      select * from public.help_feedback where item = of_item and btrim(comment) <> '' order by given_at desc limit 20) as newest),
    'opened', (select count(*) from public.help_openings where item = of_item and opened_at < clock_timestamp() - interval '24 hours'),
    'sufficed', (select count(*) from public.help_openings where item = of_item and opened_at < clock_timestamp() - interval '24 hours' and ticket_at is null));
end
$$;
comment on function public.help_figures(uuid) is 'For staff: what members said of an article, version by version, newest comments without who wrote them, and for how many a suggestion of it sufficed.';
revoke execute on function private.date_feedback(), public.help_figures(uuid) from public, anon, authenticated, service_role;
grant execute on function public.help_figures(uuid) to authenticated;
