-- The first articles of the help centre, for every installation: they say how the product works, and staff edit them from there on.
create function pg_temp.article(slug text, category text, variadic written text[]) returns void
language sql as $$
  select private.install_content('help-article', slug, jsonb_build_object(
    'fields', jsonb_build_object('category', category),
    'texts', (
      select jsonb_object_agg(language, jsonb_build_object('title', written[place * 3 - 2], 'summary', written[place * 3 - 1], 'body', written[place * 3]))
      from unnest(array['fr', 'en', 'es', 'it']) with ordinality as four (language, place)),
    'from', (
      select jsonb_object_agg(language, jsonb_build_object('title', md5(written[1]), 'summary', md5(written[2]), 'body', md5(written[3])))
      from unnest(array['en', 'es', 'it']) as language)), 'La rédaction')
$$;

select pg_temp.article('lire-un-signal', 'start',
$$Lire un signal$$,
$$Entrée, stop, objectifs, R : ce que dit chaque ligne, et ce qu’elle ne dit pas.$$,
$$Un signal est une idée de trade écrite avant les faits. Il est identique pour tous et ne tient pas compte de votre situation.

- **Entrée** : le prix, ou la zone, où l’ordre attend. Si le marché n’y revient pas avant la fin de validité, le signal expire sans résultat.
- **Stop** : le prix qui donne tort à l’idée. La distance entre l’entrée et le stop vaut **1 R**.
- **Objectifs** : les prix où une part de la position sort. Un gain de 2 R vaut deux fois le risque accepté.
- **Contre-thèse** : la raison la plus forte de ne pas y croire, et ce qui la confirmerait.

## Avant de passer un ordre

1. Regardez le **R restant** : si le prix a déjà parcouru le chemin, le signal indique qu’il est trop tard.
2. Calculez votre taille à partir de ce que vous acceptez de perdre, pas de ce que vous espérez gagner.
3. Notez ce que vous avez fait dans **Mon trade** : vous seul le lisez.

Les signaux en cours et terminés sont sur la page [Signaux](/signaux).$$,
$$Read a signal$$,
$$Entry, stop, targets, R: what each line tells you, and what it does not.$$,
$$A signal is a trade idea written before the facts. It is the same for everyone and takes no account of your situation.

- **Entry**: the price, or zone, where the order waits. If the market does not return there before the signal’s validity ends, it expires without a result.
- **Stop**: the price that proves the idea wrong. The distance from entry to stop is **1 R**.
- **Targets**: the prices at which part of the position is closed. A gain of 2 R is twice the risk taken.
- **Counter-thesis**: the strongest reason not to believe it, and what would confirm that reason.

## Before you place an order

1. Check **R left**: if the price has already travelled, the signal says that it is too late.
2. Work out your size from what you accept to lose, not from what you hope to gain.
3. Record what you did under **My trade**: only you can read it.

Open and ended signals are on the [Signals](/signaux) page.$$,
$$Leer una señal$$,
$$Entrada, stop, objetivos, R: qué dice cada línea y qué no dice.$$,
$$Una señal es una idea de operación escrita antes de los hechos. Es igual para todos y no tiene en cuenta su situación.

- **Entrada**: el precio, o la zona, donde espera la orden. Si el mercado no vuelve antes de que venza la señal, caduca sin resultado.
- **Stop**: el precio que quita la razón a la idea. La distancia entre la entrada y el stop vale **1 R**.
- **Objetivos**: los precios a los que se cierra una parte de la posición. Ganar 2 R es ganar el doble del riesgo asumido.
- **Contratesis**: la razón más fuerte para no creerla, y lo que la confirmaría.

## Antes de enviar una orden

1. Mire el **R restante**: si el precio ya ha hecho el recorrido, la señal avisa de que es tarde.
2. Calcule su tamaño a partir de lo que acepta perder, no de lo que espera ganar.
3. Anote lo que hizo en **Mi operación**: solo usted lo lee.

Las señales abiertas y cerradas están en la página [Señales](/signaux).$$,
$$Leggere un segnale$$,
$$Ingresso, stop, obiettivi, R: che cosa dice ogni riga e che cosa non dice.$$,
$$Un segnale è un’idea di trade scritta prima dei fatti. È uguale per tutti e non tiene conto della sua situazione.

- **Ingresso**: il prezzo, o la zona, dove l’ordine attende. Se il mercato non vi ritorna prima della scadenza, il segnale decade senza risultato.
- **Stop**: il prezzo che dà torto all’idea. La distanza tra ingresso e stop vale **1 R**.
- **Obiettivi**: i prezzi a cui si chiude una parte della posizione. Un guadagno di 2 R è il doppio del rischio accettato.
- **Controtesi**: la ragione più forte per non crederci, e che cosa la confermerebbe.

## Prima di inviare un ordine

1. Guardi l’**R residuo**: se il prezzo ha già fatto la strada, il segnale avvisa che è tardi.
2. Calcoli la dimensione da ciò che accetta di perdere, non da ciò che spera di guadagnare.
3. Annoti che cosa ha fatto in **La mia operazione**: lo legge solo lei.

I segnali aperti e chiusi sono nella pagina [Segnali](/signaux).$$);

