-- Judging: the one place that says what becomes of a text (judgement.sql has what it answers), and who may write at all.
create function private.judge(author public.community_members, text text, kind text) returns private.verdict
language plpgsql stable security definer set search_path = '' as $$
declare
  findings private.finding[];
  asked record;
  limits public.trust_levels;
  reasons text[];
  holds text[] := '{}';
begin
  if author.staff_role is not null then return row('pass', '{}'::text[], null)::private.verdict; end if;
  select coalesce(array_agg(spotted), '{}') into findings from private.shield_findings(author, text) as spotted;
  reasons := (select coalesce(array_agg(rule order by place), '{}') from unnest(private.dangers()) with ordinality as known (rule, place)
    where rule in (select (spotted).rule from unnest(findings) as spotted));
  select coalesce(array_agg(distinct (asks.finding).rule) filter (where asks.action = 'refuse'), '{}') as refused,
    coalesce(array_agg(distinct (asks.finding).rule) filter (where asks.action = 'hold'), '{}') as held,
    coalesce(array_agg(asks.finding) filter (where asks.action = 'mask'), '{}') as masked
  into asked from private.rule_findings(author, text) as asks;
  if cardinality(asked.refused) > 0 then return row('refuse', reasons || asked.refused, null)::private.verdict; end if;

  select * into limits from public.trust_levels where level = author.trust;
  holds := asked.held;
  if kind in ('thread', 'post') and private.published_posts(author.id, limits.first_posts) < limits.first_posts then holds := holds || '{first_posts}'; end if;
  if kind = 'edit' and limits.edits_held then holds := holds || '{edit_of_new_member}'; end if;
  if kind in ('thread', 'post', 'edit', 'idea') and (select count(*) from regexp_matches(text, 'https?://|\mwww\.', 'gi')) > limits.links then holds := holds || '{too_many_links}'; end if;
  -- A title and the text that opens a thread cannot be shown in parts: the thread would be about what is hidden.
  if cardinality(reasons) >= 2 and kind in ('thread', 'title') or cardinality(holds) > 0 then
    return row('hold', reasons || holds, null)::private.verdict;
  end if;
  if cardinality(reasons) >= 2 or cardinality(asked.masked) > 0 then
    if cardinality(reasons) < 2 then findings := '{}'; end if;
    return row('shield', reasons || (select array_agg(distinct (spotted).rule) from unnest(asked.masked) as spotted), private.masked(text, findings || asked.masked))::private.verdict;
  end if;
  return row('pass', reasons, null)::private.verdict;
end
$$;
comment on function private.judge(public.community_members, text, text) is 'What becomes of a text of a member; kind: thread, post, edit, title or idea.';

create function public.check_text(text text, kind text default 'post') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  author public.community_members;
  verdict private.verdict;
begin
  select * into author from public.community_members where user_id = auth.uid();
  if author.id is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if text is null or length(text) > 20000 then raise exception 'text_too_long' using errcode = '22023', hint = 'text'; end if;
  verdict := private.judge(author, text, kind);
  return jsonb_build_object('outcome', verdict.outcome, 'reasons', verdict.reasons, 'masked', verdict.masked, 'findings', (
    select coalesce(jsonb_agg(jsonb_build_object('rule', (spotted).rule, 'offset', (spotted).place, 'length', (spotted).length, 'severity', (spotted).severity) order by (spotted).place), '[]')
    from (
      select spotted from private.shield_findings(author, text) as spotted where author.staff_role is null
      union all select asks.finding from private.rule_findings(author, text) as asks where author.staff_role is null
    ) as all_found));
end
$$;
comment on function public.check_text(text, text) is 'What would become of the caller''s own text, before it is sent: {outcome, reasons, masked, findings: [{rule, offset, length, severity}]}, in characters from 0.';

create function public.try_filters(text text, trust int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  author public.community_members;
begin
  if private.reading_staff_role() is null then raise exception 'not_staff' using errcode = '42501'; end if;
  if text is null or length(text) > 20000 then raise exception 'text_too_long' using errcode = '22023', hint = 'text'; end if;
  if trust is null or trust not between 0 and 3 then raise exception 'trust_unknown' using errcode = '22023', hint = 'trust'; end if;
  author.name := '—';
  author.trust := try_filters.trust;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('rule', (found.finding).rule, 'offset', (found.finding).place, 'length', (found.finding).length, 'action', found.action)
      order by (found.finding).place), '[]')
    from (
      select null as action, spotted as finding from private.shield_findings(author, text) as spotted where (spotted).place is not null
      union all select asks.action, asks.finding from private.rule_findings(author, text) as asks
    ) as found);
end
$$;
comment on function public.try_filters(text, int) is 'For staff: what the shield and the word and link rules find in a text of a member with this trust, without keeping it: [{rule, offset, length, action}], in characters from 0; action is null for the shield.';

create function private.may_write(author public.community_members) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  sanction public.sanctions;
begin
  if author.id is null or author.user_id is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into sanction from public.sanctions
  where member = author.id and kind in ('mute', 'ban') and lifted_at is null and (ends_at is null or ends_at > clock_timestamp())
  order by ends_at desc nulls first limit 1;
  if sanction.id is not null then
    raise exception using errcode = '42501', message = case sanction.kind when 'mute' then 'muted' else 'banned' end,
      detail = jsonb_build_object('reason', sanction.reason, 'until', sanction.ends_at, 'decision', sanction.decision)::text;
  end if;
end
$$;
comment on function private.may_write(public.community_members) is 'Refuses for who may not write now: muted (with its end), banned, or no member. The detail names reason, end and decision, which can be appealed.';
revoke execute on function
  private.judge(public.community_members, text, text), private.may_write(public.community_members), public.check_text(text, text), public.try_filters(text, int)
from public, anon, authenticated, service_role;
grant execute on function public.check_text(text, text), public.try_filters(text, int) to authenticated;
