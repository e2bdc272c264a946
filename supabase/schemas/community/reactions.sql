-- Reactions that say something. None counts for a name: reputation is calibration and discrimination of ideas, never thanks.
create table public.post_reactions (
  post uuid not null references public.posts (id),
  member uuid not null references public.community_members (id) on delete cascade,
  kind text not null check (kind in ('useful', 'well_argued', 'well_measured', 'good_question', 'thanks')),
  at timestamptz not null default clock_timestamp(),
  primary key (post, member, kind)
);
comment on table public.post_reactions is 'What members said of posts with one word. Members see their own; the sums are in posts.reactions.';
create index post_reactions_of_member on public.post_reactions (member);

create function public.react(post uuid, kind text, give boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant public.community_members := private.writing_member();
  judged public.posts;
begin
  if kind is null or kind not in ('useful', 'well_argued', 'well_measured', 'good_question', 'thanks') then
    raise exception 'unknown_reaction' using errcode = '22023', hint = 'kind';
  end if;
  perform private.count_write(me, 'reaction');
  judged := private.lock_post(react.post);
  if judged.state <> 'published' then raise exception 'post_not_found' using errcode = 'PT404'; end if;
  if private.author_of(judged.id) = me.id then raise exception 'own_post' using errcode = '42501'; end if;
  if give then
    insert into public.post_reactions (post, member, kind) values (judged.id, me.id, react.kind) on conflict do nothing;
  else
    delete from public.post_reactions as one where one.post = judged.id and one.member = me.id and one.kind = react.kind;
  end if;
  if not found then return judged.reactions; end if;
  judged.reactions := (
    select coalesce(jsonb_object_agg(counted.kind, counted.n), '{}')
    from (select one.kind, count(*) as n from public.post_reactions as one where one.post = judged.id group by one.kind) as counted);
  update public.posts set reactions = judged.reactions where id = judged.id;
  if judged.position > 1 then
    if judged.reactions ?| '{useful,well_argued,well_measured}'::text[] then perform private.warm_reply(judged); else perform private.cool_reply(judged.id); end if;
  end if;
  perform private.tell_topic('thread:' || judged.thread, 'reactions', jsonb_build_object('id', judged.id, 'counts', judged.reactions));
  return judged.reactions;
end
$$;
comment on function public.react(uuid, text, boolean) is 'Gives or takes back a reaction to somebody else''s post. Returns the sums by kind.';

alter table public.post_reactions enable row level security;
create policy "members see their own reactions" on public.post_reactions for select to authenticated
  using (member = (select private.own_member()));
revoke all on public.post_reactions from anon, authenticated, service_role;
grant select on public.post_reactions to authenticated;
revoke execute on function public.react(uuid, text, boolean) from public, anon, service_role;
grant execute on function public.react(uuid, text, boolean) to authenticated;