select pg_temp.article('signal-premium-ferme', 'signals',
$$Pourquoi les niveaux d’un signal sont masqués$$,
$$Un signal premium est fermé jusqu’à sa fin, puis ouvert à tous, gagnant ou perdant.$$,
$$Avec un compte gratuit, vous voyez d’un signal premium en cours son numéro, son unité de temps, son auteur et son scellé. Le sens, l’entrée, le stop et les objectifs restent réservés aux membres premium.

À la fin du signal, tout s’ouvre pour tout le monde : niveaux, déroulé et résultat. Rien ne peut être modifié entre-temps, car l’empreinte des niveaux est entrée dans la chaîne publique dès la publication.

Certains signaux sont ouverts à tous dès la publication. Ils sont jugés par la même règle et comptent dans le même bilan.

Pour lire les niveaux dès la publication, comparez les [abonnements](/abonnements).$$,
$$Why a signal’s levels are hidden$$,
$$A premium signal stays closed until it ends, then opens to everyone, win or lose.$$,
$$With a free account you see the number, timeframe, author and seal of an open premium signal. Its direction, entry, stop and targets are for premium members.

When the signal ends, everything opens to everyone: levels, events and result. Nothing can be changed in between, because the fingerprint of the levels entered the public chain at publication.

Some signals are open to everyone from the start. They are judged by the same rule and count in the same track record.

To read levels at publication, compare the [plans](/abonnements).$$,
$$Por qué no se ven los niveles de una señal$$,
$$Una señal premium está cerrada hasta su fin; después se abre a todos, gane o pierda.$$,
$$Con una cuenta gratuita ve de una señal premium abierta su número, su marco temporal, su autor y su sello. La dirección, la entrada, el stop y los objetivos son para los miembros premium.

Cuando la señal termina, todo se abre a todos: niveles, desarrollo y resultado. Nada puede cambiarse entretanto, porque la huella de los niveles entró en la cadena pública al publicarse.

Algunas señales están abiertas a todos desde el principio. Se juzgan con la misma regla y cuentan en el mismo historial.

Para leer los niveles en el momento de la publicación, compare las [suscripciones](/abonnements).$$,
$$Perché i livelli di un segnale sono nascosti$$,
$$Un segnale premium resta chiuso fino alla fine, poi si apre a tutti, vincente o perdente.$$,
$$Con un account gratuito vede di un segnale premium aperto il numero, il timeframe, l’autore e il sigillo. Direzione, ingresso, stop e obiettivi sono riservati ai membri premium.

Quando il segnale finisce, tutto si apre a tutti: livelli, svolgimento e risultato. Nel frattempo nulla può cambiare, perché l’impronta dei livelli è entrata nella catena pubblica alla pubblicazione.

Alcuni segnali sono aperti a tutti fin dall’inizio. Sono giudicati con la stessa regola e contano nello stesso storico.

Per leggere i livelli alla pubblicazione, confronti gli [abbonamenti](/abonnements).$$);

