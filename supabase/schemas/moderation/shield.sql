-- The shield: what is dangerous in a text, and what readers see of it. One dangerous finding sends a text to the moderators and leaves it
-- visible; two of different rules mask it, or hold it back where nothing can be masked.
create function private.dangers() returns text[]
language sql immutable parallel safe set search_path = '' as $$ select '{impersonation,promise,contact,wallet,warned}'::text[] $$;
comment on function private.dangers() is 'The rules of the shield, gravest first.';

create function private.shield_findings(author public.community_members, value text) returns setof private.finding
language plpgsql stable security definer set search_path = '' as $$
declare
  folded constant private.folded_text := private.folded(value);
  -- The text is read twice if its letters were set apart or written with digits.
  unspelled constant private.folded_text := private.unspelled(folded);
  readings constant private.folded_text[] := case when unspelled.words = folded.words then array[folded] else array[folded, unspelled] end;
  brand constant text := (select private.filled_pattern('vigie|' || (private.folded(seller.brand)).words, '') from private.seller);
begin
  return query
  with matched as (
    select matches.rule, matches.start, matches.stop, reading.places
    from unnest(readings) as reading, lateral (
      select * from private.shield_matches(reading.words, brand) union all select * from private.combined_places(reading.words, brand)
    ) as matches
    union all
    select 'warned', warned.start, warned.stop, folded.places from private.warned_places(folded.words) as warned
  ), placed as (
    -- Where a match stood before the text was folded.
    select matched.rule, coalesce(matched.places[matched.start], matched.start - 1) as place,
      coalesce(matched.places[matched.stop - 1], matched.stop - 2) + 1 as stop
    from matched
    union all
    select 'wallet', wallets.start - 1, wallets.stop - 1 from private.wallet_places(value) as wallets
  ), apart as (
    -- Of overlapping matches of a rule one finding is made.
    select parted.rule, min(parted.place) as place, max(parted.stop) as stop
    from (
      select begun.*, count(*) filter (where begun.fresh) over (partition by begun.rule order by begun.place, begun.stop rows unbounded preceding) as part
      from (
        select placed.*, placed.place >= coalesce(max(placed.stop) over (
          partition by placed.rule order by placed.place, placed.stop rows between unbounded preceding and 1 preceding), 0) as fresh from placed
      ) as begun
    ) as parted
    group by parted.rule, parted.part
  )
  select apart.rule, apart.place, apart.stop - apart.place, 'danger', substr(value, apart.place + 1, apart.stop - apart.place) from apart
  union all
  select 'impersonation', null, null, 'danger', coalesce(author.name, author.handle) where private.resembles_staff(author)
  order by 2 nulls first;
end
$$;
comment on function private.shield_findings(public.community_members, text) is 'What is dangerous in a text of a member, in its order.';

create function private.rule_findings(author public.community_members, value text) returns table (action text, finding private.finding)
language plpgsql stable security definer set search_path = '' as $$
declare
  folded constant private.folded_text := private.folded(value);
begin
  return query
  select places.action, row(places.rule, coalesce(folded.places[places.start], places.start - 1),
    coalesce(folded.places[places.stop - 1], places.stop - 2) + 1 - coalesce(folded.places[places.start], places.start - 1), places.action,
    substr(value, coalesce(folded.places[places.start], places.start - 1) + 1,
      coalesce(folded.places[places.stop - 1], places.stop - 2) + 1 - coalesce(folded.places[places.start], places.start - 1)))::private.finding
  from private.rule_places(folded.words, author.trust) as places;
end
$$;
comment on function private.rule_findings(public.community_members, text) is 'What the word and link rules find in a text of a member, and what each asks for.';

create function private.masked(value text, findings private.finding[]) returns text
language plpgsql immutable set search_path = '' as $$
declare
  one private.finding;
  done int := length(value) + 1;
begin
  -- From the end, so that no place moves; of overlapping ones the later is kept whole, and the earlier ends where it begins.
  for one in select * from unnest(findings) as f where f.place is not null order by f.place desc, f.length desc loop
    if one.place + one.length >= done then one.length := done - 1 - one.place; end if;
    continue when one.length <= 0;
    value := overlay(value placing format('⟦%s⟧', one.rule) from one.place + 1 for one.length);
    done := one.place + 1;
  end loop;
  return value;
end
$$;
comment on function private.masked(text, private.finding[]) is 'The text with a mark such as ⟦contact⟧ in place of each finding.';

revoke execute on function
  private.dangers(), private.shield_findings(public.community_members, text), private.rule_findings(public.community_members, text),
  private.masked(text, private.finding[])
from public, anon, authenticated, service_role;
