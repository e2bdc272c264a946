-- Whether a reply is a mere thank-you, which reopens nothing. It is one only if nothing is left of it after greetings, thanks, words of
-- satisfaction and names: an unknown word counts as a request, because a reopened ticket costs less than an unanswered one.
create function private.is_only_thanks(body text, names text[] default '{}') returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  courtesies constant text[] := array[
    -- Longest first: a phrase must not be cut by a shorter one. Plain letters, no apostrophes.
    'je vous remercie', 'je te remercie', 'vous remercie', 'en vous remerciant', 'merci infiniment', 'merci encore', 'merci bien', 'merci beaucoup', 'un grand merci', 'mille mercis', 'merci', 'remerciements', 'remercie',
    'pour votre reponse', 'pour ta reponse', 'pour la reponse', 'pour votre aide', 'pour ton aide', 'pour l aide', 'pour votre rapidite', 'pour la rapidite', 'pour votre retour', 'pour le retour', 'pour tout', 'a vous', 'a toute l equipe', 'l equipe', 'infiniment',
    'c est parfait', 'c est bon', 'c est regle', 'c est resolu', 'c est tres clair', 'c est clair', 'c est note', 'c est super', 'c est recu', 'bien recu', 'bien note', 'tout est bon', 'tout est ok', 'tout fonctionne', 'tout marche', 'ca fonctionne', 'ca marche', 'ca a marche', 'probleme regle', 'probleme resolu', 'le probleme est regle', 'le probleme est resolu',
    'parfait', 'parfaitement', 'super', 'genial', 'excellent', 'nickel', 'impeccable', 'top', 'ok', 'd accord', 'tres bien', 'beaucoup', 'maintenant', 'desormais',
    'bonjour', 'bonsoir', 'bonne journee', 'bonne soiree', 'bon week end', 'bon weekend', 'a bientot', 'cordialement', 'bien cordialement', 'bien a vous', 'belle journee', 'belle soiree',
    'thank you very much', 'thank you so much', 'thank you', 'thanks a lot', 'thanks so much', 'many thanks', 'thanks again', 'thanks', 'thx', 'cheers', 'much appreciated', 'appreciated', 'i appreciate it',
    'for your help', 'for the help', 'for your quick reply', 'for the quick reply', 'for your reply', 'for your answer', 'for the answer', 'for your time', 'that works', 'it works now', 'it works', 'it is working now', 'works now', 'works', 'works perfectly', 'all good', 'all good now', 'all sorted', 'problem solved', 'that is perfect', 'that s perfect', 'perfect', 'great', 'awesome', 'excellent', 'brilliant', 'got it', 'understood', 'now',
    'hello', 'hi', 'have a nice day', 'have a good day', 'have a great day', 'best regards', 'kind regards', 'regards', 'best',
    'muchas gracias', 'mil gracias', 'gracias', 'te lo agradezco', 'se lo agradezco', 'os lo agradezco', 'por tu ayuda', 'por su ayuda', 'por la ayuda', 'por tu respuesta', 'por su respuesta', 'por la respuesta', 'por todo', 'de nuevo', 'ya funciona', 'funciona', 'todo correcto', 'todo bien', 'todo perfecto', 'problema resuelto', 'solucionado', 'resuelto', 'perfecto', 'genial', 'estupendo', 'excelente', 'de acuerdo', 'vale', 'hola', 'buenos dias', 'buenas tardes', 'un saludo', 'saludos', 'que tengas un buen dia', 'buen dia', 'ya',
    'grazie mille', 'grazie tante', 'molte grazie', 'grazie ancora', 'grazie', 'vi ringrazio', 'la ringrazio', 'ti ringrazio', 'per l aiuto', 'per il vostro aiuto', 'per il suo aiuto', 'per la risposta', 'per la vostra risposta', 'per la rapidita', 'di tutto', 'ora funziona', 'adesso funziona', 'funziona', 'tutto ok', 'tutto a posto', 'tutto bene', 'problema risolto', 'risolto', 'perfetto', 'ottimo', 'benissimo', 'eccellente', 'va bene', 'buongiorno', 'buonasera', 'ciao', 'buona giornata', 'buona serata', 'cordiali saluti', 'saluti', 'ora', 'adesso'];
  content constant text := '\y(merci|mercis|remercie|remerciements|thank|thanks|thx|cheers|appreciated|appreciate|gracias|agradezco|grazie|ringrazio|parfait|super|genial|nickel|impeccable|top|perfect|great|awesome|excellent|brilliant|perfecto|estupendo|excelente|perfetto|ottimo|benissimo|fonctionne|marche|works|working|funciona|funziona|resolu|regle|solved|sorted|resuelto|solucionado|risolto|ok)\y';
  text text := ' ' || btrim(regexp_replace(private.plain(coalesce(body, '')), '[^[:alnum:]]+', ' ', 'g')) || ' ';
  phrase text;
begin
  if length(body) > 300 or strpos(body, '?') > 0 or text !~ content then return false; end if;
  for phrase in select known from unnest(courtesies || array(select btrim(regexp_replace(private.plain(name), '[^[:alnum:]]+', ' ', 'g')) from unnest(names) as name)) as known where known <> '' order by length(known) desc, known loop
    text := replace(text, ' ' || phrase || ' ', '  ');
  end loop;
  return btrim(text) = '';
end
$$;
comment on function private.is_only_thanks(text, text[]) is 'Whether a text holds thanks, satisfaction, greetings and these names, and nothing else, in French, English, Spanish or Italian. A question mark or one other word makes it a reply.';
revoke execute on function private.is_only_thanks(text, text[]) from public, anon, authenticated, service_role;