select pg_temp.article('etre-prevenu', 'signals',
$$Être prévenu au bon moment$$,
$$Choisissez ce qui vous est dit, par quel canal, et à quelles heures.$$,
$$Ouvrez [Mon compte](/mon-compte), onglet **Notifications**. Pour chaque sujet, choisissez l’application, l’e‑mail ou le push.

- **Push** : ajoutez chaque appareil depuis cet appareil. Sur iPhone, installez d’abord l’application sur l’écran d’accueil.
- **Heures calmes** : e‑mails et push attendent la fin de la plage que vous fixez, à votre heure. Les signaux, leur suite et vos alertes passent quand même.
- **Un e‑mail par jour** : regroupe tout ce que vous recevez « chaque jour ».

Sur un signal, **Suivre ce signal** vous avertit près de l’entrée, du stop et de l’objectif, puis à chaque étape.

Rien n’arrive ? Vérifiez que le navigateur autorise les notifications du site et que l’adresse de votre compte est la bonne.$$,
$$Be told at the right time$$,
$$Choose what you are told, through which channel, and at what hours.$$,
$$Open [My account](/mon-compte), tab **Notifications**. For each topic, choose the app, e-mail or push.

- **Push**: add each device from that device. On iPhone, first install the app on the home screen.
- **Quiet hours**: e-mails and pushes wait until the hours you set are over, on your own clock. Signals, their events and your alerts still arrive.
- **One e-mail a day**: gathers everything that you receive “daily”.

On a signal, **Follow this signal** tells you near the entry, the stop and the target, and then at each step.

Nothing arrives? Check that your browser allows this site’s notifications and that your account’s address is right.$$,
$$Recibir avisos en el momento justo$$,
$$Elija qué se le avisa, por qué canal y a qué horas.$$,
$$Abra [Mi cuenta](/mon-compte), pestaña **Notificaciones**. Para cada tema elija la aplicación, el correo o las notificaciones push.

- **Push**: añada cada dispositivo desde ese mismo dispositivo. En iPhone, instale antes la aplicación en la pantalla de inicio.
- **Horas de calma**: los correos y push esperan a que termine la franja que usted fija, según su hora. Las señales, su evolución y sus alertas llegan igualmente.
- **Un correo al día**: reúne todo lo que recibe «cada día».

En una señal, **Seguir esta señal** le avisa cerca de la entrada, del stop y del objetivo, y después en cada etapa.

¿No llega nada? Compruebe que el navegador permite las notificaciones del sitio y que la dirección de su cuenta es la correcta.$$,
$$Ricevere gli avvisi al momento giusto$$,
$$Scelga di che cosa essere avvisato, su quale canale e in quali ore.$$,
$$Apra [Il mio account](/mon-compte), scheda **Notifiche**. Per ogni argomento scelga l’applicazione, l’e-mail o le notifiche push.

- **Push**: aggiunga ogni dispositivo da quel dispositivo. Su iPhone installi prima l’applicazione nella schermata Home.
- **Ore di quiete**: e-mail e push attendono la fine della fascia che imposta, secondo il suo orologio. I segnali, i loro sviluppi e i suoi avvisi arrivano comunque.
- **Una sola e-mail al giorno**: raccoglie tutto ciò che riceve «ogni giorno».

Su un segnale, **Segui questo segnale** la avvisa vicino all’ingresso, allo stop e all’obiettivo, e poi a ogni tappa.

Non arriva nulla? Verifichi che il browser consenta le notifiche del sito e che l’indirizzo dell’account sia quello giusto.$$);

