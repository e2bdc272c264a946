-- The statement of reasons (DSA, art. 17), composed from what the moderator chose, in the author's language: what was decided, the facts,
-- the ground, the means, the scope and the redress. The moderator may change its words before deciding.
create function private.statement_words(language text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case language
  when 'en' then '{
    "mask": "Some words of your post are hidden. The rest stays visible.", "mask_idea": "Your text is partly hidden. Your idea stays visible and will be resolved.",
    "hide": "Your post is no longer visible.", "hide_thread": "Your discussion is no longer visible.", "refuse": "Your post is not published.",
    "keep": "Your post stays as it is.", "warn": "You receive a warning.", "mute": "You cannot write in the community for %s days.", "mute_one": "You cannot write in the community for one day.",
    "ban": "You can no longer write in the community.", "close": "Your account is closed.", "nothing": "No measure is taken.",
    "facts": "Post of %s: %s.", "profile": "Your name or profile: %s.", "quote": "“%s”", "rule": "Rule %s", "rules": "Rules %s", "and": " and ", "accepted": ", which you accepted on %s", "accepted_one": ", which you accepted on %s", "in_force": ", in force since %s",
    "filter": "Found by a filter", "members_one": "reported by one person", "members": "reported by %s people", "seen": "Seen by the team", "by_one": ", decided by a person.", "by_two": ", decided by two people.",
    "always": "All countries, without time limit.", "until": "All countries, until %s.", "once": "All countries. The warning stays in your record.",
    "redress": "Free review for six months, by another person. Then a certified out-of-court dispute settlement body, or a court.", "date": "DD/MM/YYYY"}'::jsonb
  when 'es' then '{
    "mask": "Se ocultan palabras de su mensaje. El resto sigue visible.", "mask_idea": "Su texto se oculta en parte. Su idea sigue visible y se resolverá.",
    "hide": "Su mensaje ya no está visible.", "hide_thread": "Su tema ya no está visible.", "refuse": "Su mensaje no se publica.",
    "keep": "Su mensaje se queda como está.", "warn": "Recibe una advertencia.", "mute": "No puede escribir en la comunidad durante %s días.", "mute_one": "No puede escribir en la comunidad durante un día.",
    "ban": "Ya no puede escribir en la comunidad.", "close": "Su cuenta queda cerrada.", "nothing": "No se toma ninguna medida.",
    "facts": "Mensaje del %s: %s.", "profile": "Su nombre o perfil: %s.", "quote": "«%s»", "rule": "Norma %s", "rules": "Normas %s", "and": " y ", "accepted": ", que usted aceptó el %s", "accepted_one": ", que usted aceptó el %s", "in_force": ", en vigor desde el %s",
    "filter": "Detectado por un filtro", "members_one": "denunciado por una persona", "members": "denunciado por %s personas", "seen": "Visto por el equipo", "by_one": ", decidido por una persona.", "by_two": ", decidido por dos personas.",
    "always": "Todos los países, sin límite de tiempo.", "until": "Todos los países, hasta el %s.", "once": "Todos los países. La advertencia queda en su expediente.",
    "redress": "Revisión gratuita durante seis meses, por otra persona. Después, un órgano certificado de resolución extrajudicial de litigios o un juez.", "date": "DD/MM/YYYY"}'::jsonb
  when 'it' then '{
    "mask": "Alcune parole del suo messaggio sono nascoste. Il resto rimane visibile.", "mask_idea": "Il suo testo è in parte nascosto. La sua idea rimane visibile e sarà risolta.",
    "hide": "Il suo messaggio non è più visibile.", "hide_thread": "La sua discussione non è più visibile.", "refuse": "Il suo messaggio non viene pubblicato.",
    "keep": "Il suo messaggio rimane com’è.", "warn": "Riceve un avvertimento.", "mute": "Non può scrivere nella community per %s giorni.", "mute_one": "Non può scrivere nella community per un giorno.",
    "ban": "Non può più scrivere nella community.", "close": "Il suo account è chiuso.", "nothing": "Non viene presa alcuna misura.",
    "facts": "Messaggio del %s: %s.", "profile": "Il suo nome o profilo: %s.", "quote": "«%s»", "rule": "Regola %s", "rules": "Regole %s", "and": " e ", "accepted": ", accettate il %s", "accepted_one": ", accettata il %s", "in_force": ", in vigore dal %s",
    "filter": "Rilevato da un filtro", "members_one": "segnalato da una persona", "members": "segnalato da %s persone", "seen": "Visto dal team", "by_one": ", deciso da una persona.", "by_two": ", deciso da due persone.",
    "always": "Tutti i Paesi, senza limiti di tempo.", "until": "Tutti i Paesi, fino al %s.", "once": "Tutti i Paesi. L’avvertimento rimane nel suo profilo.",
    "redress": "Riesame gratuito per sei mesi, da parte di un’altra persona. Poi un organismo certificato di risoluzione extragiudiziale delle controversie o un giudice.", "date": "DD/MM/YYYY"}'::jsonb
  else '{
    "mask": "Des mots de votre message sont masqués. Le reste demeure visible.", "mask_idea": "Votre texte est masqué en partie. Votre idée reste visible et sera résolue.",
    "hide": "Votre message n’est plus visible.", "hide_thread": "Votre sujet n’est plus visible.", "refuse": "Votre message n’est pas publié.",
    "keep": "Votre message reste tel quel.", "warn": "Vous recevez un avertissement.", "mute": "Vous ne pouvez pas écrire dans la communauté pendant %s jours.", "mute_one": "Vous ne pouvez pas écrire dans la communauté pendant un jour.",
    "ban": "Vous ne pouvez plus écrire dans la communauté.", "close": "Votre compte est fermé.", "nothing": "Aucune mesure n’est prise.",
    "facts": "Message du %s : %s.", "profile": "Votre nom ou votre profil : %s.", "quote": "« %s »", "rule": "Règle %s", "rules": "Règles %s", "and": " et ", "accepted": ", acceptées le %s", "accepted_one": ", acceptée le %s", "in_force": ", en vigueur depuis le %s",
    "filter": "Repéré par un filtre", "members_one": "signalé par une personne", "members": "signalé par %s personnes", "seen": "Vu par l’équipe", "by_one": ", décidé par une personne.", "by_two": ", décidé par deux personnes.",
    "always": "Tous pays, sans limite de durée.", "until": "Tous pays, jusqu’au %s.", "once": "Tous pays. L’avertissement reste dans votre dossier.",
    "redress": "Réexamen gratuit pendant six mois, par une autre personne. Puis un organe certifié de règlement extrajudiciaire des litiges, ou le juge.", "date": "DD/MM/YYYY"}'::jsonb end
