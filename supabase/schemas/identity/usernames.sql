-- Rejects misleading usernames: invisible characters, look-alike letters of other alphabets, and names that look like an
-- existing one or like the product's own. The account screen has a message for each error key.
create function private.name_skeleton(username text) returns text
language sql immutable set search_path = '' as $$
  -- 0 and O, and 1, l and I look alike, and a dot is easily overlooked.
  select translate(lower(username), '01i_.-', 'oll')
$$;
comment on function private.name_skeleton(text) is 'A username''s visual form: usernames with the same skeleton are confusable.';
create index profiles_name_skeleton on public.profiles (private.name_skeleton(username));

create function private.reserved_names() returns text[]
language sql immutable set search_path = '' as $$
  select '{admin,administrateur,administrator,moderateur,moderator,root,staff,support,system,vigie}'::text[]
$$;
comment on function private.reserved_names() is 'Names that read like the product''s own or its staff''s.';

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
      select private.name_skeleton(name) from unnest(private.reserved_names()) as name
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
comment on function private.check_username() is 'Rejects a new username with username_control_characters or username_confusable. The table itself rejects exact duplicates and invalid formats.';
create trigger check_username before update of username on public.profiles for each row execute function private.check_username();
revoke execute on function private.name_skeleton(text), private.reserved_names(), private.check_username() from public, anon, authenticated, service_role;
-- An index uses it, so whoever changes the row must be able to call it.
grant execute on function private.name_skeleton(text) to authenticated, service_role;