select pg_temp.article('verifier-le-bilan', 'record',
$$Vérifier le bilan soi-même$$,
$$Votre navigateur recalcule tout le registre, sans nous croire sur parole.$$,
$$Sur la page [Preuve](/preuve), pressez **Vérifier le registre**. Votre navigateur lit le registre public et refait chaque calcul, de la première empreinte à la dernière statistique.

1. **La chaîne** : chaque entrée contient l’empreinte de la précédente. Une entrée modifiée se voit.
2. **Les scellés** : les niveaux ouverts à la fin sont bien ceux qui étaient scellés à la publication.
3. **Les issues** : le résultat de chaque signal découle des cours enregistrés, par la règle publique.
4. **Les chiffres** : le taux de réussite et l’espérance affichés sont ceux de ces résultats.

Gardez une **tête de chaîne** où vous voulez : si le passé était réécrit, elle ne s’y trouverait plus. Votre appareil en garde une à chaque visite et vous alerte de lui-même.

Une vérification ne dit rien de l’avenir : elle prouve seulement que rien n’a été retiré ni embelli.$$,
$$Check the track record yourself$$,
$$Your browser recomputes the whole ledger, without taking our word for it.$$,
$$On the [Proof](/preuve) page, press **Verify the ledger**. Your browser reads the public ledger and redoes every calculation, from the first fingerprint to the last statistic.

1. **The chain**: each entry contains the fingerprint of the one before. A changed entry shows.
2. **The seals**: the levels opened at the end are those that were sealed at publication.
3. **The outcomes**: each signal’s result follows from the stored prices, by the public rule.
4. **The figures**: the win rate and expectancy on display are those of these results.

Keep a **chain head** wherever you like: if the past were rewritten, it would no longer be in the chain. Your device keeps one at each visit and warns you by itself.

A check says nothing about the future: it only proves that nothing was removed or embellished.$$,
$$Verificar el historial usted mismo$$,
$$Su navegador recalcula todo el registro, sin fiarse de nuestra palabra.$$,
$$En la página [Prueba](/preuve), pulse **Verificar el registro**. Su navegador lee el registro público y rehace cada cálculo, de la primera huella a la última estadística.

1. **La cadena**: cada entrada contiene la huella de la anterior. Una entrada modificada se nota.
2. **Los sellos**: los niveles abiertos al final son los que se sellaron al publicar.
3. **Los resultados**: el de cada señal se deriva de los precios guardados, según la regla pública.
4. **Las cifras**: la tasa de acierto y la esperanza mostradas son las de esos resultados.

Guarde una **cabeza de cadena** donde quiera: si se reescribiera el pasado, ya no estaría en ella. Su dispositivo guarda una en cada visita y le avisa por sí solo.

Una verificación no dice nada del futuro: solo prueba que nada se ha quitado ni embellecido.$$,
$$Verificare lo storico da soli$$,
$$Il suo browser ricalcola tutto il registro, senza crederci sulla parola.$$,
$$Nella pagina [Prova](/preuve), prema **Verificare il registro**. Il browser legge il registro pubblico e rifà ogni calcolo, dalla prima impronta all’ultima statistica.

1. **La catena**: ogni voce contiene l’impronta della precedente. Una voce modificata si vede.
2. **I sigilli**: i livelli aperti alla fine sono quelli sigillati alla pubblicazione.
3. **Gli esiti**: il risultato di ogni segnale deriva dai prezzi registrati, secondo la regola pubblica.
4. **Le cifre**: il tasso di successo e l’aspettativa mostrati sono quelli di questi risultati.

Conservi una **testa di catena** dove vuole: se il passato venisse riscritto, non vi si troverebbe più. Il suo dispositivo ne conserva una a ogni visita e la avvisa da solo.

Una verifica non dice nulla del futuro: prova soltanto che nulla è stato tolto o abbellito.$$);

