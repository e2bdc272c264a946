-- What reviewers put on the proof of a request: masks over what they need not see, and facts found in it (or not as claimed), each with
-- its place. Nothing here is recognised by a machine. Admins read and write; members never see it. A new proof starts without marks;
-- when a file's time is over, its places go and the findings stay.
create table public.proof_marks (
  id bigint generated always as identity primary key,
  request_id uuid not null references public.qualification_requests (id) on delete cascade,
  what text not null check (what in ('mask', 'name', 'account', 'broker', 'statement', 'opening', 'deposit')),
  agrees boolean,
  words text check (length(words) <= 80),
  -- Shares of the upright picture, or of a document's page, from its upper left corner.
  x real, y real, width real, height real,
  placed_by uuid not null,
  placed_at timestamptz not null default clock_timestamp(),
  -- A picture has one.
  page smallint not null default 1 check (page between 1 and 50),
  check ((what = 'mask') = (agrees is null)),
  check (num_nulls(x, y, width, height) in (0, 4) and (what <> 'mask' or x is not null)),
  check (x >= 0 and y >= 0 and width > 0 and height > 0 and x + width <= 1.0001 and y + height <= 1.0001)
);
comment on table public.proof_marks is 'Masks over a proof, and which facts a reviewer found in it: agrees or not, what it says (words), and where: on which page, in shares of it. placed_by has no reference: the row outlives the account.';
create unique index proof_marks_of_fact on public.proof_marks (request_id, what) where what <> 'mask';
create index proof_marks_of_request on public.proof_marks (request_id, id);

create function private.place_of(place jsonb) returns table (page smallint, x real, y real, width real, height real)
language plpgsql immutable set search_path = '' as $$
begin
  if place is null then return query select 1::smallint, null::real, null::real, null::real, null::real; return; end if;
  if num_nulls(place ->> 'x', place ->> 'y', place ->> 'width', place ->> 'height') > 0 or coalesce(place ->> 'page', '1') !~ '^([1-9]|[1-4][0-9]|50)$' then
    raise exception 'no_such_place' using errcode = '22023', hint = 'place';
  end if;
  return query select coalesce(place ->> 'page', '1')::smallint, (place ->> 'x')::real, (place ->> 'y')::real, (place ->> 'width')::real, (place ->> 'height')::real;
end
$$;
comment on function private.place_of(jsonb) is 'A rectangle {page, x, y, width, height} as columns: page 1 unless it is said, from 1 to 50; none has no rectangle.';

