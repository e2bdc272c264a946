-- Prop firms of the demonstration: invented, each named an example and marked fictitious. Some changed their rules, so that a
-- history can be seen. No fact about a real company is here.
insert into public.prop_firms (
  slug, name, summary, entity, instruments, platforms, payout, pros, cons, promotion_code, promotion_text, promotion_ends_on, verified_on, verified_by, website_url, affiliate_url, affiliate_disclosure, fictitious
) values
  (
    'cabestan-exemple',
    'Cabestan Exemple',
    '{"fr": "Deux phases, pertes statiques, aucune limite de durée.", "en": "Two phases, static losses, no time limit.", "es": "Dos fases, pérdidas estáticas, sin límite de tiempo.", "it": "Due fasi, perdite statiche, nessun limite di tempo."}',
    'Cabestan Exemple SA',
    '{forex,metal,index,crypto}',
    '{"MetaTrader 5",cTrader}',
    '{"fr": "Sur demande tous les quatorze jours, par virement.", "en": "On request every fourteen days, by bank transfer.", "es": "A petición cada catorce días, por transferencia.", "it": "Su richiesta ogni quattordici giorni, con bonifico."}',
    '[
      {"fr": "Frais remboursés au premier retrait", "en": "Fee refunded with the first payout", "es": "Tarifa reembolsada con el primer retiro", "it": "Costo rimborsato con il primo prelievo"},
      {"fr": "Positions gardées la nuit et le week-end", "en": "Positions may stay open overnight and over weekends", "es": "Posiciones abiertas de noche y en fin de semana", "it": "Posizioni aperte di notte e nel fine settimana"}
    ]',
    '[
      {"fr": "La perte journalière a été resserrée en cours d’année", "en": "The daily loss limit was tightened during the year", "es": "La pérdida diaria se endureció durante el año", "it": "La perdita giornaliera è stata ristretta durante l’anno"}
    ]',
    null,
    null,
    null,
    (now() - interval '9 days')::date,
    'Mathieu Lassalle',
    null,
    null,
    null,
    true
  ),
  (
    'sextant-exemple',
    'Sextant Exemple',
    '{"fr": "Une seule phase, perte suiveuse calculée en fin de journée.", "en": "A single phase, trailing loss set at the end of each day.", "es": "Una sola fase, pérdida dinámica calculada al cierre del día.", "it": "Una sola fase, perdita mobile calcolata a fine giornata."}',
    'Sextant Exemple Ltd',
    '{forex,metal,index}',
    '{"MetaTrader 5",TradingView}',
    '{"fr": "Tous les sept jours après un premier délai de vingt et un jours.", "en": "Every seven days after a first wait of twenty-one days.", "es": "Cada siete días tras un primer plazo de veintiún días.", "it": "Ogni sette giorni dopo una prima attesa di ventuno giorni."}',
    '[
      {"fr": "Une seule phase à réussir", "en": "Only one phase to pass", "es": "Una sola fase que superar", "it": "Una sola fase da superare"}
    ]',
    '[
      {"fr": "Règle de cohérence : une journée ne peut faire plus de 40 % du gain", "en": "Consistency rule: one day may not make more than 40% of the profit", "es": "Regla de consistencia: un día no puede aportar más del 40 % de la ganancia", "it": "Regola di coerenza: un giorno non può fare più del 40% del guadagno"},
      {"fr": "Positions fermées avant le week-end", "en": "Positions closed before the weekend", "es": "Posiciones cerradas antes del fin de semana", "it": "Posizioni chiuse prima del fine settimana"}
    ]',
    'EXEMPLE10',
    '{"fr": "10 % de réduction sur les frais d’évaluation", "en": "10% off the evaluation fee", "es": "10 % de descuento en la tarifa de evaluación", "it": "10% di sconto sul costo della valutazione"}',
    (now() + interval '40 days')::date,
    (now() - interval '9 days')::date,
    'Mathieu Lassalle',
    null,
    'https://sextant.example/vigie',
    '{"fr": "Lien affilié : l’éditeur de ce guide perçoit une commission si un compte est ouvert par ce lien. Elle n’entre pas dans le classement.", "en": "Affiliate link: the publisher of this guide receives a commission if an account is opened through it. It plays no part in the ranking.", "es": "Enlace de afiliado: el editor de esta guía cobra una comisión si se abre una cuenta con este enlace. No influye en la clasificación.", "it": "Link affiliato: l’editore di questa guida riceve una commissione se si apre un conto con questo link. Non incide sulla classifica."}',
    true
  ),
  (
    'drisse-exemple',
    'Drisse Exemple',
    '{"fr": "Perte suiveuse en temps réel et trente jours pour chaque phase.", "en": "Real-time trailing loss and thirty days for each phase.", "es": "Pérdida dinámica en tiempo real y treinta días por fase.", "it": "Perdita mobile in tempo reale e trenta giorni per fase."}',
    'Drisse Exemple Inc.',
    '{index,metal}',
    '{TradingView}',
    '{"fr": "Une fois par mois, plafonnée les trois premiers mois.", "en": "Once a month, capped for the first three months.", "es": "Una vez al mes, con tope los tres primeros meses.", "it": "Una volta al mese, con un tetto nei primi tre mesi."}',
    '[
      {"fr": "Pas de limite de perte journalière", "en": "No daily loss limit", "es": "Sin límite de pérdida diaria", "it": "Nessun limite di perdita giornaliera"}
    ]',
    '[
      {"fr": "La limite suit le plus haut latent, gains non encaissés compris", "en": "The limit follows the highest equity, open profits included", "es": "El límite sigue el máximo de la equidad, ganancias abiertas incluidas", "it": "Il limite segue il massimo dell’equity, utili aperti inclusi"},
      {"fr": "Frais jamais remboursés", "en": "Fee never refunded", "es": "Tarifa nunca reembolsada", "it": "Costo mai rimborsato"}
    ]',
    null,
    null,
    null,
    (now() - interval '31 days')::date,
    'Claire Morvan',
    null,
    null,
    null,
    true
  ),
  (
    'vergue-exemple',
    'Vergue Exemple',
    '{"fr": "Compte financé sans évaluation, à frais élevés.", "en": "Funded account with no evaluation, for a high fee.", "es": "Cuenta fondeada sin evaluación, con una tarifa alta.", "it": "Conto finanziato senza valutazione, a costo elevato."}',
    'Vergue Exemple SAS',
    '{forex,metal}',
    '{"MetaTrader 4","MetaTrader 5"}',
    '{"fr": "Tous les trente jours, par virement.", "en": "Every thirty days, by bank transfer.", "es": "Cada treinta días, por transferencia.", "it": "Ogni trenta giorni, con bonifico."}',
    '[
      {"fr": "Aucune phase d’évaluation", "en": "No evaluation phase", "es": "Sin fase de evaluación", "it": "Nessuna fase di valutazione"}
    ]',
    '[
      {"fr": "Frais les plus élevés du guide, rapportés au compte", "en": "The highest fee in this guide for the size of the account", "es": "La tarifa más alta de la guía en relación con la cuenta", "it": "Il costo più alto della guida rispetto al conto"},
      {"fr": "La moitié du gain seulement revient au trader", "en": "Only half of the profit goes to the trader", "es": "Solo la mitad de la ganancia es para el trader", "it": "Solo metà del guadagno va al trader"}
    ]',
    null,
    null,
    null,
    (now() - interval '31 days')::date,
    'Claire Morvan',
    null,
    null,
    null,
    true
  );

