-- What the day's test and a review ask, for attempts that start (drawn_questions.sql).
create function private.daily_questions(day date) returns table (place int, question uuid, version int)
language sql stable security definer set search_path = '' as $$
  select drawn.place::int, drawn.question, known.version
  from private.daily_seeds as seeds cross join unnest(seeds.questions) with ordinality as drawn (question, place)
  -- In the version that was committed to.
  join jsonb_to_recordset(seeds.bank) as known (question uuid, version int) on known.question = drawn.question
  where seeds.day = daily_questions.day
$$;
comment on function private.daily_questions(date) is 'The questions of a day''s test, in the version that was committed to; none where that day has no test or is not open yet.';

create function private.daily_length() returns interval
language sql immutable set search_path = '' as $$ select interval '12 minutes' $$;
comment on function private.daily_length() is 'How long a member has for the test of a day, once they start.';

create function private.review_questions(member uuid) returns table (place int, question uuid, version int)
language sql stable security definer set search_path = '' as $$
  select row_number() over (order by card.due, card.question)::int, card.question, known.version
  from public.review_cards as card join private.questions as known on known.item = card.question
  where card.member = review_questions.member and known.retired_at is null
    -- On the day itself, whatever the hour of the answer before.
    and private.local_day(review_questions.member, card.due) <= private.local_day(review_questions.member, now())
  order by 1 limit 20
$$;
comment on function private.review_questions(uuid) is 'The questions that a member is due to see again, the most overdue first, twenty at most.';
revoke execute on function private.daily_questions(date), private.daily_length(), private.review_questions(uuid) from public, anon, authenticated, service_role;
