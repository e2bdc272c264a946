-- The demonstration's forum: members who cannot sign in, and what they discuss. Counts are what the rows say: readers are members of the
-- demonstration, reactions are theirs, and what is popular is computed by its formula. Each thread is marked as an example.
set local time zone 'UTC';
create schema demo;
revoke all on schema demo from public;

create table demo.writers (place int, key text, handle text, first_name text, last_name text);
insert into demo.writers values
  (1, 'theo', 'theo-r', 'Théo', 'Renaudin'),
  (2, 'sofia', 'sofia-n', 'Sofia', 'Navarro'),
  (3, 'karim', 'karim-d', 'Karim', 'Derradji'),
  (4, 'ines', 'ines-p', 'Inès', 'Pellerin'),
  (5, 'noe', 'noe-l', 'Noé', 'Laborde'),
  (6, 'maelle', 'maelle-q', 'Maëlle', 'Quentin'),
  (7, 'yanis', 'yanis-b', 'Yanis', 'Brunel'),
  (8, 'lucie', 'lucie-a', 'Lucie', 'Arnoux'),
  (9, 'hugo', 'hugo-t', 'Hugo', 'Tessier'),
  (10, 'amina', 'amina-k', 'Amina', 'Keller'),
  (11, 'bastien', 'bastien-v', 'Bastien', 'Vasseur'),
  (12, 'clara', 'clara-o', 'Clara', 'Ostermann');

-- Nobody can sign in as them: no password, no identity, banned, and an address that nobody confirmed, so that nothing is mailed.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, banned_until, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new
)
select '00000000-0000-0000-0000-000000000000', ('d0000000-0000-4000-8000-' || lpad((2000 + place)::text, 12, '0'))::uuid, 'authenticated', 'authenticated',
  'forum-' || place || '@demonstration.invalid', '', '9999-12-31', '{}', jsonb_build_object('first_name', first_name, 'last_name', last_name, 'username', handle),
  now() - interval '120 days', now() - interval '120 days', '', '', '', ''
from demo.writers
-- Those who published ideas are there already.
on conflict (id) do nothing;

create function demo.member(key text) returns uuid
language sql stable set search_path = '' as $$
  select id from public.community_members
  where user_id = case when key = 'claire' then 'd0000000-0000-4000-8000-000000000001'
    else (select ('d0000000-0000-4000-8000-' || lpad((2000 + place)::text, 12, '0'))::uuid from demo.writers where writers.key = member.key) end
$$;
update public.community_members set joined_at = now() - interval '110 days', trust = greatest(trust, 1)
from auth.users where auth.users.id = community_members.user_id and email like 'forum-%@demonstration.invalid';

create table demo.threads (key text primary key, place int, category text, symbol text, title text, pinned boolean, accepted int);
insert into demo.threads values
  ('be', 1, 'risque', null, 'Stop au break-even dès +1 R : est-ce que ça coûte ?', false, 2),
  ('cpi', 2, 'methode', null, 'Lire la réaction au CPI sans deviner le chiffre', false, null),
  ('trailing', 3, 'prop-firms', null, 'Perte maximale suiveuse : solde ou valeur du compte ?', false, 2),
  ('nas', 4, 'outils', 'NAS100', 'Taille de position sur NAS100 : le point vaut combien ?', false, 2),
  ('friday', 5, 'debriefs', null, 'Débrief de la semaine : ce que les stops nous ont appris', true, null),
  ('journal', 6, 'methode', null, 'Tenir un journal quand on prend deux trades par semaine', false, null),
  ('corr', 7, 'risque', null, 'EUR/USD et or le même jour : un risque ou deux ?', false, null),
  ('mobile', 8, 'outils', null, 'Alertes sur téléphone : les recevoir sans regarder l’écran toute la journée', false, null),
  ('start', 9, 'entraide', null, 'Je débute : par quelle leçon commencer quand on connaît déjà les chandeliers ?', false, 2),
  ('spread', 10, 'risque', 'XAUUSD', 'Spread de l’or après 22 h : combien l’ajouter au stop ?', false, null),
  ('news', 11, 'methode', null, 'Faut-il vraiment sortir avant une décision de banque centrale ?', false, null),
  ('fees', 12, 'prop-firms', null, 'Frais remboursés « au premier retrait » : vous les avez vraiment revus ?', false, null),
  ('tilt', 13, 'entraide', null, 'Trois pertes de suite : comment vous arrêtez-vous vraiment ?', false, null),
  ('half', 14, 'methode', 'EURUSD', 'Sortir à moitié à TP 1 : habitude ou avantage ?', false, null),
  ('zone', 15, 'entraide', null, 'Heure de Paris ou heure du serveur : laquelle sur les graphiques ?', false, null);