$$;
comment on function private.statement_words(text) is 'The sentences that statements of reasons are made of.';

create function private.listed_words(items text[], last text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when cardinality(items) < 2 then items[1] else array_to_string(items[:cardinality(items) - 1], ', ') || last || items[cardinality(items)] end
$$;
comment on function private.listed_words(text[], text) is 'A list as one writes it: a, b and c.';

create function private.composed_statement(decision public.moderation_decisions, quotes text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  say constant jsonb := private.statement_words(decision.language);
  zone constant text := coalesce((select time_zone from public.profiles join public.community_members as member on member.user_id = profiles.id where member.id = decision.author), 'Europe/Paris');
  words constant text := coalesce(decision.words_become, case when decision.measure in ('mask', 'hide', 'refuse') then decision.measure end);
  of_ideas constant boolean := exists (
    select from public.posts join public.threads on threads.id = posts.thread join public.forum_categories on slug = threads.category and of_ideas
    where posts.id = decision.subject and posts.position = 1);
  written_at constant timestamptz := coalesce(
    (select published_at from public.posts where id = decision.subject), (select held_at from public.held_posts where id = decision.subject), decision.decided_at);
  numbers constant text[] := array(select distinct private.reason_rule(reason) from unnest(decision.reasons) as reason where private.reason_rule(reason) is not null order by 1);
  accepted constant timestamptz := (select max(accepted_at) from public.rule_acceptances where member = decision.author and accepted_at <= decision.decided_at);
  two constant boolean := decision.measure in ('ban', 'close');
begin
  return jsonb_build_object(
    'decision', concat_ws(' ',
      case when words = 'mask' and of_ideas then say ->> 'mask_idea' when words = 'hide' and exists (select from public.posts where id = decision.subject and position = 1) then say ->> 'hide_thread' else say ->> words end,
      case decision.measure
        when 'mute' then case decision.days when 1 then say ->> 'mute_one' else format(say ->> 'mute', decision.days) end
        when 'warn' then say ->> 'warn' when 'ban' then say ->> 'ban' when 'close' then say ->> 'close' when 'nothing' then say ->> 'nothing' end,
      case when decision.measure = 'warn' and words is null then say ->> 'keep' end),
    'facts', case decision.kind
      when 'member' then format(say ->> 'profile', private.listed_words(array(select format(say ->> 'quote', quote) from unnest(quotes) as quote), say ->> 'and'))
      else format(say ->> 'facts', to_char(written_at at time zone zone, say ->> 'date'),
        private.listed_words(array(select format(say ->> 'quote', left(quote, 200)) from unnest(quotes[:6]) as quote), say ->> 'and')) end,
    'ground', concat_ws(' ', nullif(concat(
      case cardinality(numbers) when 0 then null when 1 then format(say ->> 'rule', numbers[1]) else format(say ->> 'rules', private.listed_words(numbers, say ->> 'and')) end,
      case when cardinality(numbers) > 0 then format(say ->> case when accepted is null then 'in_force' when cardinality(numbers) = 1 then 'accepted_one' else 'accepted' end,
        to_char(coalesce(accepted, private.rules_since()) at time zone zone, say ->> 'date')) || '.' end), ''),
      case when decision.law is not null then upper(left(decision.law, 1)) || substr(decision.law, 2) || '.' end),
    'means', case
        when decision.detected and decision.notified > 0 then concat(say ->> 'filter', say ->> 'and', case decision.notified when 1 then say ->> 'members_one' else format(say ->> 'members', decision.notified) end)
        when decision.detected then say ->> 'filter'
        when decision.notified > 0 then (select upper(left(told, 1)) || substr(told, 2) from (select case decision.notified when 1 then say ->> 'members_one' else format(say ->> 'members', decision.notified) end as told) as line)
        else say ->> 'seen' end || case when two then say ->> 'by_two' else say ->> 'by_one' end,
    'scope', case
      when decision.measure = 'mute' then format(say ->> 'until', to_char((decision.decided_at + make_interval(days => decision.days)) at time zone zone, say ->> 'date'))
      when decision.measure = 'warn' and words is null then say ->> 'once' else say ->> 'always' end,
    'redress', say ->> 'redress');
end
$$;
comment on function private.composed_statement(public.moderation_decisions, text[]) is 'The statement of reasons of a decision about these words: {decision, facts, ground, means, scope, redress}.';

revoke execute on function
  private.statement_words(text), private.listed_words(text[], text), private.composed_statement(public.moderation_decisions, text[])
from public, anon, authenticated, service_role;
