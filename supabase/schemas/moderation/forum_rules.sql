-- The rules of the forum, for people and for machines (DSA, art. 14): numbered, in every language, with the day from which they hold, and where
-- authorities and members reach us (art. 11 and 12). A decision names the rule that it rests on.
create table public.forum_rules (
  number text primary key check (number ~ '^[1-9](\.[1-9])?$'),
  titles jsonb not null check (private.is_translated(titles)),
  words jsonb not null check (private.is_translated(words))
);
comment on table public.forum_rules is 'The rules in force. Admins change their words; a change is a new version (forum_rule_versions).';
insert into public.forum_rules (number, titles, words) values
  ('1', '{"fr": "À quoi sert le forum", "en": "What the forum is for", "es": "Para qué sirve el foro", "it": "A che cosa serve il forum"}',
   '{"fr": "Apprendre à trader, confronter ses idées aux faits et s’entraider. Une perte expliquée y a autant de place qu’un gain.", "en": "Learning to trade, testing ideas against facts and helping each other. An explained loss is as welcome here as a win.", "es": "Para aprender a operar, contrastar ideas con los hechos y ayudarse. Una pérdida explicada es tan bienvenida como una ganancia.", "it": "A imparare il trading, a mettere le idee alla prova dei fatti e ad aiutarsi. Una perdita spiegata vale quanto un guadagno."}'),
  ('2', '{"fr": "Qui participe", "en": "Who takes part", "es": "Quién participa", "it": "Chi partecipa"}',
   '{"fr": "Toute personne majeure qui a un compte. Une personne, un compte. Seule la marque Équipe désigne l’équipe.", "en": "Any adult with an account. One person, one account. Only the Team mark stands for the team.", "es": "Cualquier persona adulta con una cuenta. Una persona, una cuenta. Solo la marca Equipo identifica al equipo.", "it": "Ogni persona maggiorenne con un account. Una persona, un account. Solo il contrassegno Team indica il team."}'),
  ('3', '{"fr": "Faits et opinions", "en": "Facts and opinions", "es": "Hechos y opiniones", "it": "Fatti e opinioni"}',
   '{"fr": "Distinguez ce qui s’est passé de ce que vous en pensez. Un chiffre a une source, une capture a une date, un résultat dit sur combien de trades il porte.", "en": "Keep what happened apart from what you think of it. A figure has a source, a screenshot a date, and a result states how many trades it covers.", "es": "Distinga lo que pasó de lo que opina. Una cifra tiene fuente, una captura tiene fecha y un resultado indica cuántas operaciones abarca.", "it": "Distingua ciò che è accaduto da ciò che ne pensa. Un dato ha una fonte, una schermata ha una data e un risultato indica su quante operazioni si basa."}'),
  ('4.1', '{"fr": "Une idée scellée reste", "en": "A sealed idea stays", "es": "Una idea sellada permanece", "it": "Un’idea sigillata resta"}',
   '{"fr": "Une idée structurée ne se modifie pas et ne s’efface pas, gagnante ou perdante.", "en": "A structured idea cannot be changed or deleted, whether it wins or loses.", "es": "Una idea estructurada no se modifica ni se borra, gane o pierda.", "it": "Un’idea strutturata non si modifica né si cancella, vincente o perdente che sia."}'),
  ('4.2', '{"fr": "Vos propres contenus", "en": "Your own content", "es": "Contenido propio", "it": "Contenuti propri"}',
   '{"fr": "Publiez ce dont vous êtes l’auteur ou ce que vous avez le droit de citer, en nommant la source.", "en": "Post what you made yourself or what you may quote, and name the source.", "es": "Publique lo que haya hecho usted o lo que tenga derecho a citar, y nombre la fuente.", "it": "Pubblichi ciò che ha fatto lei o che ha il diritto di citare, indicando la fonte."}'),
  ('5.1', '{"fr": "Pas de conseil personnalisé", "en": "No personal advice", "es": "Sin asesoramiento personalizado", "it": "Nessuna consulenza personalizzata"}',
   '{"fr": "Personne ne dit à quelqu’un ce qu’il doit acheter ou vendre d’après sa situation. C’est un métier réglementé.", "en": "Nobody tells another person what to buy or sell in view of their circumstances. That is a regulated profession.", "es": "Nadie dice a otra persona qué comprar o vender según su situación. Es una profesión regulada.", "it": "Nessuno dice a un’altra persona che cosa comprare o vendere in base alla sua situazione. È una professione regolamentata."}'),
  ('5.2', '{"fr": "Rester dans le sujet", "en": "Stay on topic", "es": "Ceñirse al tema", "it": "Restare in tema"}',
   '{"fr": "Un message répond au sujet où il se trouve. Le reste a sa propre discussion.", "en": "A post answers the discussion it is in. Anything else gets its own discussion.", "es": "Un mensaje responde al tema en el que está. Lo demás tiene su propio tema.", "it": "Un messaggio risponde alla discussione in cui si trova. Il resto ha una discussione propria."}'),
  ('5.3', '{"fr": "Ni injure ni harcèlement", "en": "No insults, no harassment", "es": "Ni insultos ni acoso", "it": "Né insulti né molestie"}',
   '{"fr": "On critique une analyse, jamais la personne. Injures, menaces, propos haineux et harcèlement sont exclus.", "en": "Criticise an analysis, never the person. Insults, threats, hate speech and harassment have no place here.", "es": "Se critica un análisis, nunca a la persona. Insultos, amenazas, discursos de odio y acoso quedan excluidos.", "it": "Si critica un’analisi, mai la persona. Insulti, minacce, discorsi d’odio e molestie sono esclusi."}'),
  ('5.4', '{"fr": "La vie privée des autres", "en": "Other people’s privacy", "es": "La privacidad de los demás", "it": "La privacy degli altri"}',
   '{"fr": "Ne publiez ni nom, ni adresse, ni compte, ni conversation d’une autre personne sans son accord.", "en": "Do not post anyone else’s name, address, account or conversation without their consent.", "es": "No publique el nombre, la dirección, la cuenta ni las conversaciones de otra persona sin su consentimiento.", "it": "Non pubblichi nome, indirizzo, conto o conversazioni di un’altra persona senza il suo consenso."}'),
  ('6.1', '{"fr": "Ne pas se faire passer pour un autre", "en": "No impersonation", "es": "No suplantar a nadie", "it": "Non spacciarsi per altri"}',
   '{"fr": "Ni pour l’équipe, ni pour un membre, ni pour une société. L’équipe n’écrit jamais la première et ne demande jamais d’argent.", "en": "Not of the team, a member or a company. The team never writes first and never asks for money.", "es": "Ni al equipo, ni a un miembro, ni a una empresa. El equipo nunca escribe primero y nunca pide dinero.", "it": "Né per il team, né per un membro, né per una società. Il team non scrive mai per primo e non chiede mai denaro."}'),
  ('6.2', '{"fr": "Aucune promesse de gain", "en": "No promise of gains", "es": "Ninguna promesa de ganancias", "it": "Nessuna promessa di guadagno"}',
   '{"fr": "Personne ne garantit, n’annonce ni ne suggère un rendement, même le sien, même au conditionnel.", "en": "Nobody guarantees, announces or hints at a return, not even their own, not even conditionally.", "es": "Nadie garantiza, anuncia ni insinúa una rentabilidad, ni siquiera la propia ni en condicional.", "it": "Nessuno garantisce, annuncia o lascia intendere un rendimento, nemmeno il proprio, nemmeno al condizionale."}'),
  ('6.3', '{"fr": "La publicité se dit", "en": "Advertising is declared", "es": "La publicidad se declara", "it": "La pubblicità si dichiara"}',
   '{"fr": "Un intérêt commercial, un parrainage ou une affiliation s’annonce dans le message. La publicité pour des contrats interdits aux particuliers est exclue.", "en": "A commercial interest, a referral or an affiliation is stated in the post. Advertising contracts that are banned for consumers is excluded.", "es": "Un interés comercial, una recomendación o una afiliación se indica en el mensaje. Se excluye la publicidad de contratos prohibidos para particulares.", "it": "Un interesse commerciale, un invito o un’affiliazione si dichiara nel messaggio. È esclusa la pubblicità di contratti vietati ai privati."}'),
  ('6.4', '{"fr": "Pas de contact hors de Vigie", "en": "No contact outside Vigie", "es": "Ningún contacto fuera de Vigie", "it": "Nessun contatto fuori da Vigie"}',
   '{"fr": "N’invitez personne vers une messagerie, un groupe, un numéro ou une adresse. C’est là que commencent les arnaques.", "en": "Do not invite anyone to a messenger, a group, a number or an address. That is where scams begin.", "es": "No invite a nadie a una mensajería, un grupo, un número o una dirección. Ahí empiezan las estafas.", "it": "Non inviti nessuno su una chat, in un gruppo, a un numero o a un indirizzo. È lì che iniziano le truffe."}'),
  ('6.5', '{"fr": "Pas d’argent entre membres", "en": "No money between members", "es": "Sin dinero entre miembros", "it": "Niente denaro tra membri"}',
   '{"fr": "Ni dépôt, ni prêt, ni gestion du compte d’un autre, ni adresse de portefeuille.", "en": "No deposits, no loans, no managing of another person’s account, no wallet addresses.", "es": "Ni depósitos, ni préstamos, ni gestión de la cuenta de otra persona, ni direcciones de monederos.", "it": "Né depositi, né prestiti, né gestione del conto altrui, né indirizzi di wallet."}');

