-- Codes that people read, type and hear: no letter that is taken for another.
create function private.drawn_code(signs int) returns text
language sql volatile set search_path = '' as $$
  -- Thirty letters and digits do not divide 256, so bytes beyond the last multiple are discarded.
  select string_agg(substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', 1 + byte % 30, 1), '' order by place)
  from (
    select get_byte(bytes, place) as byte, place from (select extensions.gen_random_bytes(64) as bytes) as drawn, generate_series(0, 63) as place
    where get_byte(bytes, place) < 240 order by place limit signs
  ) as fair
$$;
comment on function private.drawn_code(int) is 'So many of thirty letters and digits, up to thirty, uniformly distributed: seven are one of 21.9 billion.';
revoke execute on function private.drawn_code(int) from public, anon, authenticated, service_role;
