-- Qualification: a member asks for premium through a partner; an admin decides. pending → approved | rejected | needs_information,
-- and from there back to pending when the member answers. Only the functions below move a request. Approval opens the access, marks
-- the lead and tells the member in one transaction.
create function private.account_key(account text) returns text
language sql immutable set search_path = '' as $$ select regexp_replace(upper(account), '[^A-Z0-9]+', '', 'g') $$;
comment on function private.account_key(text) is 'An account''s number without spaces and signs: two spellings of one are equal.';

create table public.qualification_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.members (user_id) on delete cascade,
  product text not null default 'premium' check (product = 'premium'),
  broker text not null check (length(broker) between 2 and 48),
  account_number text not null check (account_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{2,39}$'),
  proof_path text check (length(proof_path) <= 300),
  proof_removed_at timestamptz check (proof_removed_at is null or proof_path is null),
  note text not null default '' check (length(note) <= 1000),
  state text not null default 'pending' check (state in ('pending', 'needs_information', 'approved', 'rejected', 'withdrawn')),
  assignee uuid references public.staff (user_id) on delete set null,
  same_account_as uuid references public.qualification_requests (id) on delete set null,
  reason text check (length(reason) <= 1000),
  decided_by uuid,
  decided_at timestamptz,
  premium_until timestamptz,
  waiting_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check ((state = 'approved') = (premium_until is not null)),
  check (state not in ('rejected', 'needs_information') or reason is not null)
);
comment on table public.qualification_requests is 'Requests for premium access through a partner. waiting_since: since when it is the staff''s turn. same_account_as: another member''s request with the same account. proof_removed_at: when its file was removed, its time being over.';
create unique index qualification_requests_open on public.qualification_requests (user_id) where state in ('pending', 'needs_information');
create index qualification_requests_of_user on public.qualification_requests (user_id, created_at desc);
create index qualification_requests_queue on public.qualification_requests (state, waiting_since);
create index qualification_requests_account on public.qualification_requests (broker, private.account_key(account_number));
create index qualification_requests_assigned on public.qualification_requests (assignee);
create index qualification_requests_same on public.qualification_requests (same_account_as);

create table public.qualification_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references public.qualification_requests (id) on delete cascade,
  kind text not null check (kind in ('submitted', 'answered', 'withdrawn', 'assigned', 'commented', 'unmasked', 'approved', 'rejected', 'needs_information', 'undone')),
  words text check (length(words) <= 1000),
  actor uuid,
  at timestamptz not null default clock_timestamp()
);
comment on table public.qualification_events is 'The life of a request. assigned, commented and unmasked are among staff.';
create index qualification_events_of_request on public.qualification_events (request_id, id);