select pg_temp.article('resilier', 'money',
$$Résilier un abonnement$$,
$$Deux étapes, avec ou sans connexion ; l’accès reste ouvert jusqu’à la fin de la période payée.$$,
$$Ouvrez [Résilier votre contrat](/resiliation), en bas de chaque page.

1. Connecté, vous voyez votre contrat et sa date de fin. Sans connexion, indiquez l’adresse de votre compte : un code valable dix minutes y est envoyé.
2. Relisez ce qui se passe, puis confirmez.

L’accès premium reste ouvert jusqu’à la fin de la période payée, puis le compte redevient gratuit. Plus rien n’est prélevé. D’ici là, vous pouvez reprendre l’abonnement.

Un accusé de réception part par e‑mail, avec la date, l’heure et la date d’effet. Moins de 14 jours après la commande, vous pouvez aussi [renoncer au contrat](/retractation) et être remboursé.$$,
$$Cancel a subscription$$,
$$Two steps, signed in or not; access stays open until the end of the paid period.$$,
$$Open [Cancel your contract](/resiliation), at the bottom of every page.

1. Signed in, you see your contract and its end date. Otherwise enter your account’s address: a code valid for ten minutes is sent to it.
2. Read what happens, then confirm.

Premium access stays open until the end of the paid period, then the account becomes free. Nothing more is charged. Until then you can resume the subscription.

A confirmation leaves by e-mail with the date, the time and the date on which it takes effect. Within 14 days of the order you can also [withdraw from the contract](/retractation) and be refunded.$$,
$$Cancelar una suscripción$$,
$$Dos pasos, con o sin sesión; el acceso sigue abierto hasta el final del periodo pagado.$$,
$$Abra [Cancelar su contrato](/resiliation), al pie de cada página.

1. Con la sesión iniciada ve su contrato y su fecha de fin. Si no, indique la dirección de su cuenta: se le envía un código válido diez minutos.
2. Lea lo que ocurre y confirme.

El acceso premium sigue abierto hasta el final del periodo pagado; después la cuenta vuelve a ser gratuita. No se cobra nada más. Hasta entonces puede reanudar la suscripción.

Sale por correo un acuse de recibo con la fecha, la hora y la fecha de efecto. En los 14 días siguientes al pedido también puede [desistir del contrato](/retractation) y recibir el reembolso.$$,
$$Disdire un abbonamento$$,
$$Due passaggi, con o senza accesso; resta tutto aperto fino alla fine del periodo pagato.$$,
$$Apra [Disdire il contratto](/resiliation), in fondo a ogni pagina.

1. Con l’accesso effettuato vede il contratto e la data di fine. Altrimenti indichi l’indirizzo dell’account: riceve un codice valido dieci minuti.
2. Legga che cosa succede e confermi.

L’accesso premium resta aperto fino alla fine del periodo pagato, poi l’account torna gratuito. Non viene addebitato altro. Fino ad allora può riprendere l’abbonamento.

Parte un’e-mail di conferma con data, ora e data di effetto. Entro 14 giorni dall’ordine può anche [recedere dal contratto](/retractation) ed essere rimborsato.$$);

select pg_temp.article('se-retracter', 'money',
$$Renoncer dans les 14 jours$$,
$$Le prix payé, moins la part des jours terminés, revient sur le moyen de paiement.$$,
$$Vous avez 14 jours après la commande, sans motif à donner. Si ce délai finit un samedi, un dimanche ou un jour férié, il court jusqu’au premier jour ouvrable.

1. Ouvrez [Renoncer au contrat ici](/retractation).
2. Le montant remboursé est affiché au centime avant que vous confirmiez.

Le remboursement part tout de suite vers le moyen de paiement de la commande, au plus tard dans les 14 jours. L’accès premium se ferme aussitôt. Un accusé de réception part par e‑mail.$$,
$$Withdraw within 14 days$$,
$$The price paid, less the days already completed, goes back to your payment method.$$,
$$You have 14 days after the order and need give no reason. If the period ends on a Saturday, a Sunday or a public holiday, it runs until the next working day.

1. Open [Withdraw from the contract here](/retractation).
2. The refund is shown to the cent before you confirm.

The refund leaves at once for the payment method of the order, within 14 days at the latest. Premium access closes immediately. A confirmation leaves by e-mail.$$,
$$Desistir en 14 días$$,
$$El precio pagado, menos los días ya terminados, vuelve a su medio de pago.$$,
$$Dispone de 14 días desde el pedido, sin dar motivos. Si el plazo termina en sábado, domingo o festivo, se extiende hasta el primer día hábil.

1. Abra [Desistir del contrato aquí](/retractation).
2. El importe del reembolso se muestra al céntimo antes de que confirme.

El reembolso sale de inmediato hacia el medio de pago del pedido, como máximo en 14 días. El acceso premium se cierra en el acto. Sale un acuse de recibo por correo.$$,
$$Recedere entro 14 giorni$$,
$$Il prezzo pagato, meno i giorni già trascorsi, torna sul mezzo di pagamento.$$,
$$Ha 14 giorni dall’ordine, senza dover indicare un motivo. Se il termine cade di sabato, di domenica o in un giorno festivo, vale fino al primo giorno lavorativo.

1. Apra [Recedere dal contratto qui](/retractation).
2. L’importo rimborsato è mostrato al centesimo prima della conferma.

Il rimborso parte subito verso il mezzo di pagamento dell’ordine, al più tardi entro 14 giorni. L’accesso premium si chiude immediatamente. Parte un’e-mail di conferma.$$);

