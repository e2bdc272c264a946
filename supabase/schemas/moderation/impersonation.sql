-- Impersonation: names that read like those of staff. A name that does so is never shown: the member appears under their username, or
-- under a number, and staff see why.
create function private.staff_looks() returns table (look text, member uuid)
language sql stable security definer set search_path = '' as $$
  select distinct private.look_of(called), known.id
  from public.community_members as known join public.profiles as profile on profile.id = known.user_id,
    unnest(array[known.name, known.handle, profile.first_name || profile.last_name, profile.last_name || profile.first_name]) as called
  where known.staff_role is not null and length(btrim(called)) > 3
$$;
comment on function private.staff_looks() is 'How the names of staff look at a glance.';

create function private.imitated(name text, by uuid default null) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant text := private.look_of(name);
  found uuid[] := (select array_agg(staff.member) from private.staff_looks() as staff where staff.look = asked and staff.member is distinct from imitated.by);
begin
  if found is not null then return found; end if;
  -- The product's own name, of which Vigier is none, and words for its staff.
  if exists (select from unnest(array['vigie', (select seller.brand from private.seller)]) as brand where asked ~ (private.look_of(brand) || '([^r]|$)'))
    or asked in (select private.look_of(reserved) from unnest(private.reserved_names()) as reserved)
    or asked ~ ('^(' || (
      select string_agg(private.look_of(word), '|')
      from unnest('{support,assistance,equipe,team,staff,moderateur,moderation,moderator,moderador,administrateur,administrator,soporte,equipo,assistenza,serviceclient,official,officiel}'::text[]) as word
    ) || ')+[0-9ol]*$')
  then return '{}'; end if;
  return null;
end
$$;
comment on function private.imitated(text, uuid) is 'Whose name a name imitates, other than that of the member `by`: ids of staff, an empty list for the product or its staff in general; null: nobody''s.';

create function private.resembles_staff(author public.community_members) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A name that looks the same is not even shown; this one is a letter away from a long one.
  select exists (
      select from private.staff_looks() as staff, unnest(array[author.name, author.handle]) as name
      where length(name) >= 8 and length(staff.look) >= 8 and private.is_one_letter_apart(staff.look, private.look_of(name)))
    -- The same picture, byte by byte: the server draws every picture anew.
    or exists (
      select from storage.objects as own
      join storage.objects as theirs on theirs.bucket_id = 'avatars' and theirs.metadata ->> 'eTag' = own.metadata ->> 'eTag'
      join public.community_members as staff on staff.staff_role is not null and (storage.foldername(theirs.name))[1] = staff.user_id::text
      where own.bucket_id = 'avatars' and (storage.foldername(own.name))[1] = author.user_id::text)
$$;
comment on function private.resembles_staff(public.community_members) is 'Whether a member''s name or username is nearly that of staff, or the picture the same.';

create function private.hide_imitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.staff_role is not null or new.user_id is null then return new; end if;
  -- The end of an id is drawn; its beginning is the time.
  if private.imitated(new.handle, new.id) is not null then new.handle := 'membre-' || right(new.id::text, 12); end if;
  if private.imitated(new.name, new.id) is not null then new.name := new.handle; end if;
  return new;
end
$$;
comment on function private.hide_imitation() is 'Shows a member whose name imitates staff under the username, or under a number where that imitates too.';
create trigger hide_imitation before insert or update of handle, name, staff_role on public.community_members
  for each row execute function private.hide_imitation();

create function private.refuse_imitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.staff where user_id = new.id) or (new.first_name, new.last_name) = (old.first_name, old.last_name) then return new; end if;
  if private.imitated(private.shown_name(new)) is not null or private.imitated(new.first_name || ' ' || new.last_name) is not null then
    raise exception 'name_imitates' using errcode = '23514', hint = 'first_name', detail = 'It reads like the name of a staff member or of the product.';
  end if;
  return new;
end
$$;
comment on function private.refuse_imitation() is 'Refuses a name that reads like that of staff. A username is checked by private.check_username() too.';
create trigger refuse_imitation before update of first_name, last_name on public.profiles for each row execute function private.refuse_imitation();

create function private.show_imitators_by_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A new name of staff: who had one that looks like it steps back.
  update public.community_members set name = name where staff_role is null and user_id is not null and private.look_of(name) in (
    select look from private.staff_looks() where member = new.id);
  return null;
end
$$;
comment on function private.show_imitators_by_number() is 'Applies the check to members whose name looks like that of somebody who has just become staff.';
create trigger show_imitators_by_number after update of staff_role on public.community_members
  for each row when (new.staff_role is not null and old.staff_role is null) execute function private.show_imitators_by_number();

revoke execute on function
  private.staff_looks(), private.imitated(text, uuid), private.resembles_staff(public.community_members), private.hide_imitation(), private.refuse_imitation(),
  private.show_imitators_by_number()
from public, anon, authenticated, service_role;
