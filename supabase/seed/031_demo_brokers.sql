-- Brokers of the demonstration: invented, each named an example and marked fictitious. No fact about a real company is here.
insert into public.brokers (
  slug, name, summary, entity, regulator, licence_number, losing_share, losing_share_on, protections, instruments, platforms, leverage, deposits, withdrawals, pros, cons, verified_on, verified_by, website_url, affiliate_url, affiliate_disclosure, fictitious
) values
  (
    'goelette-exemple',
    'Goélette Exemple',
    '{"fr": "Un seul compte, sans commission : tout le coût est dans le spread.", "en": "A single account with no commission: the whole cost is in the spread.", "es": "Una sola cuenta, sin comisión: todo el coste está en el spread.", "it": "Un solo conto, senza commissione: tutto il costo è nello spread."}',
    'Goélette Exemple SA',
    'Autorité Exemple Nord',
    'EX-0417',
    0.71,
    (now() - interval '52 days')::date,
    '[
      {"fr": "Fonds des clients séparés de ceux de la société", "en": "Client money kept apart from the firm’s own", "es": "Fondos de los clientes separados de los de la empresa", "it": "Fondi dei clienti separati da quelli della società"},
      {"fr": "Protection contre le solde négatif", "en": "Negative balance protection", "es": "Protección contra saldo negativo", "it": "Protezione dal saldo negativo"},
      {"fr": "Clôture d’office à 50 % de la marge", "en": "Close-out at 50% of margin", "es": "Cierre automático al 50 % del margen", "it": "Chiusura automatica al 50% del margine"},
      {"fr": "Fonds de garantie : jusqu’à 20 000 € par client", "en": "Compensation scheme: up to €20,000 per client", "es": "Fondo de garantía: hasta 20 000 € por cliente", "it": "Fondo di garanzia: fino a 20.000 € per cliente"}
    ]',
    '{forex,metal,index,share}',
    '{"MetaTrader 5",TradingView}',
    '{"forex": 30, "forex_minor": 20, "metal": 20, "index": 20, "share": 5}',
    '{"fr": "Carte et virement, sans frais ; crédité sous un jour ouvré", "en": "Card and bank transfer, no fee; credited within one business day", "es": "Tarjeta y transferencia, sin comisión; abono en un día hábil", "it": "Carta e bonifico, senza costi; accredito entro un giorno lavorativo"}',
    '{"fr": "Virement seulement, sans frais ; deux jours ouvrés", "en": "Bank transfer only, no fee; two business days", "es": "Solo transferencia, sin comisión; dos días hábiles", "it": "Solo bonifico, senza costi; due giorni lavorativi"}',
    '[
      {"fr": "Aucun dépôt minimum", "en": "No minimum deposit", "es": "Sin depósito mínimo", "it": "Nessun deposito minimo"},
      {"fr": "Frais faciles à lire : une seule ligne", "en": "Fees easy to read: a single line", "es": "Costes fáciles de leer: una sola línea", "it": "Costi facili da leggere: una sola riga"}
    ]',
    '[
      {"fr": "Spread élevé sur EUR/USD", "en": "Wide spread on EUR/USD", "es": "Spread alto en EUR/USD", "it": "Spread ampio su EUR/USD"},
      {"fr": "Pas de cryptoactifs", "en": "No cryptoassets", "es": "Sin criptoactivos", "it": "Nessuna criptoattività"}
    ]',
    (now() - interval '12 days')::date,
    'Claire Morvan',
    null,
    null,
    null,
    true
  ),
  (
    'misaine-exemple',
    'Misaine Exemple',
    '{"fr": "Spreads bruts et commission affichée, pour qui passe beaucoup d’ordres.", "en": "Raw spreads and a stated commission, for those who place many orders.", "es": "Spreads brutos y comisión indicada, para quien opera mucho.", "it": "Spread grezzi e commissione dichiarata, per chi opera molto."}',
    'Misaine Exemple SAS',
    'Autorité Exemple Nord',
    'EX-0988',
    0.68,
    (now() - interval '24 days')::date,
    '[
      {"fr": "Fonds des clients séparés de ceux de la société", "en": "Client money kept apart from the firm’s own", "es": "Fondos de los clientes separados de los de la empresa", "it": "Fondi dei clienti separati da quelli della società"},
      {"fr": "Protection contre le solde négatif", "en": "Negative balance protection", "es": "Protección contra saldo negativo", "it": "Protezione dal saldo negativo"},
      {"fr": "Clôture d’office à 50 % de la marge", "en": "Close-out at 50% of margin", "es": "Cierre automático al 50 % del margen", "it": "Chiusura automatica al 50% del margine"},
      {"fr": "Fonds de garantie : jusqu’à 70 000 € par client", "en": "Compensation scheme: up to €70,000 per client", "es": "Fondo de garantía: hasta 70 000 € por cliente", "it": "Fondo di garanzia: fino a 70.000 € per cliente"}
    ]',
    '{forex,metal,index,share,crypto}',
    '{cTrader,"MetaTrader 5",TradingView}',
    '{"forex": 30, "forex_minor": 20, "metal": 20, "index": 20, "share": 5, "crypto": 2}',
    '{"fr": "Virement, sans frais ; carte, 1 % ; crédité le jour même", "en": "Bank transfer, no fee; card, 1%; credited the same day", "es": "Transferencia, sin comisión; tarjeta, 1 %; abono el mismo día", "it": "Bonifico, senza costi; carta, 1%; accredito in giornata"}',
    '{"fr": "Virement, un retrait gratuit par mois, puis 5 €", "en": "Bank transfer, one free withdrawal a month, then €5", "es": "Transferencia, un retiro gratuito al mes y después 5 €", "it": "Bonifico, un prelievo gratuito al mese, poi 5 €"}',
    '[
      {"fr": "Le coût total le plus bas du guide", "en": "The lowest total cost in this guide", "es": "El coste total más bajo de la guía", "it": "Il costo totale più basso della guida"},
      {"fr": "Trois plateformes au choix", "en": "Three platforms to choose from", "es": "Tres plataformas a elegir", "it": "Tre piattaforme a scelta"}
    ]',
    '[
      {"fr": "5 000 € pour le compte le moins cher", "en": "€5,000 for the cheapest account", "es": "5000 € para la cuenta más barata", "it": "5.000 € per il conto meno caro"},
      {"fr": "Retraits payants au-delà du premier", "en": "Withdrawals cost money after the first", "es": "Retiros de pago a partir del segundo", "it": "Prelievi a pagamento dopo il primo"}
    ]',
    (now() - interval '6 days')::date,
    'Mathieu Lassalle',
    null,
    'https://misaine.example/vigie',
    '{"fr": "Lien affilié : l’éditeur de ce guide perçoit une commission si un compte est ouvert par ce lien. Elle n’entre pas dans le classement.", "en": "Affiliate link: the publisher of this guide receives a commission if an account is opened through it. It plays no part in the ranking.", "es": "Enlace de afiliado: el editor de esta guía cobra una comisión si se abre una cuenta con este enlace. No influye en la clasificación.", "it": "Link affiliato: l’editore di questa guida riceve una commissione se si apre un conto con questo link. Non incide sulla classifica."}',
    true
  ),
  (
    'boussole-exemple',
    'Boussole Exemple',
    '{"fr": "Deux comptes selon le volume, et un service en quatre langues.", "en": "Two accounts by volume, and service in four languages.", "es": "Dos cuentas según el volumen y atención en cuatro idiomas.", "it": "Due conti secondo il volume e assistenza in quattro lingue."}',
    'Boussole Exemple SA',
    'Autorité Exemple Nord',
    'EX-0231',
    0.74,
    (now() - interval '52 days')::date,
    '[
      {"fr": "Fonds des clients séparés de ceux de la société", "en": "Client money kept apart from the firm’s own", "es": "Fondos de los clientes separados de los de la empresa", "it": "Fondi dei clienti separati da quelli della società"},
      {"fr": "Protection contre le solde négatif", "en": "Negative balance protection", "es": "Protección contra saldo negativo", "it": "Protezione dal saldo negativo"},
      {"fr": "Clôture d’office à 50 % de la marge", "en": "Close-out at 50% of margin", "es": "Cierre automático al 50 % del margen", "it": "Chiusura automatica al 50% del margine"},
      {"fr": "Fonds de garantie : jusqu’à 20 000 € par client", "en": "Compensation scheme: up to €20,000 per client", "es": "Fondo de garantía: hasta 20 000 € por cliente", "it": "Fondo di garanzia: fino a 20.000 € per cliente"}
    ]',
    '{forex,metal,index,crypto}',
    '{"MetaTrader 4","MetaTrader 5"}',
    '{"forex": 30, "forex_minor": 20, "metal": 20, "index": 20, "crypto": 2}',
    '{"fr": "Carte et virement, sans frais ; crédité sous deux heures", "en": "Card and bank transfer, no fee; credited within two hours", "es": "Tarjeta y transferencia, sin comisión; abono en dos horas", "it": "Carta e bonifico, senza costi; accredito entro due ore"}',
    '{"fr": "Par le moyen du dépôt, sans frais ; un à trois jours ouvrés", "en": "By the means of the deposit, no fee; one to three business days", "es": "Por el medio del depósito, sin comisión; de uno a tres días hábiles", "it": "Con il mezzo del deposito, senza costi; da uno a tre giorni lavorativi"}',
    '[
      {"fr": "Compte brut dès 500 €", "en": "Raw account from €500", "es": "Cuenta raw desde 500 €", "it": "Conto raw da 500 €"},
      {"fr": "Retraits sans frais", "en": "Free withdrawals", "es": "Retiros sin comisión", "it": "Prelievi senza costi"}
    ]',
    '[
      {"fr": "Pas d’actions", "en": "No shares", "es": "Sin acciones", "it": "Nessuna azione"},
      {"fr": "Pas de connexion à TradingView", "en": "No connection to TradingView", "es": "Sin conexión con TradingView", "it": "Nessun collegamento a TradingView"}
    ]',
    (now() - interval '12 days')::date,
    'Claire Morvan',
    null,
    'https://boussole.example/vigie',
    '{"fr": "Lien affilié : l’éditeur de ce guide perçoit une commission si un compte est ouvert par ce lien. Elle n’entre pas dans le classement.", "en": "Affiliate link: the publisher of this guide receives a commission if an account is opened through it. It plays no part in the ranking.", "es": "Enlace de afiliado: el editor de esta guía cobra una comisión si se abre una cuenta con este enlace. No influye en la clasificación.", "it": "Link affiliato: l’editore di questa guida riceve una commissione se si apre un conto con questo link. Non incide sulla classifica."}',
    true
  ),
  (
    'amarre-exemple',
    'Amarre Exemple',
    '{"fr": "Spread fixe et effet de levier élevé, hors du cadre européen.", "en": "Fixed spread and high leverage, outside the European framework.", "es": "Spread fijo y apalancamiento alto, fuera del marco europeo.", "it": "Spread fisso e leva elevata, fuori dal quadro europeo."}',
    'Amarre Exemple Ltd',
    'Autorité Exemple Sud',
    'EX-S-77',
    null,
    null,
    '[
      {"fr": "Fonds des clients séparés de ceux de la société", "en": "Client money kept apart from the firm’s own", "es": "Fondos de los clientes separados de los de la empresa", "it": "Fondi dei clienti separati da quelli della società"}
    ]',
    '{forex,metal,index,crypto}',
    '{"MetaTrader 4"}',
    '{"forex": 200, "forex_minor": 200, "metal": 100, "index": 100, "crypto": 20}',
    '{"fr": "Carte, virement et cryptoactifs ; frais de 2 %", "en": "Card, bank transfer and cryptoassets; 2% fee", "es": "Tarjeta, transferencia y criptoactivos; comisión del 2 %", "it": "Carta, bonifico e criptoattività; costo del 2%"}',
    '{"fr": "Virement, 15 € ; trois à cinq jours ouvrés", "en": "Bank transfer, €15; three to five business days", "es": "Transferencia, 15 €; de tres a cinco días hábiles", "it": "Bonifico, 15 €; da tre a cinque giorni lavorativi"}',
    '[
      {"fr": "Spread connu d’avance", "en": "Spread known in advance", "es": "Spread conocido de antemano", "it": "Spread noto in anticipo"}
    ]',
    '[
      {"fr": "Aucune protection contre le solde négatif : la perte peut dépasser le dépôt", "en": "No negative balance protection: losses can exceed the deposit", "es": "Sin protección contra saldo negativo: la pérdida puede superar el depósito", "it": "Nessuna protezione dal saldo negativo: la perdita può superare il deposito"},
      {"fr": "Levier au-delà des plafonds européens", "en": "Leverage above the European limits", "es": "Apalancamiento por encima de los límites europeos", "it": "Leva oltre i limiti europei"},
      {"fr": "Part de comptes perdants non publiée", "en": "Share of losing accounts not published", "es": "Porcentaje de cuentas perdedoras no publicado", "it": "Quota di conti in perdita non pubblicata"}
    ]',
    (now() - interval '12 days')::date,
    'Claire Morvan',
    null,
    null,
    null,
    true
  );

insert into public.broker_accounts (broker, slug, name, minimum_deposit, currency, eurusd_spread_pips, commission_usd_cents, sort) values
  ('goelette-exemple', 'classic', 'Classic', 0, 'EUR', 1.4, 0, 1),
  ('misaine-exemple', 'raw', 'Raw', 20000, 'EUR', 0.1, 500, 1),
  ('misaine-exemple', 'pro', 'Pro', 500000, 'EUR', 0.1, 300, 2),
  ('boussole-exemple', 'standard', 'Standard', 10000, 'EUR', 1.1, 0, 1),
  ('boussole-exemple', 'raw', 'Raw', 50000, 'EUR', 0.2, 600, 2),
  ('amarre-exemple', 'fixed', 'Fixed', 5000, 'EUR', 1.8, 0, 1);
