-- The demonstration, last part: what its analysts and members wrote, and the record. Signals and ideas are published, statements made and what became of all
-- appended in the order of their times, through the functions that real ones pass through; only the clock is another.
set local time zone 'UTC';
create function demo.distance(price numeric, instrument public.instruments) returns text
language sql immutable set search_path = '' as $$
  select replace(trim_scale(amount)::text, '.', ',') || ' ' || case class when 'crypto' then 'dollar' when 'index' then 'point' else 'pip' end || case when amount >= 2 then 's' else '' end
  from (select (instrument).class, round(price / case (instrument).class when 'crypto' then 1 else (instrument).pip_size end, 1) as amount) as counted
$$;

-- Facts are those of the stored candles: the hours before, and how far the entry is.
create table demo.drafts as
with before as (
  select plans.slot, max(h1.high) as highest, min(h1.low) as lowest, avg(h1.high - h1.low) as hourly
  from demo.plans join demo.h1 on h1.symbol = plans.symbol and opened_at >= published_at - interval '25 hours' and opened_at + interval '1 hour' <= published_at
  group by plans.slot
), told as (
  select plans.*, instruments, instruments.name, class,
    round(highest, plans.digits) as highest, round(lowest, plans.digits) as lowest, hourly, towards = 1 as buys,
    round((edge - towards * risk * 0.5) / instruments.pip_size) * instruments.pip_size as doubt
  from demo.plans join before using (slot) join public.instruments using (symbol)
)
select slot, published_at, jsonb_build_object(
  'symbol', symbol, 'direction', case when buys then 'buy' else 'sell' end, 'order_type', order_type,
  'entry_low', low::text, 'entry_high', high::text, 'stop_loss', stop::text,
  'targets', (
    select jsonb_agg(jsonb_build_object('price', prices[position]::text, 'share', shares[position]::text) order by position) from generate_subscripts(prices, 1) as position
  ),
  'timeframe', timeframe, 'style', style, 'tier', tier, 'risk_percent', case style when 'scalp' then '0.5' when 'swing' then '0.75' else '1' end,
  'validity_minutes', extract(epoch from validity)::int / 60,
  'facts', format('Sur les vingt-quatre heures pleines qui précèdent, %s a évolué entre %s et %s ; l’amplitude horaire moyenne y est de %s. Cours de référence : %s, %s.',
    name, lowest, highest, demo.distance(hourly, instruments), reference, case
      when reference > edge then format('soit %s au-dessus de l’entrée', demo.distance(reference - edge, instruments))
      when reference < edge then format('soit %s sous l’entrée', demo.distance(edge - reference, instruments))
      else 'au niveau de l’entrée'
    end),
  'opinion', case order_type
    when 'limit' then case when buys
      then format('Un repli vers %s suivi d’une reprise vers %s est plus probable qu’une cassure tant que %s tient. Attendre la zone vaut mieux que poursuivre le cours.', high, prices[1], stop)
      else format('Un rebond vers %s suivi d’un retour vers %s est plus probable qu’une cassure par le haut tant que %s tient. Attendre la zone vaut mieux que poursuivre le cours.', low, prices[1], stop) end
    when 'stop' then case when buys
      then format('Au-dessus de %s, les vendeurs de la veille sont pris à contre-pied ; une accélération vers %s devient le scénario principal. Sans cassure, il n’y a pas de signal.', edge, prices[1])
      else format('Sous %s, les acheteurs de la veille sont pris à contre-pied ; une accélération vers %s devient le scénario principal. Sans cassure, il n’y a pas de signal.', edge, prices[1]) end
    else case when buys
      then format('Le mouvement en cours a plus de chances d’atteindre %s que de revenir à %s. L’entrée se fait au prix du marché, sans attendre de repli.', prices[1], stop)
      else format('La baisse en cours a plus de chances d’atteindre %s que de revenir à %s. L’entrée se fait au prix du marché, sans attendre de rebond.', prices[1], stop) end
  end,
  'counter_thesis', case class
    when 'forex' then (array['Une surprise dans les statistiques de l’une des deux zones changerait les anticipations de taux, et avec elles le sens du cours.',
      'Un retour de l’aversion au risque ferait bouger les deux devises dans l’autre sens, quel que soit le graphique.',
      'Le niveau est visible de tous ; il peut être balayé avant que le mouvement attendu ne commence.'])[1 + demo.pick(slot, 15, 3)]
    when 'metal' then (array['Une remontée des taux réels renchérirait la détention de métal et renverserait le mouvement.',
      'Une détente géopolitique ou un dollar plus ferme suffirait à retourner le cours.'])[1 + demo.pick(slot, 15, 2)]
    when 'index' then (array['Une tension sur les taux longs ou un résultat d’entreprise très suivi ferait repartir l’indice dans l’autre sens.',
      'Le mouvement tient à quelques valeurs ; si elles se retournent, l’indice les suit.'])[1 + demo.pick(slot, 15, 2)]
    else (array['La liquidité est mince hors des heures américaines ; quelques gros ordres suffisent à renverser le cours.',
      'Une annonce réglementaire ou un incident sur une plateforme emporterait tous les niveaux.'])[1 + demo.pick(slot, 15, 2)]
  end,
  'counter_condition', format('une bougie %s clôture %s %s.', case when timeframe = 'H4' then 'H1' else timeframe end, case when buys then 'sous' else 'au-dessus de' end,
    round(doubt, (select digits from public.instruments where instruments.symbol = told.symbol))),
  'method', format('%s, UT %s.', case order_type when 'limit' then 'Retour sur zone' when 'stop' then 'Cassure de niveau' else 'Suivi du mouvement' end, timeframe),
  'conflicts', format('Aucune position sur %s, aucun lien affilié.', name), 'position_held', 'none', 'affiliate_link', 'no'
) || case case order_type when 'stop' then 0 else slot end
  when 63 then jsonb_build_object(
    'opinion', format('La zone %s–%s devrait attirer des acheteurs : un retour vers %s nous paraît plus probable qu’une cassure tant que %s tient.', low, high, prices[1], stop),
    'counter_thesis', 'Une inflation américaine au-dessus de la prévision relancerait le dollar et ferait céder la zone sans que le cours s’y arrête.')
  when 64 then jsonb_build_object(
    'opinion', format('Dans cette zone, la prise de bénéfices nous paraît plus probable que de nouveaux achats ; un repli vers %s est le scénario central tant que %s n’est pas franchi.', prices[1], stop),
    'counter_thesis', 'Des résultats meilleurs que prévu chez une ou deux grandes valeurs suffiraient à entraîner l’indice au-dessus de la zone.')
  when 65 then jsonb_build_object(
    'opinion', format('La hausse nous paraît encore soutenue ; l’entrée se fait au prix du marché, parce qu’un repli n’a rien de certain. Premier objectif %s, idée abandonnée sous %s.', prices[1], stop),
    'counter_thesis', 'La liquidité est mince en dehors des heures américaines ; une seule vente importante effacerait plusieurs heures de hausse.')
  when 66 then jsonb_build_object(
    'opinion', format('Un rebond vers %s–%s offrirait un meilleur rapport que la vente au prix courant ; si la zone n’est pas atteinte, il n’y a pas de position.', low, high),
    'counter_thesis', 'Un discours plus ferme que prévu de la Banque d’Angleterre ferait passer le cours au-dessus de la zone sans retour.')
  else '{}'
