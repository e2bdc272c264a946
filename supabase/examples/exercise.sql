-- The worked example of the recipe "a content kind": an exercise, for members, with a level, a dated fact and typed rows that a
-- screen can filter. It is applied by supabase/tests/content/content-example.test.ts alone; no installation has it.
insert into public.content_kinds (kind, writers, tiered, required_texts, optional_texts, card_fields, check_function, project_function)
values ('exercise', '{analyst,admin}', true, '{title,summary,body}', '{hint}', '{level,minutes}', 'check_exercise', 'project_exercise');

create table public.exercises (
  item uuid primary key references public.content_items (id),
  slug text not null,
  level text not null check (level in ('easy', 'hard')),
  minutes int not null check (minutes between 1 and 120)
);
comment on table public.exercises is 'What lists of exercises are filtered by; the texts are in published_content and published_bodies.';
alter table public.exercises enable row level security;
create policy "everybody reads the exercises" on public.exercises for select to anon, authenticated using (true);
revoke all on public.exercises from anon, authenticated, service_role;
grant select on public.exercises to anon, authenticated;

create function private.check_exercise(kept public.content_items, document jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.require_fields(jsonb_build_object(
    'level', document #>> '{fields,level}' in ('easy', 'hard'),
    'minutes', document #>> '{fields,minutes}' ~ '^([1-9][0-9]?|1[01][0-9]|120)$',
    'spread', document #>> '{fields,spread,value}' ~ '^[0-9]{1,3}(\.[0-9]{1,2})?$'));
end
$$;
comment on function private.check_exercise(public.content_items, jsonb) is 'Refuses an exercise without a level, a length, and the spread that it reckons with.';

create function private.project_exercise(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.exercises where item = kept.id;
  if document is not null then
    insert into public.exercises values (kept.id, kept.slug, document #>> '{fields,level}', (document #>> '{fields,minutes}')::int);
  end if;
end
$$;
comment on function private.project_exercise(public.content_items, jsonb) is 'Writes the row of a published exercise; a null document takes it away.';
revoke execute on function private.check_exercise(public.content_items, jsonb), private.project_exercise(public.content_items, jsonb)
from public, anon, authenticated, service_role;
