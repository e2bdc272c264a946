-- Limits of what a member writes: how much, how fast, how many mentions, how deep a quote, and which characters. They grow with trust.
create function private.forum_limits(trust int) returns table (posts_a_minute int, posts_an_hour int, threads_a_day int, mentions int, pictures_a_day int)
language sql immutable set search_path = '' as $$
  select posts_a_minute, posts_an_hour, threads_a_day, mentions, pictures_a_day from (values (0, 3, 15, 3, 3, 10), (1, 5, 40, 6, 6, 30), (2, 8, 80, 12, 10, 60), (3, 20, 200, 30, 20, 120))
    as level (trust, posts_a_minute, posts_an_hour, threads_a_day, mentions, pictures_a_day)
  where level.trust = forum_limits.trust
$$;
comment on function private.forum_limits(int) is 'What a trust level permits. Nobody reaches the limits by writing; a program does at once.';

create table private.forum_writes (
  id uuid primary key default private.ordered_id(),
  member uuid not null references public.community_members (id) on delete cascade,
  kind text not null check (kind in ('thread', 'post', 'edit', 'reaction')),
  thread uuid,
  at timestamptz not null default clock_timestamp()
);
comment on table private.forum_writes is 'What each member wrote in the last day, waiting and removed texts included: what the limits count.';
create index forum_writes_of_member on private.forum_writes (member, at desc);
create trigger skip_gone_member before insert on private.forum_writes for each row execute function private.skip_gone_member();
alter table private.forum_writes enable row level security;

create function private.count_write(author public.community_members, kind text, thread uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  pause constant int := (
    select slow_mode from public.threads join public.forum_categories on forum_categories.slug = threads.category where threads.id = count_write.thread);
  within_minute int;
  within_hour int;
  threads_today int;
  earlier timestamptz;
begin
  -- One write of a member at a time, so that a thousand at once are counted one after another.
  perform pg_advisory_xact_lock(hashtextextended('forum_writes ' || author.id, 0));
  delete from private.forum_writes as old where old.member = author.id and old.at < moment - interval '1 day';
  select count(*) filter (where old.at > moment - interval '1 minute' and (old.kind = 'reaction') = (count_write.kind = 'reaction')),
    count(*) filter (where old.at > moment - interval '1 hour' and old.kind <> 'reaction'), count(*) filter (where old.kind = 'thread'),
    max(old.at) filter (where old.kind = 'post' and old.thread = count_write.thread)
  into within_minute, within_hour, threads_today, earlier from private.forum_writes as old where old.member = author.id;
  if exists (
    select from private.forum_limits(author.trust) as most
    where case kind when 'reaction' then within_minute >= 10 * most.posts_a_minute
      else within_minute >= most.posts_a_minute or within_hour >= most.posts_an_hour or (kind = 'thread' and threads_today >= most.threads_a_day) end
  ) then
    raise exception 'too_many_posts' using errcode = 'PT429', hint = kind;
  end if;
  if kind = 'post' and author.staff_role is null and earlier > moment - make_interval(secs => pause) then
    raise exception 'slow_mode' using errcode = 'PT429', detail = ceil(extract(epoch from earlier + make_interval(secs => pause) - moment))::text;
  end if;
  insert into private.forum_writes (member, kind, thread) values (author.id, kind, thread);
end
$$;
comment on function private.count_write(public.community_members, text, uuid) is 'Counts a write of a member, or refuses it: too_many_posts, or slow_mode with the seconds that are left.';

create function private.writable_text(given text) returns text
language sql immutable set search_path = '' as $$
  select btrim(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      replace(replace(normalize(coalesce(given, ''), nfc), E'\r\n', E'\n'), E'\t', '    '),
      -- Characters that show nothing, or turn the direction of what follows: they disguise words and names.
      '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\uffff\U000e0000-\U000e0fff]', '', 'g'),
      -- Joiners stay where a script is written with them, and within an emoji.
      '(?<![\u0600-\u07ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\ufe0f\U0001f300-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u07ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\U0001f300-\U0001faff])', '', 'g'),
      -- Accents piled upon accents cover the lines above.
      '([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3})[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+', '\1', 'g'),
      '[ ]+\n', E'\n', 'g'),
      '\n{4,}', E'\n\n\n', 'g'), E' \n')
$$;
comment on function private.writable_text(text) is 'A text as it is kept: composed letters, without invisible characters, controls of direction and piles of accents.';

create function private.bare_words(body text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(regexp_replace(body, '(```|~~~).*?(\1|$)|(`+)[^`\n]+\3', ' ', 'g'), '(^|\n)[ ]{0,3}>[^\n]*', '\1', 'g')
$$;
comment on function private.bare_words(text) is 'The author''s own words in a post: without code and quotes.';

create function private.mentioned(body text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct member.id
  from regexp_matches(body, '(?:^|[^[:alnum:]_@/.-])@([a-z0-9][a-z0-9_.-]{2,31})', 'gi') as match
  join public.community_members as member on member.handle in (lower(match[1]), rtrim(lower(match[1]), '.-_'))
$$;
comment on function private.mentioned(text) is 'The members whom a text names with @.';

create function private.check_body(author public.community_members, body text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if length(body) = 0 then raise exception 'text_empty' using errcode = '22023', hint = 'body'; end if;
  if length(body) > 20000 or octet_length(body) > 60000 then
    raise exception 'text_too_long' using errcode = '22023', hint = 'body', detail = length(body)::text;
  end if;
  if body ~ '(^|\n)[ ]{0,3}(>[ ]*){4}' then raise exception 'quotes_too_deep' using errcode = '22023', hint = 'body', detail = '3'; end if;
  if (select count(*) from private.mentioned(private.bare_words(body))) > (select mentions from private.forum_limits(author.trust)) then
    raise exception 'too_many_mentions' using errcode = '22023', hint = 'body', detail = (select mentions from private.forum_limits(author.trust))::text;
  end if;
end
$$;
comment on function private.check_body(public.community_members, text) is 'Refuses a text that is empty, too long, quotes quotes of quotes, or names too many members.';

revoke all on private.forum_writes from anon, authenticated, service_role;
revoke execute on function
  private.forum_limits(int), private.count_write(public.community_members, text, uuid), private.writable_text(text), private.bare_words(text),
  private.mentioned(text), private.check_body(public.community_members, text)
from public, anon, authenticated, service_role;