create table public.forum_rule_versions (
  version date primary key,
  rules jsonb not null,
  since timestamptz not null default now()
);
comment on table public.forum_rule_versions is 'Every issue of the rules as it stood, by the day from which it holds.';
insert into public.forum_rule_versions (version, rules, since)
select '2026-11-10', jsonb_agg(jsonb_build_object('number', number, 'title', titles, 'words', words) order by number), '2026-11-10 00:00+01' from public.forum_rules;

create table public.rule_acceptances (
  member uuid not null references public.community_members (id) on delete cascade,
  version date not null references public.forum_rule_versions (version),
  accepted_at timestamptz not null default clock_timestamp(),
  primary key (member, version)
);
comment on table public.rule_acceptances is 'Who accepted which issue of the rules, and when: what a statement of reasons names.';
create index rule_acceptances_of_version on public.rule_acceptances (version);
create trigger skip_gone_member before insert on public.rule_acceptances for each row execute function private.skip_gone_member();

create table public.contact_points (
  only_row boolean primary key default true check (only_row),
  -- For authorities (art. 11) and for members (art. 12), each reached without a machine alone; null: the operator's address.
  authorities text check (authorities ~ '^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$'),
  recipients text check (recipients ~ '^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$'),
  -- In which languages authorities may write.
  languages text[] not null default '{fr,en}',
  -- The certified body for disputes out of court that the operator names (art. 21); null: any certified one.
  dispute_body text check (length(dispute_body) between 3 and 300)
);
comment on table public.contact_points is 'One row: where authorities and members reach the operator about what members publish.';
insert into public.contact_points default values;