select pg_temp.article('paiement-refuse', 'money',
$$Un prélèvement a été refusé$$,
$$L’accès est gardé pendant les nouvelles tentatives ; changez de carte en une minute.$$,
$$Un refus vient le plus souvent d’une carte expirée, d’un plafond ou d’une confirmation demandée par la banque.

Le prélèvement est présenté de nouveau aux jours 1, 3, 5 et 7. Votre accès reste ouvert pendant ce temps.

- Ouvrez [Mon compte](/mon-compte), onglet **Abonnement**, et ajoutez une autre carte.
- Si votre banque demande une confirmation, faites-la depuis le même endroit.

Après la dernière tentative, l’abonnement prend fin et le compte redevient gratuit : vous ne devez rien et vos données restent. Un abonnement payé en crypto n’est jamais prélevé : il prend fin s’il n’est pas réglé de nouveau.$$,
$$A payment was declined$$,
$$Access is kept while the payment is retried; changing the card takes a minute.$$,
$$A decline usually comes from an expired card, a limit, or a confirmation that the bank asks for.

The payment is tried again on days 1, 3, 5 and 7. Your access stays open meanwhile.

- Open [My account](/mon-compte), tab **Subscription**, and add another card.
- If your bank asks for a confirmation, give it in the same place.

After the last try the subscription ends and the account becomes free: you owe nothing and your data stay. A subscription paid in crypto is never charged: it ends unless it is paid again.$$,
$$Un cobro fue rechazado$$,
$$El acceso se mantiene durante los nuevos intentos; cambiar de tarjeta lleva un minuto.$$,
$$Un rechazo suele deberse a una tarjeta caducada, a un límite o a una confirmación que pide el banco.

El cobro se intenta de nuevo los días 1, 3, 5 y 7. Su acceso sigue abierto mientras tanto.

- Abra [Mi cuenta](/mon-compte), pestaña **Suscripción**, y añada otra tarjeta.
- Si su banco pide una confirmación, hágala en el mismo lugar.

Tras el último intento, la suscripción termina y la cuenta vuelve a ser gratuita: no debe nada y sus datos se conservan. Una suscripción pagada en cripto nunca se cobra sola: termina si no se vuelve a pagar.$$,
$$Un addebito è stato rifiutato$$,
$$L’accesso resta durante i nuovi tentativi; cambiare carta richiede un minuto.$$,
$$Un rifiuto dipende di solito da una carta scaduta, da un limite o da una conferma richiesta dalla banca.

L’addebito viene ritentato nei giorni 1, 3, 5 e 7. Nel frattempo l’accesso resta aperto.

- Apra [Il mio account](/mon-compte), scheda **Abbonamento**, e aggiunga un’altra carta.
- Se la banca chiede una conferma, la dia nello stesso punto.

Dopo l’ultimo tentativo l’abbonamento finisce e l’account torna gratuito: non deve nulla e i suoi dati restano. Un abbonamento pagato in cripto non viene mai addebitato: finisce se non viene pagato di nuovo.$$);

