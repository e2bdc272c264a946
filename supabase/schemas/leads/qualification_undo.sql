-- A decision taken by mistake is taken back by who took it, within ten minutes: the request stands again as it did before, with the
-- question that was open then, and the access that the approval opened ends. The decision and its undoing both stay in the events.
create function private.question_before(request_id uuid) returns table (words text, actor uuid, at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  event record;
  -- The decisions that stand, by their events: the member's turn ends them, an undoing takes the last.
  standing bigint[] := '{}';
begin
  for event in
    select life.id, life.kind from public.qualification_events as life
    where life.request_id = question_before.request_id and kind not in ('assigned', 'commented', 'unmasked') order by life.id
  loop
    standing := case event.kind when 'submitted' then '{}' when 'answered' then '{}' when 'undone' then standing[:cardinality(standing) - 1] else standing || event.id end;
  end loop;
  return query select life.words, life.actor, life.at from public.qualification_events as life where life.id = standing[cardinality(standing) - 1];
end
$$;
comment on function private.question_before(uuid) is 'The question that stood when a request was last decided; no row for none.';

create function public.undo_qualification(request_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  undone uuid[];
  member uuid;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(request_ids) > 1000 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  with mine as (
    select id, user_id, state, decided_at from public.qualification_requests as request
    where id = any (request_ids) and decided_by = me and decided_at > now() - interval '10 minutes' and state in ('approved', 'rejected', 'needs_information')
      -- Who asked again meanwhile has an open request already.
      and not exists (
        select from public.qualification_requests as other
        where other.user_id = request.user_id and other.id <> request.id and other.state in ('pending', 'needs_information')
      )
    order by id for update
  ), closed as (
    update public.premium_grants as access set ends_at = now()
    from mine where mine.state = 'approved' and access.user_id = mine.user_id and access.source = 'qualification' and access.starts_at = mine.decided_at
  ), unmarked as (
    update public.leads as lead set is_qualified = false, qualified_at = null
    from mine where mine.state = 'approved' and lead.user_id = mine.user_id and lead.qualified_at = mine.decided_at
  ), moved as (
    update public.qualification_requests as request set
      state = case when question.at is null then 'pending' else 'needs_information' end,
      reason = question.words, decided_by = question.actor, decided_at = question.at, premium_until = null
    from mine left join lateral private.question_before(mine.id) as question on true
    where request.id = mine.id returning request.id
  )
  select coalesce(array_agg(id), '{}') into undone from moved;
  if cardinality(undone) = 0 then raise exception 'nothing_to_undo' using errcode = 'PT404'; end if;
  insert into public.qualification_events (request_id, kind, actor) select id, 'undone', me from unnest(undone) as id;
  for member in select user_id from public.qualification_requests where id = any (undone) loop
    perform private.tell_member(member, 'qualification_reopened', '{}', '/mon-compte?demande=premium');
  end loop;
  perform private.tell_queue(undone, 'undone');
  return cardinality(undone);
end
$$;
comment on function public.undo_qualification(uuid[]) is 'Takes back the caller''s own decisions of the last ten minutes: the requests are open again, access that was opened ends, and the members are told. How many; those decided by others, earlier, answered or asked anew since are passed over, and it is refused when none is left. At most 1000.';
revoke execute on function private.question_before(uuid), public.undo_qualification(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.undo_qualification(uuid[]) to authenticated;
