-- Events of the demonstration, each marked as such: a weekly debrief with a replay whose passages are demonstration signals, a workshop that
-- is full and has a waiting list, and questions. Days are counted from the day of the seed; the worker makes the occurrences that follow.
create function pg_temp.texts(french text, english text, spanish text, italian text, name text) returns jsonb
language sql as $$
  select jsonb_build_object('fr', jsonb_build_object(name, french), 'en', jsonb_build_object(name, english), 'es', jsonb_build_object(name, spanish), 'it', jsonb_build_object(name, italian))
$$;
create function pg_temp.both(one jsonb, other jsonb) returns jsonb
language sql as $$ select jsonb_object_agg(key, one -> key || value) from jsonb_each(other) $$;

-- The first day of the week (1 Monday) from today on, in Paris.
create function pg_temp.coming(isodow int) returns date
language sql as $$ select today + (isodow - extract(isodow from today)::int + 7) % 7 from (select (now() at time zone 'Europe/Paris')::date as today) as paris $$;

create function pg_temp.write(kind text, slug text, parent uuid, tier text, document jsonb) returns uuid
language plpgsql as $$
declare
  made public.content_items;
begin
  insert into public.content_items (kind, slug, parent, position, tier) values (kind, slug, parent, (select count(*) + 1 from public.content_items as other where other.kind = write.kind), tier)
  returning * into made;
  perform private.write_version(made, document || '{"from": {}}', null, 'Claire Morvan', false);
  update public.content_items set state = 'published', published_version = 1, published_at = now() where id = made.id returning * into made;
  perform private.project(made, document);
  return made.id;
end
$$;

create function pg_temp.hold(slug text, tier text, first date, fields jsonb, texts jsonb) returns uuid
language plpgsql as $$
declare
  event constant uuid := pg_temp.write('event', slug, null, tier, jsonb_build_object('texts', texts,
    'fields', '{"zone": "Europe/Paris", "exceptions": [], "recorded": true}' || fields || jsonb_build_object('starts_at', first || 'T' || (fields ->> 'at'))));
begin
  update public.events set demonstration = true where item = event;
  -- As the worker would have made them.
  insert into public.event_occurrences (event, slot, starts_at, ends_at)
  select event, slot, slot at time zone 'Europe/Paris', slot at time zone 'Europe/Paris' + (fields ->> 'minutes')::int * interval '1 minute'
  from (select first + (fields ->> 'at')::time + n * (fields ->> 'every')::int * interval '1 day' as slot from generate_series(0, (fields ->> 'times')::int) as n) as slots;
  return event;
end
$$;

-- So many of the demonstration's members take a seat or wait.
create function pg_temp.fill(of_event uuid, nth int, seats int, waits int default 0) returns void
language sql as $$
  insert into public.event_registrations (occurrence, user_id, state, place, registered_at)
  select occurrence.id, account.id, case when account.n <= seats then 'seated' else 'waiting' end, case when account.n > seats then account.n - seats end,
    least(occurrence.starts_at, now()) - interval '4 days' + account.n * interval '1 hour'
  from (select id, starts_at from public.event_occurrences where event = of_event order by starts_at offset nth limit 1) as occurrence,
    (select id, row_number() over (order by id) as n from public.profiles where username like 'demo-%') as account
  where account.n <= seats + waits;
  update public.event_occurrences set last_place = waits where id = (select id from public.event_occurrences where event = of_event order by starts_at offset nth limit 1);
$$;

do $events$
declare
  friday constant date := pg_temp.coming(5);
  debrief uuid; workshop uuid; last public.event_occurrences; passages jsonb; said jsonb; n int;