select pg_temp.article('proteger-son-compte', 'security',
$$Protéger son compte$$,
$$Un deuxième facteur arrête un voleur de mot de passe ; un lien arrête un changement que vous n’avez pas fait.$$,
$$Dans [Mon compte](/mon-compte), ajoutez un **deuxième facteur** : une application d’authentification ou une clé de sécurité. Gardez les **codes de secours** hors de votre téléphone : chacun remplace le facteur une fois.

Une **clé d’accès** (passkey) vous connecte sans mot de passe, avec l’empreinte ou le code de votre appareil.

## Vous recevez un e‑mail que vous n’attendiez pas

Chaque changement important (mot de passe, adresse, facteur, nouvel appareil) vous est annoncé. Si ce n’est pas vous, suivez le lien **Arrêter** de cet e‑mail dans les trois jours : le changement est annulé et toutes les sessions sont fermées.

Nous ne demandons jamais un mot de passe ni un code par message.$$,
$$Protect your account$$,
$$A second factor stops a password thief; one link stops a change you did not make.$$,
$$In [My account](/mon-compte), add a **second factor**: an authenticator app or a security key. Keep the **recovery codes** away from your phone: each replaces the factor once.

A **passkey** signs you in without a password, with your device’s fingerprint or code.

## You receive an e-mail that you did not expect

Every important change (password, address, factor, new device) is announced to you. If it was not you, follow the **Stop** link in that e-mail within three days: the change is undone and every session is closed.

We never ask for a password or a code in a message.$$,
$$Proteger su cuenta$$,
$$Un segundo factor detiene al ladrón de contraseñas; un enlace detiene un cambio que no hizo usted.$$,
$$En [Mi cuenta](/mon-compte), añada un **segundo factor**: una aplicación de autenticación o una llave de seguridad. Guarde los **códigos de recuperación** fuera del teléfono: cada uno sustituye al factor una vez.

Una **llave de acceso** (passkey) le permite entrar sin contraseña, con la huella o el código de su dispositivo.

## Recibe un correo que no esperaba

Cada cambio importante (contraseña, dirección, factor, dispositivo nuevo) se le anuncia. Si no ha sido usted, siga el enlace **Detener** de ese correo en un plazo de tres días: el cambio se deshace y se cierran todas las sesiones.

Nunca pedimos una contraseña ni un código por mensaje.$$,
$$Proteggere l’account$$,
$$Un secondo fattore ferma chi ruba la password; un link ferma una modifica che non ha fatto lei.$$,
$$In [Il mio account](/mon-compte) aggiunga un **secondo fattore**: un’app di autenticazione o una chiave di sicurezza. Conservi i **codici di recupero** fuori dal telefono: ciascuno sostituisce il fattore una volta.

Una **passkey** consente di entrare senza password, con l’impronta o il codice del dispositivo.

## Riceve un’e-mail che non si aspettava

Ogni modifica importante (password, indirizzo, fattore, nuovo dispositivo) le viene annunciata. Se non è stato lei, segua il link **Ferma** di quell’e-mail entro tre giorni: la modifica viene annullata e tutte le sessioni si chiudono.

Non chiediamo mai una password o un codice per messaggio.$$);

select pg_temp.article('vos-donnees', 'security',
$$Emporter ou effacer ses données$$,
$$Une copie complète en quelques minutes ; un effacement que l’on peut annuler pendant quatorze jours.$$,
$$Dans [Mon compte](/mon-compte), onglet **Profil**, sous **Vos données** :

- **Télécharger** : nous rassemblons tout ce que nous gardons de vous dans une archive, disponible pendant trois jours. Une preuve d’identité récente est demandée.
- **Effacer le compte** : tous vos appareils sont déconnectés. Pendant quatorze jours, il suffit de vous reconnecter pour le garder ; ensuite, rien ne peut être récupéré.

Résiliez d’abord un abonnement en cours, et demandez le versement de vos commissions.

Restent seulement ce que la loi impose de garder : les factures, et la preuve de vos consentements par un numéro sans nom.$$,
$$Take your data with you, or erase them$$,
$$A complete copy within minutes; an erasure that you can undo for fourteen days.$$,
$$In [My account](/mon-compte), tab **Profile**, under **Your data**:

- **Download**: we gather everything we keep about you in an archive, available for three days. You will be asked to prove who you are.
- **Erase the account**: all your devices are signed out. For fourteen days, signing in again is enough to keep it; after that nothing can be recovered.

First cancel a running subscription and request the payout of your commissions.

Only what the law requires stays: invoices, and the proof of your consents under a number without a name.$$,
$$Llevarse o borrar sus datos$$,
$$Una copia completa en minutos; un borrado que puede anular durante catorce días.$$,
$$En [Mi cuenta](/mon-compte), pestaña **Perfil**, en **Sus datos**:

- **Descargar**: reunimos todo lo que guardamos sobre usted en un archivo, disponible durante tres días. Se le pide que confirme su identidad.
- **Borrar la cuenta**: se cierra la sesión en todos sus dispositivos. Durante catorce días basta con volver a entrar para conservarla; después nada puede recuperarse.

Cancele antes una suscripción en curso y solicite el pago de sus comisiones.

Solo queda lo que la ley obliga a conservar: las facturas y la prueba de sus consentimientos, bajo un número sin nombre.$$,
$$Portare con sé o cancellare i propri dati$$,
$$Una copia completa in pochi minuti; una cancellazione annullabile per quattordici giorni.$$,
$$In [Il mio account](/mon-compte), scheda **Profilo**, sotto **I suoi dati**:

- **Scaricare**: raccogliamo tutto ciò che conserviamo su di lei in un archivio, disponibile per tre giorni. Le viene chiesta una prova d’identità recente.
- **Cancellare l’account**: tutti i dispositivi vengono disconnessi. Per quattordici giorni basta accedere di nuovo per conservarlo; poi nulla può essere recuperato.

Prima disdica un abbonamento in corso e chieda il versamento delle commissioni.

Resta solo ciò che la legge impone di conservare: le fatture e la prova dei consensi, sotto un numero senza nome.$$);