create function private.rules_since() returns timestamptz
language sql stable security definer set search_path = '' as $$ select max(since) from public.forum_rule_versions where since <= now() $$;
comment on function private.rules_since() is 'Since when the present rules hold.';

create function private.keep_rules_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.forum_rule_versions (version, rules)
  select private.paris_day(now()), jsonb_agg(jsonb_build_object('number', number, 'title', titles, 'words', words) order by number) from public.forum_rules
  on conflict (version) do update set rules = excluded.rules;
  return null;
end
$$;
comment on function private.keep_rules_version() is 'Changed rules are a new issue, of this day.';
create trigger keep_rules_version after insert or update or delete on public.forum_rules for each statement execute function private.keep_rules_version();

create function public.moderation_rules_json() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'format', 'vigie-forum-rules', 'version', issue.version, 'since', private.timestamp_text(issue.since), 'rules', issue.rules,
      'languages', to_jsonb(private.languages()),
      'measures', '["mask", "hide", "refuse", "warn", "mute", "ban", "close"]'::jsonb,
      'automation', jsonb_build_object('detection', true, 'decision', false, 'rules', to_jsonb(private.dangers())),
      'redress', jsonb_build_object('review_months', 6, 'dispute_body', points.dispute_body, 'court', true),
      'contact', jsonb_build_object('authorities', coalesce(points.authorities, seller.contact), 'recipients', coalesce(points.recipients, seller.contact), 'languages', to_jsonb(points.languages)),
      'versions', (select jsonb_agg(version order by version desc) from public.forum_rule_versions))
    from public.contact_points as points, private.seller, (select * from public.forum_rule_versions where since <= now() order by version desc limit 1) as issue);
end
$$;
comment on function public.moderation_rules_json() is 'For everybody and every machine: the rules in force, how they are applied, the redress and the contact points.';

create function public.accept_rules() returns date
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
  current constant date := (select version from public.forum_rule_versions where since <= now() order by version desc limit 1);
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  insert into public.rule_acceptances (member, version) values (me, current) on conflict do nothing;
  return current;
end
$$;
comment on function public.accept_rules() is 'The caller accepts the rules in force; returns their version.';

call private.audit_changes('public.forum_rules');
call private.audit_changes('public.contact_points');
alter table public.forum_rules enable row level security;
create policy "everybody reads the rules" on public.forum_rules for select to anon, authenticated using (true);
create policy "admins change the words of rules" on public.forum_rules for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
alter table public.forum_rule_versions enable row level security;
create policy "everybody reads earlier rules" on public.forum_rule_versions for select to anon, authenticated using (true);
alter table public.contact_points enable row level security;
create policy "everybody reads where to write" on public.contact_points for select to anon, authenticated using (true);
create policy "admins change where to write" on public.contact_points for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
alter table public.rule_acceptances enable row level security;
create policy "members read which rules they accepted" on public.rule_acceptances for select to authenticated
  using (member = (select private.own_member()) or (select private.reading_staff_role()) is not null);
revoke all on public.forum_rules, public.forum_rule_versions, public.contact_points, public.rule_acceptances from anon, authenticated, service_role;
grant select on public.forum_rules, public.forum_rule_versions, public.contact_points to anon, authenticated;
grant update (titles, words) on public.forum_rules to authenticated;
grant update (authorities, recipients, languages, dispute_body) on public.contact_points to authenticated;
grant select on public.rule_acceptances to authenticated;
revoke execute on function private.rules_since(), private.keep_rules_version(), public.moderation_rules_json(), public.accept_rules()
from public, anon, authenticated, service_role;
grant execute on function public.moderation_rules_json() to anon, authenticated;
grant execute on function public.accept_rules() to authenticated;
