-- Popularity: what is popular is read by many and answered usefully, lately. The score of a thread is the sum of its points, each halved every
-- 24 hours since it was given: 1 for beginning, 1 for each distinct reader, 5 for each reply that another member judged useful. Kept as
-- log2 of the sum as it would be counted at one fixed moment, it orders threads at every moment without ever being counted anew: a point
-- given t days after that moment weighs 2^t times one given then.
create function private.weight_at(at timestamptz, points double precision) returns double precision
language sql immutable set search_path = '' as $$
  select log(2, points::numeric)::double precision + extract(epoch from at - '2026-01-01 00:00:00+00'::timestamptz)::double precision / 86400
$$;
comment on function private.weight_at(timestamptz, double precision) is 'log2 of points given at a moment, in the measure of threads.heat. Half-life: 24 hours.';

create function private.first_heat(at timestamptz) returns double precision
language sql immutable set search_path = '' as $$ select private.weight_at(at, 1) $$;
comment on function private.first_heat(timestamptz) is 'The score of a thread that just began.';

create function private.warmer(heat double precision, weight double precision) returns double precision
language sql immutable set search_path = '' as $$
  -- log2(2^a + 2^b), of the larger and the difference, so that nothing overflows.
  select greatest(heat, weight) + ln(1 + power(2::double precision, greatest(-1000, -abs(heat - weight)))) / ln(2::double precision)
$$;
comment on function private.warmer(double precision, double precision) is 'A score with points added.';

create function private.cooler(heat double precision, weight double precision, lowest double precision) returns double precision
language sql immutable set search_path = '' as $$
  select case when weight >= heat then lowest
    else greatest(lowest, heat + ln(1 - power(2::double precision, greatest(-1000, weight - heat))) / ln(2::double precision)) end
$$;
comment on function private.cooler(double precision, double precision, double precision) is 'A score with points taken away again, never under that of a thread nobody read.';

create function public.popular(thread public.threads) returns boolean
language sql stable set search_path = '' as $$
  -- Ten points, as they count now.
  select (thread).heat >= extract(epoch from clock_timestamp() - '2026-01-01 00:00:00+00'::timestamptz)::double precision / 86400 + 3.3219
$$;
comment on function public.popular(public.threads) is 'Whether a thread has ten points and more at this moment: a field of threads.';

create table private.useful_replies (
  post uuid primary key references public.posts (id),
  weight double precision not null
);
comment on table private.useful_replies is 'Replies that warm their thread, and by how much.';
alter table private.useful_replies enable row level security;

create function private.warm_reply(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given constant double precision := private.weight_at(clock_timestamp(), 5);
begin
  insert into private.useful_replies (post, weight) values (post.id, given) on conflict do nothing;
  if found then update public.threads set heat = private.warmer(heat, given) where id = post.thread; end if;
end
$$;
comment on function private.warm_reply(public.posts) is 'Counts a reply that another member judged useful, once.';

create function private.cool_reply(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given double precision;
begin
  delete from private.useful_replies where useful_replies.post = cool_reply.post returning weight into given;
  if found then
    update public.threads set heat = private.cooler(heat, given, private.first_heat(created_at))
    where id = (select thread from public.posts where posts.id = cool_reply.post);
  end if;
end
$$;
comment on function private.cool_reply(uuid) is 'Takes back what a reply gave, when nobody judges it useful any more or it is gone.';

revoke execute on function public.popular(public.threads) from public, anon, service_role;
grant execute on function public.popular(public.threads) to authenticated;
revoke all on private.useful_replies from anon, authenticated, service_role;
revoke execute on function
  private.weight_at(timestamptz, double precision), private.first_heat(timestamptz), private.warmer(double precision, double precision),
  private.cooler(double precision, double precision, double precision), private.warm_reply(public.posts), private.cool_reply(uuid)
from public, anon, authenticated, service_role;
