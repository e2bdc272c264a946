-- The demonstration, fourth part: what the market made of its signals, by the rules of trading/outcome, minute for minute.
-- A test runs that engine over the stored candles and finds the same events.
set local time zone 'UTC';
create table demo.events (
  slot int, place serial, kind text, at timestamptz, recorded_at timestamptz, price numeric, r numeric, data jsonb, source text
);

create function demo.evidence(minute demo.drawn) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('candle', jsonb_build_object(
    'opened_at', to_char(minute.opened_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'open', minute.open::text, 'high', minute.high::text,
    'low', minute.low::text, 'close', minute.close::text, 'spread', minute.spread::text
  ))
$$;

create function demo.settle(plan demo.plans) returns void
language plpgsql set search_path = '' as $$
declare
  buys constant boolean := plan.towards = 1;
  minute demo.drawn;
  evidence jsonb;
  fill numeric; risk numeric := plan.risk; stop numeric := plan.stop; standing numeric;
  remaining numeric := 100; total numeric := 0; reached int := 0; moves_at timestamptz; ended boolean := false;
  asked numeric; worst numeric; best numeric; opened numeric; level numeric; gained numeric; at_open boolean; sure boolean;
  since timestamptz := plan.published_at; due timestamptz;
begin
  loop
    select * into minute from demo.drawn
    where drawn.symbol = plan.symbol and decides and drawn.opened_at >= since
      and drawn.opened_at + interval '1 minute' <= case when fill is null then coalesce(plan.cancelled_at, plan.until) else plan.until end
      and case
        when fill is null then drawn.opened_at + interval '1 minute' > plan.published_at + plan.validity or case plan.order_type
          when 'market' then true
          when 'limit' then case when buys then drawn.low + drawn.spread <= plan.edge else drawn.high >= plan.edge end
          else case when buys then drawn.high + drawn.spread >= plan.edge else drawn.low <= plan.edge end
        end
        else drawn.opened_at >= moves_at or case
          when buys then drawn.low <= stop or drawn.high >= plan.prices[reached + 1]
          else drawn.high + drawn.spread >= stop or drawn.low + drawn.spread <= plan.prices[reached + 1]
        end
      end
    order by drawn.opened_at limit 1;
    exit when not found;
    since := minute.opened_at + interval '1 minute';
    evidence := demo.evidence(minute);
    if moves_at <= minute.opened_at then
      insert into demo.events (slot, kind, at, recorded_at, price, data, source) values (
        plan.slot, 'stop_moved', moves_at, moves_at, fill, '{"reason": "analyst", "text": "Premier objectif atteint : le stop du reste revient au prix d’entrée."}', 'analyst'
      );
      stop := fill;
      moves_at := null;
    end if;
    opened := case when buys then minute.open else minute.open + minute.spread end;
    best := case when buys then minute.high else minute.low + minute.spread end;
    worst := case when buys then minute.low else minute.high + minute.spread end;
    sure := true;

    if fill is null then
      if minute.opened_at + interval '1 minute' > plan.published_at + plan.validity then
        insert into demo.events (slot, kind, at, recorded_at, data, source) values (
          plan.slot, 'expired', plan.published_at + plan.validity, since + interval '2 seconds', evidence || '{"rule": "expiry", "reason": "not_entered"}', 'engine'
        );
        return;
      end if;
      asked := case when buys then minute.open + minute.spread else minute.open end;
      at_open := plan.order_type = 'market' or (asked - plan.edge) * plan.towards * case plan.order_type when 'stop' then 1 else -1 end >= 0;
      fill := case when at_open then asked else plan.edge end;
      risk := greatest(risk, (fill - stop) * plan.towards);
      insert into demo.events (slot, kind, at, recorded_at, price, data, source) values (
        plan.slot, 'entered', case when at_open then minute.opened_at else since end, since + interval '2 seconds', fill,
        evidence || jsonb_build_object('rule', case when at_open then 'open' else 'touch' end, 'risk', round(risk, plan.digits)::text), 'engine'
      );
      sure := at_open;
      if not at_open and plan.order_type = 'limit' then best := case when buys then minute.close else minute.close + minute.spread end; end if;
    end if;

    standing := stop;
    if sure and (standing - opened) * plan.towards >= 0 then
      gained := round((opened - fill) * plan.towards * remaining / 100 / risk, 4);
      insert into demo.events (slot, kind, at, recorded_at, price, r, data, source) values (
        plan.slot, 'stopped', minute.opened_at, since + interval '2 seconds', opened, gained,
        evidence || jsonb_build_object('rule', 'open', 'share', trim_scale(remaining)::text, 'total_r', round(total + gained, 4)::text), 'engine'
      );
      return;
    end if;
    -- Once for what opened past a target, then the stop, then what was touched.
    foreach at_open in array '{true,false}'::boolean[] loop
      continue when at_open and not sure;
      if not at_open and (standing - worst) * plan.towards >= 0 then
        gained := round((standing - fill) * plan.towards * remaining / 100 / risk, 4);
        insert into demo.events (slot, kind, at, recorded_at, price, r, data, source) values (
          plan.slot, 'stopped', since, since + interval '2 seconds', standing, gained,
          evidence || jsonb_build_object('rule', 'touch', 'share', trim_scale(remaining)::text, 'total_r', round(total + gained, 4)::text), 'engine'
        );
        return;
      end if;
      while reached < cardinality(plan.prices)
        and (case when at_open then opened else best end - plan.prices[reached + 1]) * plan.towards >= 0 loop
        reached := reached + 1;
        level := case when at_open then opened else plan.prices[reached] end;
        gained := round((level - fill) * plan.towards * plan.shares[reached] / 100 / risk, 4);
        total := total + gained;
        remaining := remaining - plan.shares[reached];
        evidence := evidence || jsonb_build_object('rule', case when at_open then 'open' else 'touch' end);
        insert into demo.events (slot, kind, at, recorded_at, price, r, data, source) values (
          plan.slot, 'target_reached', case when at_open then minute.opened_at else since end, since + interval '2 seconds', level, gained,
          evidence || jsonb_build_object('target', reached, 'share', trim_scale(plan.shares[reached])::text, 'total_r', round(total, 4)::text), 'engine'
        );
        if reached = cardinality(plan.prices) then
          insert into demo.events (slot, kind, at, recorded_at, price, data, source) values (
            plan.slot, 'closed', case when at_open then minute.opened_at else since end, since + interval '2 seconds', level,
            evidence || jsonb_build_object('reason', 'targets', 'total_r', round(total, 4)::text), 'engine'
          );
          return;
        end if;
        if reached = 1 and plan.breaks_even then moves_at := since + make_interval(secs => 80 + demo.pick(plan.slot, 13, 300)); end if;
      end loop;
    end loop;
  end loop;

  -- By hand: asked within a minute, done at its end or at the open of the next one (rule 11).
  if fill is null then
    if plan.cancelled_at is not null then
      due := date_trunc('minute', plan.cancelled_at);
      insert into demo.events (slot, kind, at, recorded_at, data, source) values (
        plan.slot, 'cancel_asked', due - interval '23 seconds', due - interval '23 seconds',
        '{"text": "Publication importante dans l’heure : l’entrée n’a plus le même sens, le signal est retiré avant d’être touché."}', 'analyst'
      ), (plan.slot, 'cancelled', due, due + interval '2 seconds', '{"rule": "asked", "reason": "cancelled"}', 'engine');
    end if;
  elsif plan.until < (select now from demo.clock) and since < date_trunc('minute', plan.until) then
    due := date_trunc('minute', plan.until);
    insert into demo.events (slot, kind, at, recorded_at, data, source) values (
      plan.slot, 'close_asked', due - interval '23 seconds', due - interval '23 seconds', jsonb_build_object('text', case plan.style
        when 'swing' then 'Le mouvement attendu n’est pas venu dans le délai prévu : clôture au prix du marché.'
        else 'Fin de séance : rien n’est gardé pour la nuit, clôture au prix du marché.'
      end), 'analyst'
    );
    select * into minute from demo.drawn
    where drawn.symbol = plan.symbol and decides and drawn.opened_at >= due order by drawn.opened_at limit 1;
    if found then
      opened := case when buys then minute.open else minute.open + minute.spread end;
      gained := round((opened - fill) * plan.towards * remaining / 100 / risk, 4);
      insert into demo.events (slot, kind, at, recorded_at, price, r, data, source) values (
        plan.slot, 'closed', minute.opened_at, minute.opened_at + interval '62 seconds', opened, gained,
        demo.evidence(minute) || jsonb_build_object(
          'rule', 'asked', 'reason', 'analyst', 'share', trim_scale(remaining)::text, 'total_r', round(total + gained, 4)::text
        ), 'engine'
      );
    end if;
  end if;
end
$$;
select count(demo.settle(plans)) from demo.plans;