create function private.check_proof(path text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  there boolean := true;
begin
  if path is null then return; end if;
  if not starts_with(path, auth.uid() || '/') or path ~ '[[:cntrl:]]|//|(^|/)\.\.?(/|$)' then
    raise exception 'proof_not_yours' using errcode = '42501', hint = 'proof_path';
  end if;
  if to_regclass('storage.objects') is not null then
    execute 'select exists (select from storage.objects where bucket_id = $1 and name = $2)' into there using 'proofs', path;
  end if;
  if not there then raise exception 'proof_missing' using errcode = 'PT404', hint = 'proof_path'; end if;
end
$$;
comment on function private.check_proof(text) is 'A proof is a file of the caller''s own folder of the bucket `proofs`, and it is there.';

create function private.tell_queue(requests uuid[], kind text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.tell_topics(array_agg('staff:qualification'::text), 'request', array_agg(jsonb_build_object(
    'kind', kind, 'request', to_jsonb(request) || jsonb_build_object('member', jsonb_build_object(
      'username', member.username, 'first_name', member.first_name, 'last_name', member.last_name, 'email', member.email, 'phone', member.phone, 'created_at', member.created_at
    ))
  ) order by request.created_at))
  from public.qualification_requests as request join public.members as member using (user_id) where request.id = any (requests);
  select private.tell_topics(array_agg('member:' || user_id), 'request', array_agg('{}'::jsonb))
  from public.qualification_requests where id = any (requests) and kind not in ('assigned', 'commented', 'marked', 'unmasked')
$$;
comment on function private.tell_queue(uuid[], text) is 'Tells open queues what happened to requests, each as it stands now, and the members'' own pages that it did.';

create function public.request_qualification(broker text, account_number text, proof_path text default null, note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  account constant text := upper(private.cleaned(request_qualification.account_number, 40));
  made uuid;
begin
  if me is null or not exists (select from public.members where user_id = me) then raise exception 'not_a_member' using errcode = '42501'; end if;
  if public.current_tier() = 'premium' then raise exception 'already_premium' using errcode = '23505'; end if;
  if account !~ '^[A-Z0-9][A-Z0-9 ./-]{2,39}$' then raise exception 'account_number_wrong' using errcode = '22023', hint = 'account_number'; end if;
  if not exists (select from public.brokers where slug = request_qualification.broker and listed) then raise exception 'no_such_broker' using errcode = '22023', hint = 'broker'; end if;
  perform private.check_proof(request_qualification.proof_path);
  if (select count(*) from public.qualification_requests where user_id = me and created_at > now() - interval '30 days') >= 5 then
    raise exception 'too_many_requests' using errcode = 'PT429';
  end if;
  insert into public.qualification_requests (user_id, broker, account_number, proof_path, note, same_account_as)
  values (me, request_qualification.broker, account, request_qualification.proof_path, private.cleaned(request_qualification.note, 1000), (
    select other.id from public.qualification_requests as other
    where other.broker = request_qualification.broker and private.account_key(other.account_number) = private.account_key(account) and other.user_id <> me
    order by other.created_at limit 1
  )) on conflict (user_id) where state in ('pending', 'needs_information') do nothing
  returning id into made;
  if made is null then raise exception 'already_requested' using errcode = '23505'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (made, 'submitted', nullif(private.cleaned(request_qualification.note, 1000), ''), me);
  update public.leads set product_requested = 'premium' where user_id = me and product_requested <> 'premium';
  perform private.tell_queue(array[made], 'submitted');
  return made;
end
$$;
comment on function public.request_qualification(text, text, text, text) is 'The caller asks for premium access: the partner''s slug, the account there (3 to 40 letters, digits, spaces, . / -), a file of bucket proofs, a note. One open request a member, five in thirty days.';

create function public.answer_qualification(request_id uuid, words text, account_number text default null, proof_path text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account constant text := upper(private.cleaned(answer_qualification.account_number, 40));
  said constant text := private.cleaned(answer_qualification.words, 1000);
begin
  if account <> '' and account !~ '^[A-Z0-9][A-Z0-9 ./-]{2,39}$' then raise exception 'account_number_wrong' using errcode = '22023', hint = 'account_number'; end if;
  perform private.check_proof(answer_qualification.proof_path);
  if said = '' and account = '' and answer_qualification.proof_path is null then raise exception 'answer_empty' using errcode = '22023', hint = 'words'; end if;
  update public.qualification_requests as request set
    state = 'pending', waiting_since = now(), reason = null, decided_by = null, decided_at = null,
    account_number = coalesce(nullif(account, ''), request.account_number), proof_path = coalesce(answer_qualification.proof_path, request.proof_path)
  where id = answer_qualification.request_id and user_id = auth.uid() and state = 'needs_information';
  if not found then raise exception 'nothing_asked' using errcode = 'PT404'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (answer_qualification.request_id, 'answered', nullif(said, ''), auth.uid());
  perform private.tell_queue(array[answer_qualification.request_id], 'answered');
end
$$;
comment on function public.answer_qualification(uuid, text, text, text) is 'The caller gives what was asked of them; the request is the staff''s turn again.';

create function public.withdraw_qualification(request_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.qualification_requests set state = 'withdrawn'
  where id = withdraw_qualification.request_id and user_id = auth.uid() and state in ('pending', 'needs_information');
  if not found then raise exception 'nothing_open' using errcode = 'PT404'; end if;
  insert into public.qualification_events (request_id, kind, actor) values (withdraw_qualification.request_id, 'withdrawn', auth.uid());
  perform private.tell_queue(array[withdraw_qualification.request_id], 'withdrawn');
end
$$;
comment on function public.withdraw_qualification(uuid) is 'The caller takes their open request back.';

-- For admins -----------------------------------------------------------------------------------------------------------
create function public.decide_qualification(request_ids uuid[], decision text, reason text default null, premium_days int default 365) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  said constant text := nullif(private.cleaned(decide_qualification.reason, 1000), '');
  until constant timestamptz := case when decision = 'approved' then now() + make_interval(days => premium_days) end;
  decided uuid[];
  member uuid;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if decision is null or decision not in ('approved', 'rejected', 'needs_information') then raise exception 'no_such_decision' using errcode = '22023', hint = 'decision'; end if;
  if decision <> 'approved' and said is null then raise exception 'reason_missing' using errcode = '22023', hint = 'reason'; end if;
  if decision = 'approved' and (premium_days is null or premium_days not between 1 and 1096) then raise exception 'premium_days_wrong' using errcode = '22023', hint = 'premium_days'; end if;
  if cardinality(request_ids) > 1000 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  with chosen as (
    select id from public.qualification_requests
    -- Nobody decides about themselves, and what another admin decided a moment ago stays.
    where id = any (request_ids) and user_id <> me
      and state in ('pending', case when decision = 'needs_information' then 'pending' else 'needs_information' end)
    order by id for update
  ), moved as (
    update public.qualification_requests as request set
      state = decision, reason = said, decided_by = me, decided_at = now(), premium_until = until
    from chosen where request.id = chosen.id returning request.id
  )
  select coalesce(array_agg(id), '{}') into decided from moved;
  insert into public.qualification_events (request_id, kind, words, actor) select id, decision, said, me from unnest(decided) as id;
  if decision = 'approved' then
    insert into public.premium_grants (user_id, source, ends_at)
    select user_id, 'qualification', until from public.qualification_requests where id = any (decided);
    update public.leads set is_qualified = true, qualified_at = now(), product_requested = 'premium'
    where not is_qualified and user_id in (select user_id from public.qualification_requests where id = any (decided));
  end if;
  for member in select user_id from public.qualification_requests where id = any (decided) loop
    perform private.tell_member(member, 'qualification_' || decision, jsonb_strip_nulls(jsonb_build_object('Reason', said, 'Until', until)), '/mon-compte?demande=premium');
  end loop;
  perform private.tell_queue(decided, decision);
  return jsonb_build_object('decided', cardinality(decided), 'skipped', cardinality(request_ids) - cardinality(decided));
end
$$;

comment on function public.decide_qualification(uuid[], text, text, int) is 'Approves requests for premium_days (1 to 1096), rejects them or asks for information; the last two need a reason, which the member reads. All of it in one transaction. {decided, skipped}: what is no longer open, or one''s own, is skipped. At most 1000.';

create function public.assign_qualification(request_ids uuid[], assignee uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  moved uuid[];
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if assignee is not null and not exists (select from public.staff where user_id = assign_qualification.assignee and role = 'admin') then
    raise exception 'assignee_not_admin' using errcode = '22023', hint = 'assignee';
  end if;
  with changed as (
    update public.qualification_requests as request set assignee = assign_qualification.assignee
    where id = any (request_ids) and request.assignee is distinct from assign_qualification.assignee returning id
  )
  select coalesce(array_agg(id), '{}') into moved from changed;
  insert into public.qualification_events (request_id, kind, words, actor) select id, 'assigned', assign_qualification.assignee::text, auth.uid() from unnest(moved) as id;
  perform private.tell_queue(moved, 'assigned');
  return cardinality(moved);
end
$$;
comment on function public.assign_qualification(uuid[], uuid) is 'Gives requests to an admin, or to nobody. How many changed.';

create function public.comment_qualification(request_id uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := nullif(private.cleaned(comment_qualification.words, 1000), '');
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if said is null then raise exception 'comment_empty' using errcode = '22023', hint = 'words'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (comment_qualification.request_id, 'commented', said, auth.uid());
  perform private.tell_queue(array[comment_qualification.request_id], 'commented');
end
$$;
comment on function public.comment_qualification(uuid, text) is 'A word among staff about a request; the member never reads it.';

-- Presence on `staff:qualification:<id>` says who has a request open.
create policy "admins hear the qualification queue" on realtime.messages for select to authenticated
  using (
    extension in ('broadcast', 'presence') and (select private.reading_staff_role()) = 'admin'
    and ((select realtime.topic()) = 'staff:qualification' or (select realtime.topic()) like 'staff:qualification:%')
  );
create policy "admins show that they have a request open" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'staff:qualification:%' and (select private.reading_staff_role()) = 'admin');

-- The words are in the request and its events, and go with the account; the log keeps who decided what, and when.
call private.audit_changes('public.qualification_requests', '{account_number,note,reason,proof_path}');
call private.audit_changes('public.qualification_events', '{words}');
alter table public.qualification_requests enable row level security;
create policy "members read their own requests, admins every one" on public.qualification_requests for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
alter table public.qualification_events enable row level security;
create policy "members read what concerns them, admins everything" on public.qualification_events for select to authenticated
  using (
    (select private.reading_staff_role()) = 'admin'
    or (kind not in ('assigned', 'commented', 'unmasked') and request_id in (select id from public.qualification_requests where user_id = (select auth.uid())))
  );
revoke all on public.qualification_requests, public.qualification_events from anon, authenticated, service_role;
grant select on public.qualification_requests, public.qualification_events to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.account_key(text), private.check_proof(text), private.tell_queue(uuid[], text), public.request_qualification(text, text, text, text),
  public.answer_qualification(uuid, text, text, text), public.withdraw_qualification(uuid),
  public.decide_qualification(uuid[], text, text, int), public.assign_qualification(uuid[], uuid), public.comment_qualification(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.request_qualification(text, text, text, text), public.answer_qualification(uuid, text, text, text), public.withdraw_qualification(uuid),
  public.decide_qualification(uuid[], text, text, int), public.assign_qualification(uuid[], uuid), public.comment_qualification(uuid, text)
to authenticated;
