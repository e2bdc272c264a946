-- What the shield looks for in a text: contact outside the product, promised gains, addresses of wallets, claims to be staff. Patterns
-- read a text as private.folded() gives it, in French, English, Spanish and Italian alike. Each may need a word in its clause, and
-- another word there excuses it: "no gain is guaranteed" promises nothing, and "at most 5 % a day" is a limit.
-- supabase/tests/community/shield.test.ts measures them with scams and with honest texts; a new case goes there first.
create function private.shield_patterns() returns table (rule text, hints text[], pattern text, needs text, unless text)
language sql immutable parallel safe set search_path = '' as $$
  select rule, hints::text[], replace(pattern, ' ', '\s'), replace(needs, ' ', '\s'), replace(unless, ' ', '\s') from (values
    -- Addresses of chats, also written with spaces, brackets or the word "dot".
    ('contact', '{me}', '\m(?:t|wa|telegram) ?(?:\.|\(\.\)|\[\.\]|\(?\[?(?:dot|point|punto)\]?\)?) ?me\M(?: ?/ ?[a-z0-9_+]+)?', null, null),
    ('contact', '{discord,whatsapp.,signal.,telegram.}', '\m(?:discord ?(?:\.|dot|point|punto) ?gg|discord(?:app)?\.com/invite|chat\.whatsapp\.com|signal\.(?:me|group)|telegram\.(?:me|dog))(?: ?/ ?[a-z0-9_+-]+)?', null, null),
    ('contact', '{instagram,facebook,fb.,tiktok,snapchat,messenger}', '\m(?:https?://)?(?:www\.)?(?:instagram|facebook|fb|tiktok|snapchat|messenger)\.(?:com|me)/[^ ]+', null, null),
    -- A messenger with an invitation, in either order.
    ('contact', '{telegr,teiegr,whats,wats,waths,discord,signalapp,viber,wechat,skype,snap,insta,messenger,tg}', '(?:t[ ._*-]?[e3][ ._*-]?l[ ._*-]?[e3][ ._*-]?g[ ._*-]?r[ ._*-]?[a4][ ._*-]?m+e?|w[ ._*-]?h?[ ._*-]?[a4][ ._*-]?t?[ ._*-]?t?[ ._*-]?s[ ._*-]?[a4][ ._*-]?p[ ._*-]?p?|\mdiscord\M|\msignal app|\mviber\M|\mwechat\M|\mskype\M|\msnap(?:chat)?\M|\minsta(?:gram)?\M|\mmessenger\M|\m[tT]g\M)(?: ?[:@] ?@?[a-z0-9_.]{4,})?',
      '\m(?:ecri(?:s|vez)[- ]?(?:-? ?)?(?:moi|nous)|m.?ecrire|(?:me|nous) (?:contacter|joindre|rejoindre|trouver)|contacte[zr]?\M|contactez?-moi|ajoute[z]?[- ]moi|rejoi(?:ns|gnez)|venez|viens|(?:passe|passez|parlons|discutons|continuons) (?:sur|en)|mon (?:groupe|canal|compte|numero|telegram|whatsapp|discord|insta|snap|pseudo)|(?:groupe|canal|salon) (?:prive|vip|secret)|lien (?:en|dans)|(?:en|mon|un) (?:mp|dm)\M|write (?:to )?(?:me|us)|(?:message|text|ping|add|dm|pm|reach|contact|find|hit) (?:me|us|my|our|him|her)\M|hit me up|join (?:my|our|the|us)|my (?:group|channel|account|number|telegram|whatsapp|discord)|(?:private|vip) (?:group|channel|chat)|link in|escrib(?:e|a|an|eme|ame|idme|anme|enos)\M|contact(?:ame|eme|adme|arme|enme)|(?:unete|unanse|unios|entra|agrega(?:me)?|anade(?:me)?)\M|mi (?:grupo|canal|cuenta|numero|telegram|whatsapp)|(?:grupo|canal) (?:privado|vip|secreto)|scriv(?:i|ete|a)(?:mi|ci)|scrivere|contatta(?:mi|temi|ci|teci)|aggiungi(?:mi)?|unisciti|unitevi|entra(?:te)? (?:nel|in)|(?:mio|nostro) (?:gruppo|canale|account|numero|telegram|whatsapp)|(?:gruppo|canale) (?:privato|vip)|(?:lasci|mand)(?:a|ami|atemi) un messaggio)',
      '\m(?:arnaque|arnaqueur|escroc|faux|fausse|mefi|prudence|attention|signale[rz]|jamais|scam|scammer|fake|beware|never|estafa|falso|cuidado|nunca|truffa|attenzione|mai)\M'),
    ('contact', '{bio,profil,perfil}', '\m(?:lien|link|enlace) (?:en|dans|in|de|nella|en la|dans la|dans ma|en mi|in my|in the|nella mia)? ?(?:ma |mi |my |la |mia )?(?:bio|profil|profile|perfil|profilo)\M', null, null),
    -- An address of mail, also with "at" and "dot" in words.
    ('contact', '{@,(a,[a,arobase,arroba,chiocciola}', '[a-z0-9][a-z0-9._%+-]+ ?(?:@|\(at\)|\[at\]|\(a\)| arobase | arroba | chiocciola ) ?[a-z0-9-]{2,}(?: ?(?:\.|\(dot\)|\[dot\]|\[\.\]|\(\.\)| point | dot | punto ) ?[a-z0-9-]{2,})* ?(?:\.|\(dot\)|\[dot\]|\[\.\]|\(\.\)| point | dot | punto ) ?[a-z]{2,12}\M', null, 'amf-france\.org|service-public\.fr|\.gouv\.fr|\.europa\.eu'),
    ('contact', '{" dot "}', '[a-z0-9][a-z0-9._-]+ at [a-z0-9-]{2,} dot [a-z]{2,12}\M', null, null),
    -- A telephone number: international, or French with one separator throughout, so that dates and prices are none.
    ('contact', '{+,00}', '(?<![0-9.,%/a-z])(?:\+|\m00) ?[1-9](?:[ .()-]{0,2}[0-9]){9,13}(?![0-9]|[.,%][0-9])', null, null),
    ('contact', '{01,02,03,04,05,06,07,09}', '(?<![0-9.,/:+-])0[1-79](?:[0-9]{8}|([ .-])[0-9]{2}(?:\1[0-9]{2}){3})(?![0-9]|[:/.,%][0-9])', null, null),
    -- Gains that somebody vouches for.
    ('promise', '{garanti,assur,segur,sicur,guarant,garantiz,asegur,assicur}', '\m(?:gain|profit|rendement|benefice|resultat|rentabilite|return|earning|income|result|ganancia|beneficio|rendimiento|rentabilidad|ingreso|guadagno|guadagni|rendimento|rendimenti|profitto|profitti|utili)s?(?:\M| es)(?:[ ,:]+[a-z0-9%'']+){0,4}[ ,:]+(?:100 ?% )?(?:garanti|garantie|garantis|garanties|assures?|assurees?|guaranteed|assured|garantizad[oa]s?|asegurad[oa]s?|segur[oa]s|garantit[oiae]|assicurat[oiae]|sicur[oiae])\M', null, '%NO%'),
    ('promise', '{garant,guarant}', '\m(?:(?:je|nous|on) (?:vous )?(?:te )?garanti[a-z]*|(?:i|we) (?:can )?guarantee|garantizo|garantizamos|garantisco|garantiamo|guaranteed|garantizad[oa]s?|garantit[oiae]|c.?est garanti)\M', '\m(?:[0-9]+ ?%|gain|profit|return|income|benefi|rend|gagn|earn|money|argent|ganan|dinero|guadagn|sold[io]|mois|month|mes|mese)', '%NO%'),
    -- So much percent each day, week or month, as a return.
    ('promise', '{%}', '(?<![0-9.,])(?:[0-9]{1,4}(?:[.,][0-9]+)? ?(?:a|to|-|–|et|y|e) ?)?(?:[2-9]|[1-9][0-9]{1,3})(?:[.,][0-9]+)? ?% ?(?:net |brut )?(?:de (?:gain|profit|rendement)s? )?(?:par|/|a|per|each|every|chaque|cada|al|alla|ogni|por|tous les|toutes les|di) ?(?:jour|semaine|mois|day|week|month|dia|semana|mes|giorno|settimana|mese)s?\M', '%GAIN%', '%LIMIT%'),
    ('promise', '{%}', '(?<![0-9.,])(?:[2-9]|[1-9][0-9]{1,3})(?:[.,][0-9]+)? ?% (?:[a-z]+ )?(?:daily|weekly|monthly|mensuels?|hebdomadaires?|quotidiens?|journaliers?|diari[oa]s?|semanal(?:es)?|mensual(?:es)?|mensil[ei]|settimanal[ei]|giornalier[oi])\M', '%GAIN%', '%LIMIT%'),
    ('promise', '{%}', '\m(?:monthly|weekly|daily) (?:return|profit|gain|roi|income)s?(?: of)? (?:up to )?[0-9]{1,4} ?%', null, '%LIMIT%'),
    ('promise', '{%}', '(?:jusqu.?a|up to|hasta|fino al?) ?\+?[1-9][0-9]{2,4} ?% (?:de |of |di )?(?:gain|profit|rendement|return|roi|benefi|gananc|guadagn|rendiment)', null, '%LIMIT%'),
    -- So much money each day.
    ('promise', '{jour,semaine,mois,day,week,month,dia,semana,mes,giorno,settimana}', '\m(?:gagn[a-z]+|earn(?:ing)?|make|making|ganar?|ganas|ganando|gane|guadagn[a-z]+|fait|faites|generez?|generate)\M (?:[a-z'']+ ){0,4}(?:[$€£] ?)?[0-9][0-9 .,]* ?(?:€|euros?|eur|\$|usdt?|dollars?|dolares|dollari|k|£|pounds)? ?(?:par|/|a|per|each|every|al|ogni|por|chaque|cada|tous les) ?(?:jour|semaine|mois|day|week|month|dia|semana|mes|giorno|settimana|mese)s?\M', null, '%LIMIT%'),
    -- Money without risk.
    ('promise', '{risque,risk,riesgo,rischi}', '\m(?:sans (?:aucun |le moindre )?risque|zero risque|0 ?% (?:de )?risque|aucun risque|risk[ -]?free|without (?:any )?risk|(?:no|zero) risk|sin (?:ningun )?riesgo|(?:riesgo cero|cero riesgo|cero riesgos)|senza (?:alcun )?rischi[oi]?|(?:rischio zero|zero rischi[oi]?))\M',
      '\m(?:gain|profit|rendement|argent|revenu|gagn|invest|doubl|income|money|earn|return|dinero|gananci|ingreso|inver|sold[io]|guadagn|rendiment|investiment|capital|depot|deposit|garanti|guarantee|bot\M|robot|strategie|methode|method|metodo|sistema|system)',
      '\m(?:taux|actif|rate|asset|tasa|tasso|activo|attivo|titre|obligation|bond|bono|prime|premium|premio|premia|sharpe|n.?existe|exist|existe|esiste|rien|nothing|nada|niente|aucun(?:e)? (?:trade|methode|strategie|placement|gain|investissement|systeme)|jamais|never|nunca|mai|ningun[a]?|nessun[oa]?|there is no|there.?s no|n.?est|ne sont|isn.?t|aren.?t|no es|no hay|non e|non c.?e|promet(?:tre|tent)?|promis[e]?|promising|claims?|arnaque|scam|estafa|truffa|break[ -]?even|entree|stop)\M'),
    -- Capital that grows by itself.
    ('promise', '{doubl,tripl,quadrupl,multipli,duplic,raddoppi,x}', '\m(?:doubl|tripl|quadrupl|multipli|duplic|raddoppi|x[0-9]+ (?:votre|ton|your|tu|il tuo))[a-z]*\M(?: [a-z0-9'']+){0,4}? (?:capital|argent|mise|comptes?|depots?|investissements?|money|accounts?|deposits?|investments?|balance|dinero|cuentas?|inversion|deposito|sold[io]|conto|capitale|investimenti?|bitcoins?|btc|usdt|eth|cryptos?)\M', null, '%LIMIT%'),
    ('promise', '{100,perdre,lose,perder,perdere,argent facile,easy money,dinero facil,soldi facili,soldo}', '\m(?:100 ?% (?:de )?(?:reussite|gagnant|gains?|win(?:ning|s| rate)?|profit|accura[a-z]+|seguro|ganador[a-z]*|vincente|sicuro|aciertos?)|impossible de perdre|(?:vous ne|tu ne) (?:perd|pourrez|peux)[a-z]* (?:jamais|pas|plus) (?:perdre)?|(?:can.?t|cannot|never|won.?t) lose|no (?:puedes|vas a) perder|imposible perder|non (?:puoi|si puo) perdere|impossibile perdere|argent facile|easy money|dinero facil|sold[io] facili)', null, '%NO%'),
    -- Who says that they are staff.
    ('impersonation', '{support,equipe,staff,team,moderat,admin,soporte,equipo,moderador,assistenza,squadra,service,analyst,conseiller,agent}', '\m(?:je suis|nous sommes|ici|i am|i.?m|we are|this is|soy|somos|aqui|sono|siamo|qui)\M (?:[a-z,]+[ '']){0,4}(?:(?:support|equipe|staff|team|moderat[a-z]+|admin[a-z]*|soporte|equipo|moderador[a-z]*|assistenza|squadra|service client|customer service|analyste?|conseiller|agent)\M(?: [a-z'']+){0,3} (?:%BRAND%)|(?:%BRAND%)(?:''s)? (?:support|team|staff|moderat[a-z]+|admin[a-z]*|service|analyst|agent))\M', null, null),
    ('impersonation', '{offici,oficial,ufficial}', '\m(?:support|equipe|assistance|service client|customer support|soporte|assistenza|account manager|compte) (?:officielle?|official|oficial|ufficiale)(?: [a-z'']+){0,2} (?:%BRAND%)\M', '\m(?:moi|me|nous|us|mi|contact|ecri|write|escrib|scriv)', null)
  ) as line (rule, hints, pattern, needs, unless)
