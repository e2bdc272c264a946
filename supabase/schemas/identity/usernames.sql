-- Usernames that deceive: invisible characters, letters of other alphabets that look like Latin ones, and names that read like one
-- that is there already or like the house's own. Refused with a key that the account screen has words for.
create function private.name_skeleton(username text) returns text
language sql immutable set search_path = '' as $$
  -- A zero and an O, a one, an l and an I look alike, and a dot is overlooked.
  select translate(lower(username), '01i_.-', 'oll')
$$;
comment on function private.name_skeleton(text) is 'A username as the eye takes it: two with one skeleton are taken for each other.';
create index profiles_name_skeleton on public.profiles (private.name_skeleton(username));

create function private.check_username() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.username = old.username then return new; end if;
  if new.username ~ '[[:cntrl:]]' or new.username ~ '[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]' then
    raise exception 'username_control_characters' using errcode = '23514', hint = 'username';
  end if;
  if new.username ~ '[^\u0001-\u007f]' then
    raise exception 'username_confusable' using errcode = '23514', hint = 'username', detail = 'Only the letters a to z, digits, and . _ - are told apart safely.';
  end if;
  if private.name_skeleton(new.username) in (
      select private.name_skeleton(name) from unnest('{admin,administrateur,administrator,moderateur,moderator,root,staff,support,system,vigie}'::text[]) as name
    )
    or exists (
      select from public.profiles where private.name_skeleton(username) = private.name_skeleton(new.username) and id <> new.id and username <> new.username
    )
  then
    raise exception 'username_confusable' using errcode = '23514', hint = 'username', detail = 'It reads like another name.';
  end if;
  return new;
end
$$;
comment on function private.check_username() is 'Refuses a new name with username_control_characters or username_confusable. One that is taken as it stands, or has a wrong shape, is refused by the table.';
create trigger check_username before update of username on public.profiles for each row execute function private.check_username();
revoke execute on function private.name_skeleton(text), private.check_username() from public, anon, authenticated, service_role;
-- An index over it is kept by whoever changes the row.
grant execute on function private.name_skeleton(text) to authenticated, service_role;
