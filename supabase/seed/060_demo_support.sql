-- Tickets of the demonstration, each marked as such: several states, a late one, a merged one, one about money and one about a figure, in four
-- languages. Their members cannot sign in, and nothing is mailed. Times are counted in business time, back from the moment of the seed.
create function pg_temp.account(place int) returns uuid
language sql as $$ select ('d0000000-0000-4000-8000-' || lpad((2000 + place)::text, 12, '0'))::uuid $$;
create function pg_temp.agent() returns uuid
language sql as $$ select user_id from public.staff order by granted_at, user_id limit 1 $$;

create function pg_temp.happened(of_ticket uuid, kind text, moment timestamptz, data jsonb default '{}') returns void
language sql as $$
  insert into public.ticket_events (ticket, kind, at, actor, actor_role, data)
  select of_ticket, happened.kind, moment, agent, coalesce((select role from public.staff where user_id = agent), 'product'), happened.data from pg_temp.agent() as agent
$$;

create function pg_temp.before(moment timestamptz, amount interval) returns timestamptz
language plpgsql as $$
declare
  left_over interval := amount;
  open tstzrange;
begin
  for n in 0..60 loop
    open := private.support_window((moment at time zone 'Europe/Paris')::date - n) * tstzrange(null, moment);
    if not coalesce(isempty(open), true) then
      if upper(open) - lower(open) >= left_over then return upper(open) - left_over; end if;
      left_over := left_over - (upper(open) - lower(open));
    end if;
  end loop;
end
$$;

create function pg_temp.ask(place int, topic text, priority text, language text, moment timestamptz, subject text, body text, figure jsonb default null) returns uuid
language plpgsql as $$
declare
  made public.tickets;
begin
  made := private.make_ticket(pg_temp.account(place), topic, priority, subject, language, 'site', null, moment, null, case when figure is not null then private.figure_proof(figure) end);
  perform private.add_message(made, made.user_id, 'member', body, null, 'site', null, null, moment);
  update public.tickets set demonstration = true, member_seen_at = moment where id = made.id;
  return made.id;
end
$$;

create function pg_temp.add(of_ticket uuid, moment timestamptz, body text) returns void
language plpgsql as $$
declare
  kept public.tickets := (select tickets from public.tickets where id = of_ticket);
begin
  perform private.add_message(kept, kept.user_id, 'member', body, null, 'site', null, null, moment);
  if kept.paused_since is not null then
    perform private.resume_ticket(kept, moment), pg_temp.happened(of_ticket, case when kept.state = 'solved' then 'reopened' else 'resumed' end, moment);
  else
    perform pg_temp.happened(of_ticket, 'replied', moment);
  end if;
end
$$;

create function pg_temp.reply(of_ticket uuid, moment timestamptz, next text, body text) returns void
language plpgsql as $$
declare
  kept public.tickets := (select tickets from public.tickets where id = of_ticket);
begin
  perform private.add_message(kept, pg_temp.agent(), 'staff', body, null, 'site', null, null, moment);
  perform pg_temp.happened(of_ticket, 'answered', moment, jsonb_build_object('first', kept.first_answered_at is null, 'seconds', floor(extract(epoch from private.business_time(kept.opened_at, moment)))));
  update public.tickets set first_answered_at = coalesce(first_answered_at, moment), assignee = pg_temp.agent(), staff_seen_at = moment, state = case when state = 'new' then 'open' else state end where id = of_ticket;
  if next <> 'open' then
    perform private.pause_ticket(kept, next, moment), pg_temp.happened(of_ticket, next, moment);
  end if;
end
$$;

do $support$
declare
  -- The last moment at which support was open, so that the waiting ones have business time behind them.
  base constant timestamptz := (
    select least(upper(open), now()) from generate_series(0, 10) as n, private.support_window((now() at time zone 'Europe/Paris')::date - n) as open where lower(open) < now() - interval '1 hour' order by n limit 1);
  made uuid; other uuid; asked timestamptz;