end as draft
from told;

-- Notes that analysts added while some signals lived.
insert into demo.events (slot, kind, at, recorded_at, data, source)
select slot, 'note', at, at, jsonb_build_object('text', (array[
    'Le signal suit son cours, sans changement de niveaux.', 'Rien n’est renforcé ni déplacé avant le premier objectif.',
    'Rappel : une entrée prise maintenant n’a plus le rapport annoncé à la publication.'])[1 + demo.pick(slot, 17, 3)]), 'analyst'
from (
  select slot, min(at) filter (where kind = 'entered') + (coalesce(max(at) filter (where kind in ('stopped', 'closed')), (select now from demo.clock)) - min(at) filter (where kind = 'entered')) * 0.4 as at
  from demo.events where slot < 200 group by slot
  having count(*) filter (where kind = 'entered') = 1 and (demo.pick(slot, 16, 6) = 0 or slot = 63)
) as notes
where extract(epoch from at) is not null;

create table demo.published (slot int primary key, id uuid);
create table demo.stated (slot int primary key, id uuid);
create table demo.claimed (slot int primary key, id uuid, thread uuid);
do $record$
declare
  step record;
  signal public.signals;
  statement public.statements;
  idea public.ideas;
begin
  for step in
    select plans.slot, 0 as place, 'published' as kind, plans.published_at as at, plans.published_at as recorded_at, null::numeric as price, null::numeric as r,
      draft as data, 'analyst' as source, analysts.id as author, analysts.name, symbol, bid, ask
    from demo.plans join demo.drafts using (slot) join (select *, row_number() over (order by id) as analyst from demo.analysts) as analysts using (analyst)
    union all
    select events.slot, events.place, events.kind, events.at, events.recorded_at, events.price, events.r,
      events.data || case events.source when 'analyst' then jsonb_build_object('author', analysts.name) else '{}' end,
      events.source, null, case events.source when 'analyst' then analysts.name end, null, null, null
    from demo.events join demo.plans using (slot) join (select *, row_number() over (order by id) as analyst from demo.analysts) as analysts using (analyst)
    union all
    select claims.slot, 0, 'stated', made_at, made_at, null, null, claim, null, analysts.id, analysts.name, symbol, bid, bid + spread
    from demo.claims join (select *, row_number() over (order by id) as analyst from demo.analysts) as analysts using (analyst)
    union all
    select slot, 1, 'revealed', null, made_at + interval '12 minutes', null, null, null, null, null, null, null, null, null from demo.claims where revealed
    union all
    select slot, 2, 'resolved', decided_at, deadline + interval '62 seconds', null, null,
      jsonb_build_object('outcome', outcome, 'candle', candle), null, null, null, null, null, null from demo.resolved
    union all
    select ideas.slot, 0, 'idea', published_at, published_at, null, null,
      draft || jsonb_build_object('probability', round(probability, 2)::text) || case when escrow then jsonb_build_object('deadline', date_trunc('minute', published_at) + interval '20 hours') else '{}' end,
      null, members.id, null, symbol, bid, ask
    from demo.ideas join demo.plans using (slot) join demo.drafts using (slot, published_at)
    join (select community.id, member from demo.members join public.community_members as community on user_id = members.id) as members using (member)
    union all
    select events.slot, events.place, 'idea ' || events.kind, events.at, events.recorded_at, events.price, events.r,
      case when events.source = 'engine' then events.data else '{}' end, null, null, null, null, null, null
    from demo.events join demo.ideas using (slot)
    order by recorded_at, slot, place
  loop
    if step.kind = 'stated' then
      statement := private.record_statement(
        step.data, 'analyst', step.author, step.name, step.at, step.recorded_at, (step.symbol, step.bid, step.ask, step.at, 'simulated')::public.quotes, true, true
      );
      insert into demo.stated values (step.slot, statement.id);
    elsif step.kind = 'idea' then
      idea := private.record_idea(
        step.data, step.author, private.publish_thread(step.author, 'idees', '—', '—'), step.at, step.recorded_at, (step.symbol, step.bid, step.ask, step.at, 'simulated')::public.quotes, true
      );
      insert into demo.claimed values (step.slot, idea.id, idea.thread);
      update public.threads set created_at = step.at, last_post_at = step.at, demonstration = true where id = idea.thread;
      update public.posts set published_at = step.at where thread = idea.thread;
    elsif step.kind like 'idea %' then
      perform private.record_idea_event(
        (select id from demo.claimed where claimed.slot = step.slot), substr(step.kind, 6), step.at, step.price, step.r, step.data, step.recorded_at
      );
    elsif step.kind = 'revealed' then
      perform private.open_statement((select id from demo.stated where stated.slot = step.slot), step.recorded_at);
    elsif step.kind = 'resolved' then
      perform private.resolve_statement(
        (select id from demo.stated where stated.slot = step.slot), (step.data ->> 'outcome')::boolean, step.at, step.data -> 'candle', step.recorded_at
      );
    elsif step.kind = 'published' then
      signal := private.record_signal(step.data, step.author, step.name, step.at, step.recorded_at, (step.symbol, step.bid, step.ask, step.at, 'simulated')::public.quotes, true);
      insert into demo.published values (step.slot, signal.id);
    else
      perform private.record_signal_event(
        (select id from demo.published where published.slot = step.slot), step.kind, step.at, step.price, step.r, step.data, step.source, step.name, step.recorded_at
      );
    end if;
  end loop;
end
$record$;

-- The worker scores the statements and keeps the members' records as it starts.
select private.enqueue('settle-signals');

drop schema demo cascade;