-- When it was published, in hours before now; how many found it useful, well argued, well measured, a good question, or gave thanks.
create table demo.posts (thread text, place int, author text, hours numeric, body text, useful int, argued int, measured int, question int, thanks int);
insert into demo.posts values
  ('be', 1, 'theo', 27.6, 'Dès que TP 1 est touché, tout le monde remonte le stop au prix d’entrée. C’est confortable, mais je vois beaucoup de sorties à zéro juste avant TP 2. **Est-ce que quelqu’un l’a mesuré sur de vrais signaux, pas sur une capture ?**', 9, 0, 0, 7, 0),
  ('be', 2, 'sofia', 25.7, E'J’ai rejoué les signaux du registre dont le stop est passé au break-even, avec et sans la remontée. Même règle pour tous : si une bougie touche les deux, le stop compte d’abord.\n\n| | Sans break-even | Avec |\n|---|---|---|\n| Sorties à zéro | 0 | 9 |\n| TP 2 touché | 12 | 7 |\n\nL’intervalle contient zéro : **on ne sait pas encore**. Reparlons-en à 30.', 18, 6, 11, 0, 5),
  ('be', 3, 'claire', 3.2, E'> @sofia-n, 2\n> L’intervalle contient zéro : on ne sait pas encore.\n\nVérifié de notre côté, mêmes bougies. @theo-r, notez aussi que deux des cinq sont survenues le même jour : elles ne sont pas indépendantes.', 8, 2, 0, 0, 3),
  ('be', 4, 'karim', 2.1, 'Compromis que je teste : stop à −0,3 R plutôt qu’à l’entrée. Résultats publiés ici en fin de mois, gagnants ou non.', 1, 0, 3, 0, 0),
  ('be', 5, 'theo', 1.4, 'Merci, c’est exactement ce que je cherchais. Je garde ma règle, mais j’arrête de dire qu’elle « protège ».', 0, 0, 0, 0, 2),
  ('cpi', 1, 'karim', 52, E'À 14 h 30 je ne fais rien pendant cinq minutes. Voici mon protocole, dites-moi ce qui manque :\n\n1. je note le niveau de 14 h 29 ;\n2. j’attends deux bougies de cinq minutes ;\n3. je ne prends que le retour vers le niveau noté, jamais la première extension.', 11, 4, 0, 2, 3),
  ('cpi', 2, 'maelle', 50.5, 'Il manque la taille. Le spread de l’or double pendant ces dix minutes : à risque égal, ta position doit être plus petite, sinon le stop te coûte plus qu’un R.', 9, 3, 0, 0, 2),
  ('cpi', 3, 'noe', 47.8, 'Et l’heure d’hiver. Deux semaines par an, la publication tombe à 13 h 30 à Paris. Je me suis fait avoir en mars.', 6, 0, 0, 0, 4),
  ('cpi', 4, 'karim', 46.9, 'Bien vu pour les deux. J’ajoute une ligne « spread à 14 h 35 » au protocole.', 0, 0, 0, 0, 1),
  ('cpi', 5, 'lucie', 8.3, 'J’ai appliqué la version corrigée sur les trois dernières publications : deux abstentions, une entrée. Trop peu pour conclure, mais au moins je sais pourquoi je n’ai rien fait.', 3, 1, 2, 0, 1),
  ('trailing', 1, 'ines', 30, 'Mon challenge parle de « plus haut de la journée », le contrat dit autre chose trois pages plus loin. Est-ce que la limite suit le solde clôturé ou la valeur avec les positions ouvertes ?', 5, 0, 0, 6, 0),
  ('trailing', 2, 'hugo', 28.4, 'C’est la valeur du compte, positions ouvertes comprises, dans la plupart des règlements que j’ai lus. Concrètement : tu montes à +2 %, tu redescends à +0,5 %, et ta limite est déjà 2 % plus haut. Demande une réponse écrite au support **avant** de payer, et garde-la.', 12, 5, 0, 0, 4),
  ('trailing', 3, 'ines', 27.9, 'Réponse reçue par écrit : valeur du compte, calculée à chaque seconde. Merci, je m’arrête là avec eux.', 4, 0, 0, 0, 2),
  ('nas', 1, 'noe', 75, 'Le calculateur me donne 0,4 lot, mon broker affiche « contrat : 20 ». Un point vaut 1 € ou 20 € par lot ? Je n’ose pas entrer tant que je ne le sais pas.', 2, 0, 0, 4, 0),
  ('nas', 2, 'bastien', 73.2, '1 € par point et par lot chez mon broker, parce que le contrat est converti. Vérifie dans la fiche de l’instrument : « taille du contrat » × « variation d’un point ». Le calculateur prend la valeur du registre, pas celle de ton compte.', 7, 0, 2, 0, 3),
  ('nas', 3, 'noe', 72.9, 'Trouvé : 1 $ par point et par lot. Donc mon 0,4 lot risquait bien 40 $ pour 100 points. Résolu.', 1, 0, 0, 0, 2),
  ('friday', 1, 'claire', 92, E'Cette semaine, trois stops sur quatre ont été touchés dans l’heure qui suit une publication. Les thèses tenaient encore à la clôture.\n\nCe que nous changeons dès lundi :\n\n- pas d’entrée en attente pendant les quinze minutes qui précèdent une publication majeure ;\n- l’invalidation est écrite en clôture H1, pas en mèche.\n\nCe que nous ne changeons pas : la taille. Quatre résultats ne disent rien d’une méthode.', 15, 9, 3, 0, 8),
  ('friday', 2, 'yanis', 90.2, 'Sur l’or, j’avais la même lecture que vous et le même stop. La mèche de 19 h 47 m’a sorti 3 dollars sous le plus bas de la veille.', 4, 0, 0, 0, 1),
  ('friday', 3, 'amina', 88, 'Merci d’écrire aussi ce qui ne change pas. C’est ce qui manque dans presque tous les débriefs.', 7, 0, 0, 0, 3),
  ('friday', 4, 'claire', 71.5, '@yanis-b, votre stop était au même endroit que beaucoup d’autres, c’est la seule chose que j’en retiens. Nous en reparlons vendredi à 18 h.', 3, 0, 0, 0, 0),
  ('journal', 1, 'amina', 140, 'Je prends très peu de trades et mon journal est vide la plupart du temps. Est-ce que vous notez aussi ce que vous n’avez **pas** pris ?', 4, 0, 0, 9, 0),
  ('journal', 2, 'lucie', 138, 'Oui, et c’est la partie la plus utile. Une ligne par abstention : l’heure, la raison, ce qui s’est passé ensuite. Au bout de six semaines j’ai vu que je m’abstenais surtout par fatigue, pas par méthode.', 13, 5, 0, 0, 6),
  ('journal', 3, 'theo', 136.5, 'Même chose ici, avec une capture avant et une capture après. Sans la capture d’avant, la mémoire réécrit tout.', 6, 2, 0, 0, 2),
  ('journal', 4, 'clara', 60, 'J’ajoute une question à chaque ligne : « qu’est-ce qui m’aurait fait changer d’avis ? ». Si je ne sais pas répondre, ce n’était pas une analyse.', 8, 4, 0, 0, 3),
  ('corr', 1, 'hugo', 34, 'Deux signaux ouverts, 1 % chacun, tous les deux contre le dollar. Hier les deux stops ont sauté en dix minutes. Est-ce que vous comptez ça comme 2 % ou comme 1 % mal découpé ?', 6, 0, 0, 5, 0),
  ('corr', 2, 'sofia', 32.1, 'Comme 2 % le jour où ça arrive, comme 1,6 % le reste du temps : la corrélation des deux sur trois mois tourne autour de 0,6, mais elle monte quand le dollar bouge vite. Autrement dit au pire moment.', 9, 4, 5, 0, 2),
  ('corr', 3, 'bastien', 30.8, 'Règle simple : un seul sens de dollar à la fois, ou demi-taille sur le second.', 5, 1, 0, 0, 1),
  ('mobile', 1, 'clara', 100, 'J’ai activé les notifications de tous les signaux et je passe ma journée à regarder mon téléphone. Comment faites-vous ?', 3, 0, 0, 4, 0),
  ('mobile', 2, 'noe', 98.5, 'Heures calmes de 19 h à 7 h 30, et seulement « fin d’un signal » en push. Le reste arrive dans l’application, je lis à midi.', 7, 0, 0, 0, 4),
  ('mobile', 3, 'clara', 97.7, 'Fait. Deux notifications hier au lieu de trente.', 1, 0, 0, 0, 1),
  ('start', 1, 'amina', 58, 'J’ai lu deux livres sur les chandeliers et je n’ai jamais passé d’ordre. Le parcours « Bases » me paraît trop lent, le suivant trop rapide.', 2, 0, 0, 5, 0),
  ('start', 2, 'lucie', 56.8, 'Passe le test du jour une semaine avant de choisir : il te dira ce que tu sais vraiment. Ensuite la leçon sur la taille de position, quel que soit ton niveau. C’est celle que j’aurais voulu lire en premier.', 11, 2, 0, 0, 5),
  ('start', 3, 'maelle', 55, 'D’accord avec @lucie-a. Et un compte de démonstration pendant un mois, avec la taille que tu prendrais en vrai.', 5, 0, 0, 0, 2),
  ('spread', 1, 'yanis', 18.5, 'Entre 22 h et minuit le spread de l’or passe chez moi de 25 à 80 cents. J’élargis le stop d’autant ou je coupe avant ?', 3, 0, 0, 4, 0),
  ('spread', 2, 'karim', 16.9, 'Je coupe avant 21 h 45 tout ce qui n’est pas à plus d’un R du stop. Élargir le stop, c’est augmenter le risque sans l’écrire.', 7, 3, 0, 0, 1),
  ('spread', 3, 'hugo', 15.2, 'Sauf si la taille est calculée dès le départ avec le spread du soir. Ce que je fais pour les positions que je veux garder la nuit.', 4, 2, 1, 0, 0),
  ('news', 1, 'bastien', 210, 'Je sors toujours avant la BCE. Sur l’année, je crois que ça m’a coûté plus que ça ne m’a protégé, mais je n’ai pas de chiffres. Quelqu’un en a ?', 5, 0, 0, 6, 0),
  ('news', 2, 'sofia', 206, 'Onze décisions depuis que je note : 6 fois la sortie m’a évité une perte, 5 fois elle a coupé un gain. Somme : −0,4 R. Échantillon insuffisant, je continue de sortir parce que je dors mieux.', 10, 3, 8, 0, 4),
  ('news', 3, 'maelle', 204, '« Je dors mieux » est un argument recevable, tant qu’on l’appelle par son nom.', 8, 0, 0, 0, 7),
  ('news', 4, 'bastien', 181, 'Je vais noter aussi. Rendez-vous dans un an.', 1, 0, 0, 0, 1),
  ('fees', 1, 'hugo', 160, 'Le site annonce le remboursement des frais au premier retrait. Dans le contrat, c’est « au troisième retrait, sous conditions ». Qui les a effectivement reçus ?', 6, 0, 0, 7, 0),
  ('fees', 2, 'ines', 157, 'Reçus chez un, jamais chez l’autre : le compte a été fermé avant le troisième retrait pour « style de trading incohérent ». La règle existait, page 14.', 9, 1, 0, 0, 3),
  ('fees', 3, 'clara', 120, 'La page Prop firms d’ici affiche la règle et la date à laquelle elle a été lue. Ça m’a évité de payer pour un challenge dont les règles avaient changé la veille.', 6, 0, 0, 0, 2),
  ('tilt', 1, 'noe', 22, 'J’ai une règle écrite : trois pertes, j’arrête. Hier j’en ai pris cinq. La règle ne suffit pas, il me manque l’interrupteur.', 7, 0, 0, 8, 0),
  ('tilt', 2, 'amina', 20.6, 'J’ai réglé une limite de perte journalière chez mon broker. Ce n’est plus moi qui décide à 16 h avec trois pertes derrière moi.', 10, 2, 0, 0, 6),
  ('tilt', 3, 'theo', 19.4, 'Je ferme la plateforme et je fais un exercice de lecture. Ça ne rapporte rien et c’est le but.', 5, 0, 0, 0, 3),
  ('tilt', 4, 'noe', 6.5, 'Limite réglée ce matin. Merci à tous les deux.', 1, 0, 0, 0, 3),
  ('half', 1, 'maelle', 44, 'Sur EUR/USD, je prends 50 % à TP 1 depuis toujours. En relisant la leçon sur les sorties partielles, je me demande si c’est autre chose qu’une habitude.', 4, 0, 0, 5, 0),
  ('half', 2, 'karim', 42.3, 'Ça dépend de ce qui suit : si ton TP 2 est touché moins d’une fois sur trois, la sortie partielle te rapporte. Calcule ta propre fréquence avant de changer quoi que ce soit.', 9, 5, 2, 0, 2),
  ('half', 3, 'maelle', 40.1, 'Une fois sur deux virgule six, sur 31 trades. L’intervalle est large, mais ça penche pour tout garder. Je note 20 trades de plus.', 3, 0, 4, 0, 1),
  ('zone', 1, 'clara', 12.4, 'Mes bougies H4 ne tombent pas aux mêmes heures que celles des analyses. C’est moi ou le broker ?', 1, 0, 0, 3, 0);