begin
  if pg_temp.agent() is null or not exists (select from auth.users where id = pg_temp.account(12)) then return; end if;
  -- Late: nobody has answered.
  made := pg_temp.ask(1, 'billing', 'high', 'fr', pg_temp.before(base, '72 minutes'), 'Double débit ce matin', 'J’ai deux prélèvements de 39,00 € ce matin, à 8:02 et à 8:04. Pouvez-vous me rembourser le second ?');
  made := pg_temp.ask(3, 'signals', 'normal', 'fr', pg_temp.before(base, '26 minutes'), 'Le niveau affiché diffère de mon broker', 'Sur XAU/USD, mon broker montre 4 points de moins que le graphique du signal. Lequel fait foi pour le stop ?');
  made := pg_temp.ask(2, 'account', 'normal', 'es', pg_temp.before(base, '7 minutes'), 'El código de verificación no funciona', 'Cambié de teléfono ayer y el código de seis cifras ya no se acepta.');
  -- In progress, with a pause behind it and a note of the team.
  asked := pg_temp.before(base, '153 minutes');
  made := pg_temp.ask(4, 'referral', 'normal', 'fr', asked, 'Retrait de commission en examen', 'Bonjour, mon retrait de 118,40 USDT est « en examen » depuis mardi. Est-ce normal pour un premier retrait ?');
  perform pg_temp.reply(made, private.business_end(asked, '47 minutes'), 'pending', 'Oui, c’est la relecture du premier retrait. Pouvez-vous me confirmer que l’adresse est bien sur le réseau TRC-20 ?'),
    pg_temp.add(made, private.business_end(asked, '69 minutes'), 'Oui, TRC-20.'),
    pg_temp.reply(made, private.business_end(asked, '121 minutes'), 'open', 'L’adresse est validée. L’envoi part à 16:00 avec les autres retraits du jour.');
  insert into public.ticket_notes (ticket, author, author_name, body, at)
  values (made, pg_temp.agent(), private.ticket_name(pg_temp.agent()), 'Adresse jamais vue ailleurs, aucun lien avec un autre compte. Je valide pour l’envoi de 16:00.', private.business_end(asked, '93 minutes'));
  -- Paused: the member's turn, and a third party's.
  asked := pg_temp.before(base, '12 hours 20 minutes');
  made := pg_temp.ask(5, 'technical', 'low', 'en', asked, 'CSV export of the journal has no commissions column', 'Is there a way to have the commissions in the export? My accountant asks for them.');
  perform pg_temp.reply(made, private.business_end(asked, '88 minutes'), 'pending', 'Not yet. Would a separate file with the commissions by trade help you in the meantime?');
  asked := pg_temp.before(base, '21 hours 40 minutes');
  made := pg_temp.ask(6, 'billing', 'normal', 'fr', asked, 'Facture avec le numéro de TVA intracommunautaire de ma société, de novembre et des mois précédents', 'Notre comptable demande des factures au nom de la société.');
  perform pg_temp.reply(made, private.business_end(asked, '34 minutes'), 'on_hold', 'Nous vérifions le numéro auprès du registre européen, qui répond sous un jour.');
  -- About a figure, with its proof.
  asked := pg_temp.before(base, '74 minutes');
  made := pg_temp.ask(7, 'figure', 'normal', 'fr', asked, 'Comment l’espérance de 90 jours est-elle calculée ?', 'Je trouve une valeur un peu différente avec l’export. Les signaux annulés comptent-ils ?', '{"kind": "performance", "name": "expectancy_r", "filters": {"days": 90}}');
  perform pg_temp.reply(made, private.business_end(asked, '52 minutes'), 'pending', 'Non : seuls les signaux clos comptent, annulés et expirés sont à part. Les lignes jointes donnent exactement le chiffre affiché.');
  -- Italian, solved and rated; French, solved; a thank-you reopened nothing.
  asked := pg_temp.before(base, '46 hours 10 minutes');
  made := pg_temp.ask(8, 'learning', 'normal', 'it', asked, 'Video della terza lezione senza sottotitoli', 'I sottotitoli italiani si fermano dopo due minuti.');
  perform pg_temp.reply(made, private.business_end(asked, '41 minutes'), 'solved', 'Grazie per la segnalazione: il file era incompleto ed è stato sostituito.');
  update public.tickets set satisfaction = 5, satisfaction_words = 'Rapidissimi', rated_at = private.business_end(asked, '3 hours') where id = made;
  asked := pg_temp.before(base, '27 hours 30 minutes');
  made := pg_temp.ask(9, 'technical', 'normal', 'fr', asked, 'Alerte sonore muette sur Firefox', 'Plus de son depuis la mise à jour.');
  perform pg_temp.reply(made, private.business_end(asked, '65 minutes'), 'solved', 'Firefox bloque le son avant le premier clic : l’icône à gauche de l’adresse l’autorise pour le site.');
  update public.tickets set satisfaction = 4, rated_at = private.business_end(asked, '5 hours') where id = made;
  -- A complaint.
  asked := pg_temp.before(base, '33 hours 50 minutes');
  made := pg_temp.ask(10, 'complaint', 'high', 'fr', asked, 'Réclamation : résiliation non prise en compte', 'J’ai résilié le 3 et j’ai été prélevée le 12. Je demande le remboursement et une réponse écrite.');
  perform pg_temp.reply(made, private.business_end(asked, '23 minutes'), 'open', 'Nous examinons votre réclamation et vous répondrons par écrit.');
  update public.tickets set acknowledged_at = first_answered_at where id = made;
  -- Two of one member, merged.
  asked := pg_temp.before(base, '15 hours 15 minutes');
  made := pg_temp.ask(11, 'community', 'low', 'fr', asked, 'Idée affichée deux fois', 'Sur mobile, mon idée apparaît deux fois dans la liste. Capture à suivre.');
  other := pg_temp.ask(11, 'community', 'low', 'fr', private.business_end(asked, '25 minutes'), 'Toujours l’idée en double', 'J’ai oublié de préciser : c’est sur Android.');
  perform private.move_words(other, made, null), private.pause_ticket(tickets, 'solved', private.business_end(asked, '40 minutes')) from public.tickets where id = other;
  update public.tickets set state = 'closed', closed_at = private.business_end(asked, '40 minutes'), merged_into = made, excerpt = '' where id = other;
  perform pg_temp.happened(other, 'merged', private.business_end(asked, '40 minutes'), jsonb_build_object('into', made)), pg_temp.happened(made, 'merged', private.business_end(asked, '40 minutes'), jsonb_build_object('from', other));
  perform pg_temp.reply(made, private.business_end(asked, '57 minutes'), 'open', 'Nous l’avons reproduit et le corrigeons.');
  insert into public.canned_answers (name, topic, texts) values
    ('retrait-ok', 'referral', '{"fr": "Bonjour {{member}},\n\nvotre retrait est parti ; l’identifiant de transaction est dans Parrainage, onglet Retraits.\n\n{{agent}}", "en": "Hello {{member}},\n\nyour withdrawal is on its way; its transaction id is under Referrals, tab Withdrawals.\n\n{{agent}}", "es": "Hola, {{member}}:\n\ntu retirada ha salido; el identificador de la transacción está en Recomendaciones, pestaña Retiradas.\n\n{{agent}}", "it": "Buongiorno {{member}},\n\nil Suo prelievo è partito; l’identificativo della transazione è in Inviti, scheda Prelievi.\n\n{{agent}}"}'),
    ('retrait-reseau', 'referral', '{"fr": "Bonjour {{member}},\n\nl’adresse n’est pas sur le réseau choisi. Corrigez-la dans Parrainage : le retrait repart dès qu’elle est confirmée.\n\n{{agent}}"}'),
    ('remboursement', 'billing', '{"fr": "Bonjour {{member}},\n\nnous remboursons ce paiement aujourd’hui ; votre banque l’affiche sous trois à cinq jours ouvrés.\n\n{{agent}}"}'),
    ('mediateur', 'complaint', '{"fr": "Bonjour {{member}},\n\nsi cette réponse ne vous convient pas, vous pouvez saisir gratuitement {{mediator}}.\n\n{{agent}}"}')
  on conflict do nothing;
end
$support$;