insert into public.prop_firm_challenges (firm, slug, name, account_size, fee, currency, fee_refunded, split, first_payout_days, payout_every_days, sort) values
  ('cabestan-exemple', '10k', 'Cap 10', 1000000, 9900, 'EUR', true, 0.8, 14, 14, 1),
  ('cabestan-exemple', '50k', 'Cap 50', 5000000, 29900, 'EUR', true, 0.8, 14, 14, 2),
  ('cabestan-exemple', '100k', 'Cap 100', 10000000, 49900, 'EUR', true, 0.9, 14, 14, 3),
  ('sextant-exemple', '25k', 'Angle 25', 2500000, 14900, 'EUR', true, 0.8, 21, 7, 1),
  ('sextant-exemple', '100k', 'Angle 100', 10000000, 42900, 'EUR', true, 0.85, 21, 7, 2),
  ('drisse-exemple', '50k', 'Brin 50', 5000000, 17900, 'EUR', false, 0.9, 30, 30, 1),
  ('vergue-exemple', '10k', 'Direct 10', 1000000, 25000, 'EUR', false, 0.5, 30, 30, 1);

-- Versions of a challenge are inserted in the order of their days.
insert into public.prop_firm_rule_versions (firm, challenge, applies_from, phases, source) values
  ('cabestan-exemple', '10k', (now() - interval '320 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "evaluation", "target": "0.05", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "funded", "target": null, "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
    ]', 'Règlement, article 4 (exemple)'),
  ('cabestan-exemple', '10k', (now() - interval '41 days')::date, '[
      {"kind": "evaluation", "target": "0.08", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "evaluation", "target": "0.05", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "funded", "target": null, "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
    ]', 'Règlement, article 4, version d’automne (exemple)'),
  ('cabestan-exemple', '50k', (now() - interval '320 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "evaluation", "target": "0.05", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "funded", "target": null, "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
    ]', 'Règlement, article 4 (exemple)'),
  ('cabestan-exemple', '50k', (now() - interval '41 days')::date, '[
      {"kind": "evaluation", "target": "0.08", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "evaluation", "target": "0.05", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "funded", "target": null, "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
    ]', 'Règlement, article 4, version d’automne (exemple)'),
  ('cabestan-exemple', '100k', (now() - interval '320 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "evaluation", "target": "0.05", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "funded", "target": null, "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
    ]', 'Règlement, article 4 (exemple)'),
  ('cabestan-exemple', '100k', (now() - interval '41 days')::date, '[
      {"kind": "evaluation", "target": "0.08", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "evaluation", "target": "0.05", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
      {"kind": "funded", "target": null, "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
    ]', 'Règlement, article 4, version d’automne (exemple)'),
  ('sextant-exemple', '25k', (now() - interval '400 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 5, "time_limit_days": null, "consistency": "0.5", "news": "restricted", "weekend": false},
      {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.5", "news": "restricted", "weekend": false}
    ]', 'Page « Rules » (exemple)'),
  ('sextant-exemple', '25k', (now() - interval '210 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 5, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false},
      {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false}
    ]', 'Message aux membres (exemple)'),
  ('sextant-exemple', '25k', (now() - interval '75 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 3, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false},
      {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false}
    ]', 'Page « Rules » (exemple)'),
  ('sextant-exemple', '100k', (now() - interval '400 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 5, "time_limit_days": null, "consistency": "0.5", "news": "restricted", "weekend": false},
      {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.5", "news": "restricted", "weekend": false}
    ]', 'Page « Rules » (exemple)'),
  ('sextant-exemple', '100k', (now() - interval '210 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 5, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false},
      {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false}
    ]', 'Message aux membres (exemple)'),
  ('sextant-exemple', '100k', (now() - interval '75 days')::date, '[
      {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 3, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false},
      {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false}
    ]', 'Page « Rules » (exemple)'),
  ('drisse-exemple', '50k', (now() - interval '150 days')::date, '[
      {"kind": "evaluation", "target": "0.06", "daily_loss": null, "daily_loss_from": null, "total_loss": "0.04", "total_loss_kind": "intraday", "minimum_days": 5, "time_limit_days": 30, "consistency": null, "news": "forbidden", "weekend": false},
      {"kind": "evaluation", "target": "0.03", "daily_loss": null, "daily_loss_from": null, "total_loss": "0.04", "total_loss_kind": "intraday", "minimum_days": 5, "time_limit_days": 30, "consistency": null, "news": "forbidden", "weekend": false},
      {"kind": "funded", "target": null, "daily_loss": null, "daily_loss_from": null, "total_loss": "0.04", "total_loss_kind": "intraday", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "forbidden", "weekend": false}
    ]', 'Conditions générales, annexe 2 (exemple)'),
  ('vergue-exemple', '10k', (now() - interval '95 days')::date, '[
      {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "equity", "total_loss": "0.05", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": "0.25", "news": "allowed", "weekend": true}
    ]', 'Foire aux questions (exemple)');
