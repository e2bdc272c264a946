-- What the screens must know of the caller: who they are among the members, and which posts are theirs, anonymous ones included.
create function public.own_member() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', id, 'handle', handle, 'name', name, 'staff_role', staff_role, 'joined_at', joined_at, 'trust', trust)
  from public.community_members where id = private.own_member()
$$;
comment on function public.own_member() is 'The caller as a member of the community: {id, handle, name, staff_role, joined_at, trust}.';

create function public.mine(post public.posts) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(coalesce((post).author, (select hidden.author from private.anonymous_posts as hidden where hidden.post = (mine.post).id)) = private.own_member(), false)
$$;
comment on function public.mine(public.posts) is 'Whether the caller wrote a post, anonymously or not: a field of posts.';

revoke execute on function public.own_member(), public.mine(public.posts) from public, anon, service_role;
grant execute on function public.own_member(), public.mine(public.posts) to authenticated;