create function private.open_request(request_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if not exists (
    select from public.qualification_requests where id = open_request.request_id and user_id <> auth.uid() and state in ('pending', 'needs_information')
  ) then raise exception 'nothing_open' using errcode = 'PT404'; end if;
end
$$;
comment on function private.open_request(uuid) is 'Refuses who is no admin, and a request that is decided or one''s own.';

create function public.check_proof_fact(request_id uuid, fact text, agrees boolean, words text default null, place jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.open_request(check_proof_fact.request_id);
  if fact is null or fact not in ('name', 'account', 'broker', 'statement', 'opening', 'deposit') then raise exception 'no_such_fact' using errcode = '22023', hint = 'fact'; end if;
  if check_proof_fact.agrees is null then
    delete from public.proof_marks as mark where mark.request_id = check_proof_fact.request_id and what = fact;
  else
    insert into public.proof_marks as mark (request_id, what, agrees, words, page, x, y, width, height, placed_by)
    select check_proof_fact.request_id, fact, check_proof_fact.agrees, nullif(private.cleaned(check_proof_fact.words, 80), ''), spot.page, spot.x, spot.y, spot.width, spot.height, auth.uid()
    from private.place_of(check_proof_fact.place) as spot
    on conflict (request_id, what) where what <> 'mask' do update set
      agrees = excluded.agrees, words = excluded.words, page = excluded.page, x = excluded.x, y = excluded.y, width = excluded.width, height = excluded.height,
      placed_by = excluded.placed_by, placed_at = clock_timestamp();
  end if;
  perform private.tell_queue(array[check_proof_fact.request_id], 'marked');
end
$$;
comment on function public.check_proof_fact(uuid, text, boolean, text, jsonb) is 'A reviewer found a fact in the proof of an open request (name, account, broker, statement, opening, deposit): it agrees or not, the proof''s own words, and its place {page, x, y, width, height} as shares of the upright picture or of that page. agrees null takes the finding back.';

create function public.mask_proof(request_id uuid, place jsonb) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  perform private.open_request(mask_proof.request_id);
  if place is null then raise exception 'no_such_place' using errcode = '22023', hint = 'place'; end if;
  if (select count(*) from public.proof_marks as mark where mark.request_id = mask_proof.request_id and what = 'mask') >= 50 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  insert into public.proof_marks (request_id, what, page, x, y, width, height, placed_by)
  select mask_proof.request_id, 'mask', spot.page, spot.x, spot.y, spot.width, spot.height, auth.uid() from private.place_of(place) as spot
  returning id into made;
  perform private.tell_queue(array[mask_proof.request_id], 'marked');
  return made;
end
$$;
comment on function public.mask_proof(uuid, jsonb) is 'Covers a part of the proof of an open request for every reviewer, on its page. At most 50.';

create function public.lift_masks(request_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := nullif(private.cleaned(lift_masks.reason, 300), '');
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if said is null then raise exception 'reason_missing' using errcode = '22023', hint = 'reason'; end if;
  if not exists (select from public.proof_marks as mark where mark.request_id = lift_masks.request_id and what = 'mask') then raise exception 'nothing_masked' using errcode = 'PT404'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (lift_masks.request_id, 'unmasked', said, auth.uid());
  perform private.tell_queue(array[lift_masks.request_id], 'unmasked');
end
$$;
comment on function public.lift_masks(uuid, text) is 'A reviewer looks under the masks of a proof: noted with the reason before anything is shown. The masks stay for everybody else, and for the next time.';

create function public.remove_mask(mask_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  whose uuid;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  delete from public.proof_marks where id = mask_id and what = 'mask' and placed_by = auth.uid() and placed_at > now() - interval '10 minutes'
  returning request_id into whose;
  if whose is null then raise exception 'nothing_masked' using errcode = 'PT404'; end if;
  perform private.tell_queue(array[whose], 'marked');
end
$$;
comment on function public.remove_mask(bigint) is 'Takes back a mask that the caller placed in the last ten minutes.';

create function private.follow_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.proof_path is null then
    delete from public.proof_marks where request_id = new.id and what = 'mask';
    update public.proof_marks set page = default, x = null, y = null, width = null, height = null where request_id = new.id;
  else
    delete from public.proof_marks where request_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.follow_proof() is 'Another file has not been looked at yet; of one whose time is over only the findings stay.';
create trigger follow_proof after update of proof_path on public.qualification_requests
  for each row when (new.proof_path is distinct from old.proof_path) execute function private.follow_proof();

call private.audit_changes('public.proof_marks', '{words}');
alter table public.proof_marks enable row level security;
create policy "admins read the marks on proofs" on public.proof_marks for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
revoke all on public.proof_marks from anon, authenticated, service_role;
grant select on public.proof_marks to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.place_of(jsonb), private.open_request(uuid), private.follow_proof(), public.check_proof_fact(uuid, text, boolean, text, jsonb),
  public.mask_proof(uuid, jsonb), public.lift_masks(uuid, text), public.remove_mask(bigint)
from public, anon, authenticated, service_role;
grant execute on function
  public.check_proof_fact(uuid, text, boolean, text, jsonb), public.mask_proof(uuid, jsonb), public.lift_masks(uuid, text), public.remove_mask(bigint)
to authenticated;