select pg_temp.article('classement-des-brokers', 'partners',
$$Comment les brokers sont classés$$,
$$Par ce que coûte un lot EUR/USD, jamais par ce que le lien rapporte.$$,
$$L’ordre du [guide](/brokers) suit un seul critère public : le coût d’un lot EUR/USD sur le compte le moins cher, spread et commission compris.

Un lien affilié est toujours annoncé à côté du lien. La commission qu’il rapporte n’entre ni dans l’ordre, ni dans les points forts et faibles.

## « À revérifier »

Chaque chiffre porte sa source et la date de lecture. Passé un délai fixé pour ce chiffre, il est marqué **à revérifier** jusqu’à ce que quelqu’un l’ait relu. Le chiffre reste affiché : contrôlez-le sur le site de l’entreprise avant de vous y fier.

Pour les [prop firms](/propfirm), chaque changement de règle est gardé avec sa date : vous voyez ce qui s’appliquait un jour donné.$$,
$$How brokers are ranked$$,
$$By what one lot of EUR/USD costs, never by what the link earns.$$,
$$The order of the [guide](/brokers) follows one public criterion: the cost of one lot of EUR/USD on the cheapest account, spread and commission included.

An affiliate link is always announced beside the link. The commission it earns enters neither the order nor the strengths and weaknesses.

## “Needs re-checking”

Each figure carries its source and the date on which it was read. After a period set for that figure, it is marked **needs re-checking** until somebody has read it again. The figure stays on display: check it on the firm’s own site before relying on it.

For [prop firms](/propfirm), every change of a rule is kept with its date: you can see what applied on any given day.$$,
$$Cómo se ordenan los brókers$$,
$$Por lo que cuesta un lote de EUR/USD, nunca por lo que aporta el enlace.$$,
$$El orden de la [guía](/brokers) sigue un único criterio público: el coste de un lote de EUR/USD en la cuenta más barata, con spread y comisión.

Un enlace de afiliado se anuncia siempre junto al enlace. La comisión que aporta no entra en el orden ni en los puntos fuertes y débiles.

## «Por verificar»

Cada cifra lleva su fuente y la fecha en que se leyó. Pasado el plazo fijado para esa cifra, se marca **por verificar** hasta que alguien la haya leído de nuevo. La cifra sigue a la vista: compruébela en el sitio de la empresa antes de fiarse.

En las [prop firms](/propfirm), cada cambio de regla se guarda con su fecha: puede ver qué se aplicaba un día determinado.$$,
$$Come sono ordinati i broker$$,
$$In base a quanto costa un lotto EUR/USD, mai a quanto rende il link.$$,
$$L’ordine della [guida](/brokers) segue un solo criterio pubblico: il costo di un lotto EUR/USD sul conto meno caro, spread e commissione compresi.

Un link affiliato è sempre dichiarato accanto al link. La commissione che rende non incide né sull’ordine né sui punti di forza e di debolezza.

## «Da riverificare»

Ogni cifra porta la fonte e la data in cui è stata letta. Trascorso il termine fissato per quella cifra, viene segnata **da riverificare** finché qualcuno non l’ha riletta. La cifra resta visibile: la controlli sul sito dell’azienda prima di farvi affidamento.

Per le [prop firm](/propfirm) ogni modifica di una regola è conservata con la sua data: può vedere che cosa valeva in un dato giorno.$$);