$$;
comment on function private.shield_patterns() is 'Each pattern with its rule, words one of which must be in the text, a pattern that its sentence must contain, and one that excuses it in its clause. %NO%, %GAIN%, %LIMIT% and %BRAND% are filled in by private.shield_matches().';

create function private.filled_pattern(pattern text, brand text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select replace(replace(replace(replace(pattern,
    '%NO%', '\m(?:aucune?|pas|jamais|rien|ni|nul(?:le)?|n.?est|n.?a|ne|sans|faux|arnaque|interdit|mefi[a-z]*|no|not|never|nothing|none|isn.?t|aren.?t|without|fake|scam|beware|ningun[ao]?|nunca|nada|sin|falso|estafa|nessun[ao]?|non|mai|niente|senza|truffa|protection|fonds de garantie|legal[e]?|depots?|deposit[oi]?s?|livret|depositi)\M'),
    '%GAIN%', '\m(?:gain|profit|rendement|benefice|rapport|retour|gagn|client|abonne|eleve|groupe|compte|account|cuenta|conto|conti\M|gere|manage|gestion|fais|fait|font|faites|faire|assure|garanti|offr|sur|invest|depos|revenu|return|roi|earn|mak|income|member|student|follower|subscriber|invers|gan[aeo]|rentabil|rendimi|ingreso|benefi|guadagn|rendiment|reddit|cliente|client[ie]|miei|capital|bot\M|robot|signal|passif|passive)'),
    '%LIMIT%', '\m(?:(?<!(?:sin|sans|senza|without|no|zero|cero|aucun|ningun) )(?:risqu|risk|riesg|risch)|arriesg|perte|perd|lose|loss|losing|perdi|drawdown|limite?|limit[ei]|max(?:imum|imal|imale|imo|ima)?\M|min(?:imum)?\M|stop|frais|fee|coste?|swap|financement|inflation|inflacion|inflazione|volatilit|variation|range|baisse|hausse|chute|moins de|less than|menos de|meno di|interdit|arnaque|scam|estafa|truffa|martingale?|irrealiste|unrealistic|irreal|impossible|personne|nobody|nadie|nessuno|aucun|jamais|never|nunca|mai\M|pas\M|not\M|ne\M|non\M|promet|promess|promis[ei]|promise|prometen?|mefi|beware|cuidado|regle|rule|regla|regola)'),
    '%BRAND%', brand)
$$;
comment on function private.filled_pattern(text, text) is 'A pattern of private.shield_patterns() with the words that several share, and the product''s name.';

create function private.clause_at(words text, start int, stop int, ends text) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- Points and commas within numbers and addresses end nothing.
  select coalesce(substring(left(marked, start - 1) from '[^' || substr(ends, 2) || '*$'), '') || substr(words, start, stop - start)
    || coalesce(substring(substr(marked, stop) from '^[^' || substr(ends, 2) || '*'), '')
  from (select regexp_replace(words, '([0-9a-z])[.,:]([0-9a-z])', '\1_\2', 'g') as marked) as line
$$;
comment on function private.clause_at(text, int, int, text) is 'The part of a text around characters start to stop - 1, up to the signs that end it on either side, a class of characters.';

create function private.shield_matches(words text, brand text) returns table (rule text, start int, stop int)
language sql stable parallel safe set search_path = '' as $$
  select line.rule, place.start, regexp_instr(words, line.pattern, 1, nth, 1)
  from (
    -- Materialized: a pattern is only compiled where a hint to it is in the text, with or without what may stand between its letters.
    with hinted as materialized (
      select known.* from private.shield_patterns() as known, (select translate(words, '34 ._*|/~-' || E'\n', 'ea') as close) as read
      where exists (select from unnest(known.hints) as hint where strpos(words, hint) > 0 or strpos(close, hint) > 0)
    )
    select rule, private.filled_pattern(pattern, brand) as pattern, private.filled_pattern(needs, brand) as needs, private.filled_pattern(unless, brand) as unless
    from hinted
  ) as line
  cross join generate_series(1, 5) as nth
  cross join lateral (select regexp_instr(words, line.pattern, 1, nth) as start) as place
  where words ~ line.pattern and place.start > 0
    -- What makes it one may be in another clause of the sentence; what excuses it is in its own.
    and (line.needs is null or private.clause_at(words, place.start, regexp_instr(words, line.pattern, 1, nth, 1), '[.!?\n]') ~ line.needs)
    and (line.unless is null or private.clause_at(words, place.start, regexp_instr(words, line.pattern, 1, nth, 1), '[.!?;,:\n]') !~ line.unless)
$$;
comment on function private.shield_matches(text, text) is 'Where the patterns match a folded text: characters start to stop - 1, from 1. At most five of each.';

create function private.wallet_places(value text) returns table (start int, stop int)
language sql immutable strict parallel safe set search_path = '' as $$
  -- Bitcoin (Base58, Bech32), Litecoin, Ethereum and its kin, Tron. Case matters, so this reads the text as it is.
  select place.start, regexp_instr(value, pattern, 1, nth, 1)
  from (values ('\m(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc1|ltc1|BC1)[0-9A-Za-z]{25,87}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})\M')) as address (pattern)
  cross join generate_series(1, 5) as nth
  cross join lateral (select regexp_instr(value, pattern, 1, nth) as start) as place
  where value ~ pattern and place.start > 0
    -- A number of an order is no address: an address has a prefix, or small and capital letters (Base58).
    and substr(value, place.start, 26) ~ '^(?:bc1|BC1|ltc1|0x)|[a-z].*[A-Z]|[A-Z].*[a-z]'
$$;
comment on function private.wallet_places(text) is 'Where addresses of wallets are in a text: characters start to stop - 1, from 1.';

revoke execute on function
  private.shield_patterns(), private.filled_pattern(text, text), private.clause_at(text, int, int, text), private.shield_matches(text, text), private.wallet_places(text)
from public, anon, authenticated, service_role;
