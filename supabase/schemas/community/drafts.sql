-- Drafts: what a member has begun to write, one for each thread and one for a new thread, on every device. Publishing removes it.
create table public.forum_drafts (
  id uuid primary key default private.ordered_id(),
  member uuid not null references public.community_members (id) on delete cascade,
  -- Null: a new thread.
  thread uuid references public.threads (id),
  reply_to uuid references public.posts (id),
  category text references public.forum_categories (slug) on update cascade,
  symbol text references public.instruments (symbol),
  title text not null default '' check (length(title) <= 200),
  body text not null default '' check (length(body) <= 20000),
  anonymous boolean not null default false,
  saved_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (member, thread)
);
comment on table public.forum_drafts is 'What members have begun to write. Read by nobody else, staff included.';
create index forum_drafts_of_thread on public.forum_drafts (thread);
create index forum_drafts_answering on public.forum_drafts (reply_to);
create index forum_drafts_of_category on public.forum_drafts (category);
create index forum_drafts_of_symbol on public.forum_drafts (symbol);
create trigger skip_gone_member before insert on public.forum_drafts for each row execute function private.skip_gone_member();

create function public.save_draft(
  thread uuid default null, body text default '', title text default '', category text default null, symbol text default null,
  reply_to uuid default null, anonymous boolean default false
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
  saved timestamptz;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if length(body) > 20000 then raise exception 'text_too_long' using errcode = '22023', hint = 'body', detail = length(body)::text; end if;
  if btrim(coalesce(body, '') || coalesce(title, '')) = '' then
    delete from public.forum_drafts as draft where draft.member = me and draft.thread is not distinct from save_draft.thread;
    return null;
  end if;
  insert into public.forum_drafts as draft (member, thread, reply_to, category, symbol, title, body, anonymous)
  select me, save_draft.thread, (select id from public.posts where id = save_draft.reply_to), (select slug from public.forum_categories where slug = save_draft.category),
    (select instruments.symbol from public.instruments where instruments.symbol = save_draft.symbol), left(coalesce(save_draft.title, ''), 200), save_draft.body, save_draft.anonymous
  where save_draft.thread is null or exists (select from public.threads where id = save_draft.thread)
  on conflict on constraint forum_drafts_member_thread_key do update set
    reply_to = excluded.reply_to, category = excluded.category, symbol = excluded.symbol, title = excluded.title, body = excluded.body,
    anonymous = excluded.anonymous, saved_at = clock_timestamp()
  returning saved_at into saved;
  if saved is null then raise exception 'thread_not_found' using errcode = 'PT404'; end if;
  return saved;
end
$$;
comment on function public.save_draft(uuid, text, text, text, text, uuid, boolean) is 'Keeps a draft, or removes it where nothing is written. Returns when it was saved.';

alter table public.forum_drafts enable row level security;
create policy "members see and remove their own drafts" on public.forum_drafts for all to authenticated
  using (member = (select private.own_member())) with check (member = (select private.own_member()));
revoke all on public.forum_drafts from anon, authenticated, service_role;
grant select, delete on public.forum_drafts to authenticated;
revoke execute on function public.save_draft(uuid, text, text, text, text, uuid, boolean) from public, anon, service_role;
grant execute on function public.save_draft(uuid, text, text, text, text, uuid, boolean) to authenticated;
