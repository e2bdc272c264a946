-- Which questions an attempt asks, where they are no lesson's own.
create function private.daily_questions(day date) returns uuid[]
language sql stable security definer set search_path = '' as $$ select '{}'::uuid[] $$;
comment on function private.daily_questions(date) is 'The questions of a day''s test in their order; empty where there is none.';

create function private.review_questions(member uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$ select '{}'::uuid[] $$;
comment on function private.review_questions(uuid) is 'The questions that a member is due to see again, the most overdue first.';
revoke execute on function private.daily_questions(date), private.review_questions(uuid) from public, anon, authenticated, service_role;