do $$
declare
  given record;
  made public.posts;
  quoted uuid;
begin
  for given in
    select post.*, thread.place as of_thread, thread.category, thread.symbol, thread.title, thread.accepted
    from demo.posts as post join demo.threads as thread on thread.key = post.thread order by post.hours desc
  loop
    if given.place = 1 then
      made := private.put_thread(
        ('d0000000-0000-4000-8000-' || lpad((3000 + given.of_thread)::text, 12, '0'))::uuid, demo.member(given.author), given.category, given.title, given.body,
        null, '{}', given.symbol, false);
    else
      made := private.put_post(
        private.ordered_id(), threads, demo.member(given.author), given.body, null, '{}', false, null)
      from public.threads where id = ('d0000000-0000-4000-8000-' || lpad((3000 + given.of_thread)::text, 12, '0'))::uuid;
    end if;
    update public.posts set published_at = now() - make_interval(mins => (given.hours * 60)::int) where id = made.id;
    -- Whoever reacts is drawn by a hash of the place, and never the author.
    insert into public.post_reactions (post, member, kind, at)
    select made.id, drawn.id, said.kind, now() - make_interval(mins => (given.hours * 30)::int)
    from (values ('useful', given.useful), ('well_argued', given.argued), ('well_measured', given.measured), ('good_question', given.question), ('thanks', given.thanks)) as said (kind, n)
    cross join lateral (
      select known.id from public.community_members as known join auth.users as account on account.id = known.user_id
      where account.email like '%@demonstration.invalid' and known.id <> demo.member(given.author)
      order by hashtextextended(account.email || said.kind || given.thread, given.place) limit said.n
    ) as drawn;
    update public.posts set reactions = (
      select coalesce(jsonb_object_agg(kind, n), '{}') from (select kind, count(*) as n from public.post_reactions where post = made.id group by kind) as counted)
    where id = made.id;
    if given.place > 1 and given.useful > 0 then
      insert into private.useful_replies values (made.id, private.weight_at(now() - make_interval(mins => (given.hours * 50)::int), 5));
    end if;
    if given.place = given.accepted then
      update public.threads set accepted_post = made.id where id = made.thread;
      insert into public.thread_events (thread, kind, by, data, at)
      values (made.thread, 'accepted', 'author', jsonb_build_object('post', made.id), now() - make_interval(mins => (given.hours * 55)::int));
    end if;
  end loop;