begin
  debrief := pg_temp.hold('debrief-de-la-semaine', 'freemium', friday - 49,
    '{"kind": "debrief", "host": "claire.morvan", "at": "18:00", "minutes": 60, "rule": "FREQ=WEEKLY;BYDAY=FR", "capacity": 60, "every": 7, "times": 9, "join_url": "https://meet.example.com/debrief"}',
    pg_temp.both(pg_temp.texts('Débrief de la semaine', 'Weekly debrief', 'Balance de la semana', 'Debrief della settimana', 'title'), pg_temp.texts(
      'Les signaux clos depuis lundi, gagnants et perdants, repris avec les bougies d’une minute. Vingt minutes de questions.',
      'The signals closed since Monday, winners and losers, gone through on one-minute candles. Twenty minutes of questions.',
      'Las señales cerradas desde el lunes, ganadoras y perdedoras, repasadas con velas de un minuto. Veinte minutos de preguntas.',
      'I segnali chiusi da lunedì, vincenti e perdenti, ripresi con le candele da un minuto. Venti minuti di domande.', 'summary')));
  for n in 0..6 loop perform pg_temp.fill(debrief, n, 30 + n % 4 * 3); end loop;
  perform pg_temp.fill(debrief, 7, 41), pg_temp.fill(debrief, 8, 12);

  workshop := pg_temp.hold('calibrer-ses-probabilites', 'freemium', pg_temp.coming(2) - 84,
    '{"kind": "workshop", "host": "demo-12", "at": "19:00", "minutes": 90, "rule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "capacity": 20, "every": 14, "times": 8, "join_url": "https://meet.example.com/atelier"}',
    pg_temp.both(pg_temp.texts('Atelier : calibrer ses probabilités', 'Workshop: calibrating your probabilities', 'Taller: calibrar las probabilidades', 'Laboratorio: calibrare le probabilità', 'title'), pg_temp.texts(
      'Dix graphiques, une probabilité chacun, puis la courbe de calibration du groupe. Apportez vos réponses d’Et ensuite ?',
      'Ten charts, one probability each, then the group’s calibration curve. Bring your answers from What next?',
      'Diez gráficos, una probabilidad para cada uno y la curva de calibración del grupo. Conviene traer las respuestas de ¿Y ahora?',
      'Dieci grafici, una probabilità per ciascuno, poi la curva di calibrazione del gruppo. Portare le proprie risposte di E poi?', 'summary')));
  for n in 0..5 loop
    perform pg_temp.fill(workshop, n, 20);
    update public.event_occurrences set freed = 2 + n * 5 % 4 where id = (select id from public.event_occurrences where event = workshop order by starts_at offset n limit 1);
  end loop;
  perform pg_temp.fill(workshop, 6, 20, 6);

  perform pg_temp.fill(pg_temp.hold('questions-a-l-equipe', 'premium', pg_temp.coming(1) - 28,
    '{"kind": "questions", "host": "mathieu.lassalle", "at": "12:30", "minutes": 40, "rule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every": 14, "times": 4, "recorded": false, "join_url": "https://meet.example.com/questions"}',
    pg_temp.both(pg_temp.texts('Questions à l’équipe', 'Questions to the team', 'Preguntas al equipo', 'Domande al team', 'title'), pg_temp.texts(
      'Quarante minutes, vos questions d’abord. Aucun conseil personnalisé.', 'Forty minutes, your questions first. No personal advice.',
      'Cuarenta minutos, primero las preguntas. Sin asesoramiento personalizado.', 'Quaranta minuti, prima le domande. Nessuna consulenza personalizzata.', 'summary'))), 2, 17);

  -- The last debrief that is over, with four closed signals of its week.
  select * into last from public.event_occurrences where event = debrief and ends_at < now() order by starts_at desc limit 1;
  select jsonb_agg(jsonb_build_object('second', (array[372, 1120, 1866, 2390])[place], 'symbol', symbol, 'price', price::text) order by place) into passages
  from (
    select row_number() over (order by published_at) as place, picked.* from (
      select signal.symbol, signal.published_at, trim_scale(levels.entry_high) as price
      from public.signals as signal join public.signal_levels as levels on levels.signal_id = signal.id join public.signal_results as result on result.signal_id = signal.id
      where signal.demonstration and result.state = 'closed' and signal.published_at between last.starts_at - interval '6 days' and last.starts_at
      order by hashint8extended(signal.number, 9) limit 4
    ) as picked
  ) as chosen;
  if passages is null then return; end if;
  select jsonb_object_agg(language, jsonb_build_object('title', title || to_char(last.slot, ' DD/MM'), 'said', lines)) into said
  from (
    select word.language, word.title, string_agg(instrument.name || ', ' || case levels.direction when 'buy' then word.buy else word.sell end || ' ' || (passage ->> 'price'), E'\n' order by (passage ->> 'second')::int) as lines
    from jsonb_array_elements(passages) as passage
      join public.instruments as instrument on instrument.symbol = passage ->> 'symbol'
      join lateral (
        select direction from public.signal_levels join public.signals as signal on signal.id = signal_levels.signal_id
        where signal.symbol = instrument.symbol and signal_levels.entry_high = (passage ->> 'price')::numeric order by signal.published_at desc limit 1
      ) as levels on true,
      (values ('fr', 'Débrief du vendredi', 'achat vers', 'vente vers'), ('en', 'Debrief of Friday', 'buy around', 'sell around'),
        ('es', 'Balance del viernes', 'compra en torno a', 'venta en torno a'), ('it', 'Debrief di venerdì', 'acquisto intorno a', 'vendita intorno a')) as word (language, title, buy, sell)
    group by word.language, word.title
  ) as words;
  perform pg_temp.write('replay', 'debrief-' || to_char(last.slot, 'YYYY-MM-DD'), debrief, 'visitor', jsonb_build_object('texts', said, 'fields', jsonb_build_object(
    'event', 'debrief-de-la-semaine', 'at', to_char(last.slot, 'YYYY-MM-DD"T"HH24:MI'), 'seconds', 2840, 'passages', passages)));
  insert into public.replay_progress (user_id, occurrence, second) select user_id, occurrence, 2840 from public.event_registrations where occurrence = last.id and state = 'seated';
end
$events$;
