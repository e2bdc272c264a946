-- Ideas in the public export (docs/proof.md): rows as members see them, without words, and the records of their authors.
create function private.displayed_idea(idea public.ideas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', idea.id, 'number', idea.number, 'author', idea.author, 'published_at', private.timestamp_text(idea.published_at), 'sealed', idea.sealed,
    'opens_at', private.timestamp_text(idea.opens_at), 'demonstration', idea.demonstration, 'commitment', idea.commitment, 'texts_commitment', idea.texts_commitment
  ) || case
    when openings.idea is null then '{"open": false}'
    else jsonb_build_object(
      'open', true, 'state', states.state, 'closed_at', private.timestamp_text(states.closed_at), 'realised_r', trim_scale(states.realised_r)::text,
      'close_reason', states.close_reason, 'terms', terms.terms, 'events', (
        select coalesce(jsonb_agg(private.idea_event_json(events) - 'idea' || jsonb_build_object('sequence', events.sequence) order by events.sequence), '[]')
        from public.idea_events as events where events.idea = idea.id
      )
    )
  end
  from public.idea_terms as terms
  join public.idea_states as states on states.idea = terms.idea
  left join public.idea_openings as openings on openings.idea = terms.idea
  where terms.idea = idea.id
$$;
comment on function private.displayed_idea(public.ideas) is 'An idea as members see it: whole once it is open, else who, when and its seals.';

create function private.exported_ideas(after bigint, until bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ideas', coalesce((
    select jsonb_agg(private.displayed_idea(ideas) order by sequence)
    from public.ledger join public.ideas on kind = 'idea_published' and ideas.id = (entry -> 'data' ->> 'idea')::uuid
    where sequence > exported_ideas.after and sequence <= exported_ideas.until
  ), '[]') || case when exported_ideas.after > 0 then '[]'::jsonb else coalesce((
    select jsonb_agg(private.displayed_idea(ideas) order by number) from public.ideas
    where not exists (select from public.ledger where kind = 'idea_published' and entry -> 'data' ->> 'idea' = ideas.id::text)
  ), '[]') end)
$$;
comment on function private.exported_ideas(bigint, bigint) is 'The ideas of a page of the export; with the first page those that no entry stands for.';

create function private.exported_records() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(record || jsonb_build_object('author', author, 'as_of', as_of) order by author), '[]') from public.idea_records
$$;
comment on function private.exported_records() is 'The record of every author as displayed.';
revoke execute on function private.displayed_idea(public.ideas), private.exported_ideas(bigint, bigint), private.exported_records() from public, anon, authenticated;
