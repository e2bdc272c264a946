-- Grading: what was answered against what is right. Choices are answered by the places in which they were shown; `shuffle` gives
-- for each shown place (the first is 1) the place in the document (the first is 0). Right and wrong answers do the same work.
create function private.readings(typed text) returns numeric[]
language plpgsql immutable set search_path = '' as $$
declare
  bare constant text := replace(regexp_replace(regexp_replace(lower(left(typed, 60)), '[\s\u00a0\u2007\u2009\u202f'']+', '', 'g'), '(%|€|\$|r|lots?|pips?)$', ''), '−', '-');
  marks constant text := regexp_replace(bare, '[^.,]', '', 'g');
  written text[];
begin
  if bare is null or bare !~ '^[+-]?[0-9.,]*[0-9][0-9.,]*$' then return '{}'; end if;
  written := case
    -- One mark before three digits: a decimal mark, or the thousands of a reader who writes 1,234 or 1.234.
    when length(marks) = 1 and bare ~ '^[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}$' then array[translate(bare, ',', '.'), translate(bare, ',.', '')]
    when length(marks) <= 1 then array[translate(bare, ',', '.')]
    when marks ~ '^(,+|\.+)$' then array[translate(bare, ',.', '')]
    -- The last mark is the decimal one, the others part the thousands.
    when marks ~ '^,+\.$' then array[translate(bare, ',', '')]
    when marks ~ '^\.+,$' then array[replace(replace(bare, '.', ''), ',', '.')]
    else '{}' end;
  return array(select each::numeric from unnest(written) as each where length(each) <= 30);
end
$$;
comment on function private.readings(text) is 'The numbers that somebody may have meant by what they typed: with comma or point, signs, spaces and a unit. Empty where it is no number.';

create function private.check_given(document jsonb, shuffle int[], given jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  form constant text := document #>> '{fields,form}';
  places constant jsonb := case form when 'single' then jsonb_build_array(given) else given end;
begin
  if coalesce(case
    when form in ('numeric', 'chart') then jsonb_typeof(given) in ('string', 'number') and private.readings(given #>> '{}') <> '{}'
    when jsonb_typeof(places) = 'array' then jsonb_array_length(places) between 1 and cardinality(shuffle) and (
      select count(distinct place) = count(*) and bool_and(place::text ~ '^[0-9]$' and place::text < cardinality(shuffle)::text) from jsonb_array_elements(places) as place)
      and (form <> 'order' or jsonb_array_length(places) = cardinality(shuffle))
  end, false) then return; end if;
  perform private.refuse('answer_invalid', 'given', 'An answer in the form of the question.');
end
$$;
comment on function private.check_given(jsonb, int[], jsonb) is 'Refuses what is no answer to the question: it is not counted as wrong.';

create function private.is_right(document jsonb, shuffle int[], given jsonb) returns boolean
language sql immutable set search_path = '' as $$
  with chosen as (
    select array_agg(shuffle[place::text::int + 1] order by nth) as places
    from jsonb_array_elements(case jsonb_typeof(given) when 'array' then given else jsonb_build_array(given) end) with ordinality as answer (place, nth)
    where document #>> '{fields,form}' in ('single', 'multiple', 'order')
  )
  select case document #>> '{fields,form}'
    when 'single' then places = array[(document #>> '{fields,right}')::int]
    when 'multiple' then array(select unnest(places) order by 1) = array(select value::int from jsonb_array_elements_text(document #> '{fields,right}') order by 1)
    when 'order' then places = array(select place - 1 from generate_series(1, cardinality(shuffle)) as place)
    when 'numeric' then exists (
      select from unnest(private.readings(given #>> '{}')) as reading
      where abs(reading - (document #>> '{fields,right}')::numeric) <= coalesce((document #>> '{fields,tolerance}')::numeric, 0))
    when 'chart' then exists (
      select from unnest(private.readings(given #>> '{}')) as reading
      where reading between (document #>> '{fields,right,low}')::numeric and (document #>> '{fields,right,high}')::numeric)
  end from chosen
$$;
comment on function private.is_right(jsonb, int[], jsonb) is 'Whether an answer is right: every right choice and no other, the whole order, a figure within its tolerance, a price within its zone.';

create function private.shown_answer(document jsonb, shuffle int[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case document #>> '{fields,form}'
    when 'single' then to_jsonb(array_position(shuffle, (document #>> '{fields,right}')::int) - 1)
    when 'multiple' then (select jsonb_agg(array_position(shuffle, value::int) - 1 order by array_position(shuffle, value::int)) from jsonb_array_elements_text(document #> '{fields,right}'))
    when 'order' then (select jsonb_agg(array_position(shuffle, place - 1) - 1 order by place) from generate_series(1, cardinality(shuffle)) as place)
    else document #> '{fields,right}' end
$$;
comment on function private.shown_answer(jsonb, int[]) is 'The right answer by the places in which the choices were shown.';

create function private.mistakes_of(document jsonb, shuffle int[], given jsonb, language text) returns text
language sql immutable set search_path = '' as $$
  with lines as (select private.raw_lines(document, language, 'mistakes') as line)
  select nullif(case
    when given is null then null
    when document #>> '{fields,form}' in ('single', 'multiple') then (
      select string_agg(nullif(line[shuffle[place::text::int + 1] + 1], ''), e'\n\n' order by nth)
      from jsonb_array_elements(case jsonb_typeof(given) when 'array' then given else jsonb_build_array(given) end) with ordinality as answer (place, nth))
    when document #>> '{fields,form}' = 'numeric' then (
      select line[nth] from jsonb_array_elements_text(coalesce(document #> '{fields,wrong}', '[]')) with ordinality as known (figure, nth), unnest(private.readings(given #>> '{}')) as reading
      where abs(reading - figure::numeric) <= coalesce((document #>> '{fields,tolerance}')::numeric, 0) limit 1)
  end, '') from lines
$$;
comment on function private.mistakes_of(jsonb, int[], jsonb, text) is 'What one got wrong who answered so, in a language: of each wrong choice, or of a figure that comes from a known mistake.';

create function private.graded(document jsonb, shuffle int[], given jsonb, is_right boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'given', given, 'right', is_right, 'correct', private.shown_answer(document, shuffle),
    'mistake', (
      select case when not is_right and count(said) > 0 then jsonb_object_agg(language, said) end
      from (select language, private.mistakes_of(document, shuffle, given, language) as said from unnest(private.languages()) as language) as mistakes),
    'why', private.translated(document, 'why'), 'chart', nullif(document #> '{fields,chart}', 'null'), 'source', nullif(document #> '{fields,source}', 'null'), 'tolerance', document #> '{fields,tolerance}',
    'computed', document #> '{fields,computed}')
$$;
comment on function private.graded(jsonb, int[], jsonb, boolean) is 'An answer with what is right and why, as a member sees it once they have answered.';

revoke execute on function
  private.readings(text), private.check_given(jsonb, int[], jsonb), private.is_right(jsonb, int[], jsonb), private.shown_answer(jsonb, int[]),
  private.mistakes_of(jsonb, int[], jsonb, text), private.graded(jsonb, int[], jsonb, boolean)
from public, anon, authenticated, service_role;