end
$$;

-- Half of the demonstration's members read a thread, more where more was said.
insert into public.thread_reads (member, thread, last_position, read_at)
select known.id, threads.id, threads.last_position, posts.published_at + interval '20 minutes'
from public.threads join public.posts on posts.thread = threads.id and posts.position = 1
cross join public.community_members as known join auth.users as account on account.id = known.user_id
where account.email like '%@demonstration.invalid' and (hashtextextended(account.email || threads.id::text, 5) & 15) < case when threads.category = 'idees' then 2 else 5 end + least(threads.replies, 6) * 2
on conflict do nothing;

update public.threads set demonstration = true, created_at = first.published_at, last_post_at = last.published_at,
  pinned_at = (
    select first.published_at from demo.threads as planned
    where planned.pinned and threads.id = ('d0000000-0000-4000-8000-' || lpad((3000 + planned.place)::text, 12, '0'))::uuid),
  readers = (select count(*) from public.thread_reads as mark where mark.thread = threads.id and mark.member <> threads.author),
  heat = (
    select top.weight + ln(sum(power(2::double precision, points.weight - top.weight))) / ln(2::double precision)
    from (
      select private.first_heat(first.published_at) as weight
      union all
      select private.weight_at(mark.read_at, 1) from public.thread_reads as mark where mark.thread = threads.id and mark.member <> threads.author
      union all
      select useful.weight from private.useful_replies as useful join public.posts as reply on reply.id = useful.post where reply.thread = threads.id
    ) as points, (select private.weight_at(now(), 5) as weight) as top
    group by top.weight)
from public.posts as first, public.posts as last
where first.thread = threads.id and first.position = 1 and last.thread = threads.id and last.position = threads.last_shown;
update private.post_words set published_at = posts.published_at from public.posts where posts.id = post_words.post;

-- What telling them left behind: nobody reads it.
delete from public.notifications where user_id in (select id from auth.users where email like '%@demonstration.invalid') and category = 'community';
delete from private.forum_writes;
select private.sum_community_counts();
drop schema demo cascade;
