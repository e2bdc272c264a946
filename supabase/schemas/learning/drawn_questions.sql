-- Which questions an attempt asks, where they are no lesson's own.
create function private.daily_questions(day date) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(drawn.question order by drawn.place), '{}')
  from private.daily_seeds as seeds, unnest(seeds.questions) with ordinality as drawn (question, place)
  -- Withdrawn since the draw: the test is shorter by it.
  where seeds.day = daily_questions.day and exists (select from private.questions where item = drawn.question)
$$;
comment on function private.daily_questions(date) is 'The questions of a day''s test in their order; empty where there is none.';

create function private.review_questions(member uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(question order by due), '{}') from (
    select card.question, card.due from public.review_cards as card join private.questions as known on known.item = card.question
    where card.member = review_questions.member and known.retired_at is null
      -- On the day itself, whatever the hour of the answer before.
      and private.local_day(review_questions.member, card.due) <= private.local_day(review_questions.member, now())
    order by card.due limit 20) as soon
$$;
comment on function private.review_questions(uuid) is 'The questions that a member is due to see again, the most overdue first, twenty at most.';
revoke execute on function private.daily_questions(date), private.review_questions(uuid) from public, anon, authenticated, service_role;
