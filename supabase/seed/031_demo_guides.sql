-- Brokers and prop firms of the demonstration: invented, each named an example and marked fictitious. No fact about a real company
-- is here. Days are counted from the day of the seed; a withdrawal and a fee were read too long ago, so that an expired fact can be seen.
create function pg_temp.dated(document text) returns jsonb
language plpgsql as $$
declare
  days text;
begin
  for days in select distinct match[1] from regexp_matches(document, '"([-+][0-9]+) days"', 'g') as match loop
    document := replace(document, '"' || days || ' days"', to_jsonb(current_date + days::int)::text);
  end loop;
  return document;
end
$$;

select private.install_content('broker', 'goelette-exemple', pg_temp.dated($document$
{
  "fields": {
    "name": "Goélette Exemple",
    "entity": "Goélette Exemple SA",
    "regulator": {"value": "Autorité Exemple Nord", "source": "Registre public (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 180},
    "licence_number": {"value": "EX-0417", "source": "Registre public (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 180},
    "losing_share": {"value": "0.71", "source": "Avertissement du site (exemple)", "source_url": null, "read_on": "-52 days", "valid_days": 90},
    "instruments": ["forex", "metal", "index", "share"],
    "platforms": ["MetaTrader 5", "TradingView"],
    "leverage": {"forex": 30, "index": 20, "metal": 20, "share": 5, "forex_minor": 20},
    "withdrawal_days": {"value": 2, "source": "Retrait fait par la rédaction (exemple)", "source_url": null, "read_on": "-96 days", "valid_days": 90},
    "website_url": null,
    "affiliate_url": null,
    "fictitious": true,
    "accounts": [
      {
        "slug": "classic", "name": "Classic", "currency": "EUR",
        "minimum_deposit": {"value": 0, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90},
        "eurusd_spread_pips": {"value": "1.4", "source": "Mesuré sur 1 440 minutes (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 30},
        "commission_usd_cents": {"value": 0, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90}
      }
    ]
  },
  "texts": {
    "fr": {
      "summary": "Un seul compte, sans commission : tout le coût est dans le spread.",
      "deposits": "Carte et virement, sans frais ; crédité sous un jour ouvré",
      "withdrawals": "Virement seulement, sans frais ; deux jours ouvrés",
      "protections": "Fonds des clients séparés de ceux de la société\nProtection contre le solde négatif\nClôture d’office à 50 % de la marge\nFonds de garantie : jusqu’à 20 000 € par client",
      "pros": "Aucun dépôt minimum\nFrais faciles à lire : une seule ligne",
      "cons": "Spread élevé sur EUR/USD\nPas de cryptoactifs"
    },
    "en": {
      "summary": "A single account with no commission: the whole cost is in the spread.",
      "deposits": "Card and bank transfer, no fee; credited within one business day",
      "withdrawals": "Bank transfer only, no fee; two business days",
      "protections": "Client money kept apart from the firm’s own\nNegative balance protection\nClose-out at 50% of margin\nCompensation scheme: up to €20,000 per client",
      "pros": "No minimum deposit\nFees easy to read: a single line",
      "cons": "Wide spread on EUR/USD\nNo cryptoassets"
    },
    "es": {
      "summary": "Una sola cuenta, sin comisión: todo el coste está en el spread.",
      "deposits": "Tarjeta y transferencia, sin comisión; abono en un día hábil",
      "withdrawals": "Solo transferencia, sin comisión; dos días hábiles",
      "protections": "Fondos de los clientes separados de los de la empresa\nProtección contra saldo negativo\nCierre automático al 50 % del margen\nFondo de garantía: hasta 20 000 € por cliente",
      "pros": "Sin depósito mínimo\nCostes fáciles de leer: una sola línea",
      "cons": "Spread alto en EUR/USD\nSin criptoactivos"
    },
    "it": {
      "summary": "Un solo conto, senza commissione: tutto il costo è nello spread.",
      "deposits": "Carta e bonifico, senza costi; accredito entro un giorno lavorativo",
      "withdrawals": "Solo bonifico, senza costi; due giorni lavorativi",
      "protections": "Fondi dei clienti separati da quelli della società\nProtezione dal saldo negativo\nChiusura automatica al 50% del margine\nFondo di garanzia: fino a 20.000 € per cliente",
      "pros": "Nessun deposito minimo\nCosti facili da leggere: una sola riga",
      "cons": "Spread ampio su EUR/USD\nNessuna criptoattività"
    }
  }
}
$document$), 'Claire Morvan', now() - interval '12 days');

select private.install_content('broker', 'misaine-exemple', pg_temp.dated($document$
{
  "fields": {
    "name": "Misaine Exemple",
    "entity": "Misaine Exemple SAS",
    "regulator": {"value": "Autorité Exemple Nord", "source": "Registre public (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 180},
    "licence_number": {"value": "EX-0988", "source": "Registre public (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 180},
    "losing_share": {"value": "0.68", "source": "Avertissement du site (exemple)", "source_url": null, "read_on": "-24 days", "valid_days": 90},
    "instruments": ["forex", "metal", "index", "share", "crypto"],
    "platforms": ["cTrader", "MetaTrader 5", "TradingView"],
    "leverage": {"forex": 30, "index": 20, "metal": 20, "share": 5, "crypto": 2, "forex_minor": 20},
    "withdrawal_days": {"value": 1, "source": "Retrait fait par la rédaction (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 90},
    "website_url": null,
    "affiliate_url": "https://misaine.example/vigie",
    "fictitious": true,
    "accounts": [
      {
        "slug": "raw", "name": "Raw", "currency": "EUR",
        "minimum_deposit": {"value": 20000, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 90},
        "eurusd_spread_pips": {"value": "0.1", "source": "Mesuré sur 1 440 minutes (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 30},
        "commission_usd_cents": {"value": 500, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 90}
      },
      {
        "slug": "pro", "name": "Pro", "currency": "EUR",
        "minimum_deposit": {"value": 500000, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 90},
        "eurusd_spread_pips": {"value": "0.1", "source": "Mesuré sur 1 440 minutes (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 30},
        "commission_usd_cents": {"value": 300, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-6 days", "valid_days": 90}
      }
    ]
  },
  "texts": {
    "fr": {
      "summary": "Spreads bruts et commission affichée, pour qui passe beaucoup d’ordres.",
      "deposits": "Virement, sans frais ; carte, 1 % ; crédité le jour même",
      "withdrawals": "Virement, un retrait gratuit par mois, puis 5 €",
      "affiliate_disclosure": "Lien affilié : l’éditeur de ce guide perçoit une commission si un compte est ouvert par ce lien. Elle n’entre pas dans le classement.",
      "protections": "Fonds des clients séparés de ceux de la société\nProtection contre le solde négatif\nClôture d’office à 50 % de la marge\nFonds de garantie : jusqu’à 70 000 € par client",
      "pros": "Le coût total le plus bas du guide\nTrois plateformes au choix",
      "cons": "5 000 € pour le compte le moins cher\nRetraits payants au-delà du premier"
    },
    "en": {
      "summary": "Raw spreads and a stated commission, for those who place many orders.",
      "deposits": "Bank transfer, no fee; card, 1%; credited the same day",
      "withdrawals": "Bank transfer, one free withdrawal a month, then €5",
      "affiliate_disclosure": "Affiliate link: the publisher of this guide receives a commission if an account is opened through it. It plays no part in the ranking.",
      "protections": "Client money kept apart from the firm’s own\nNegative balance protection\nClose-out at 50% of margin\nCompensation scheme: up to €70,000 per client",
      "pros": "The lowest total cost in this guide\nThree platforms to choose from",
      "cons": "€5,000 for the cheapest account\nWithdrawals cost money after the first"
    },
    "es": {
      "summary": "Spreads brutos y comisión indicada, para quien opera mucho.",
      "deposits": "Transferencia, sin comisión; tarjeta, 1 %; abono el mismo día",
      "withdrawals": "Transferencia, un retiro gratuito al mes y después 5 €",
      "affiliate_disclosure": "Enlace de afiliado: el editor de esta guía cobra una comisión si se abre una cuenta con este enlace. No influye en la clasificación.",
      "protections": "Fondos de los clientes separados de los de la empresa\nProtección contra saldo negativo\nCierre automático al 50 % del margen\nFondo de garantía: hasta 70 000 € por cliente",
      "pros": "El coste total más bajo de la guía\nTres plataformas a elegir",
      "cons": "5000 € para la cuenta más barata\nRetiros de pago a partir del segundo"
    },
    "it": {
      "summary": "Spread grezzi e commissione dichiarata, per chi opera molto.",
      "deposits": "Bonifico, senza costi; carta, 1%; accredito in giornata",
      "withdrawals": "Bonifico, un prelievo gratuito al mese, poi 5 €",
      "affiliate_disclosure": "Link affiliato: l’editore di questa guida riceve una commissione se si apre un conto con questo link. Non incide sulla classifica.",
      "protections": "Fondi dei clienti separati da quelli della società\nProtezione dal saldo negativo\nChiusura automatica al 50% del margine\nFondo di garanzia: fino a 70.000 € per cliente",
      "pros": "Il costo totale più basso della guida\nTre piattaforme a scelta",
      "cons": "5.000 € per il conto meno caro\nPrelievi a pagamento dopo il primo"
    }
  }
}
$document$), 'Mathieu Lassalle', now() - interval '6 days');

select private.install_content('broker', 'boussole-exemple', pg_temp.dated($document$
{
  "fields": {
    "name": "Boussole Exemple",
    "entity": "Boussole Exemple SA",
    "regulator": {"value": "Autorité Exemple Nord", "source": "Registre public (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 180},
    "licence_number": {"value": "EX-0231", "source": "Registre public (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 180},
    "losing_share": {"value": "0.74", "source": "Avertissement du site (exemple)", "source_url": null, "read_on": "-52 days", "valid_days": 90},
    "instruments": ["forex", "metal", "index", "crypto"],
    "platforms": ["MetaTrader 4", "MetaTrader 5"],
    "leverage": {"forex": 30, "index": 20, "metal": 20, "crypto": 2, "forex_minor": 20},
    "withdrawal_days": {"value": 3, "source": "Retrait fait par la rédaction (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90},
    "website_url": null,
    "affiliate_url": "https://boussole.example/vigie",
    "fictitious": true,
    "accounts": [
      {
        "slug": "standard", "name": "Standard", "currency": "EUR",
        "minimum_deposit": {"value": 10000, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90},
        "eurusd_spread_pips": {"value": "1.1", "source": "Mesuré sur 1 440 minutes (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 30},
        "commission_usd_cents": {"value": 0, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90}
      },
      {
        "slug": "raw", "name": "Raw", "currency": "EUR",
        "minimum_deposit": {"value": 50000, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90},
        "eurusd_spread_pips": {"value": "0.2", "source": "Mesuré sur 1 440 minutes (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 30},
        "commission_usd_cents": {"value": 600, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90}
      }
    ]
  },
  "texts": {
    "fr": {
      "summary": "Deux comptes selon le volume, et un service en quatre langues.",
      "deposits": "Carte et virement, sans frais ; crédité sous deux heures",
      "withdrawals": "Par le moyen du dépôt, sans frais ; un à trois jours ouvrés",
      "affiliate_disclosure": "Lien affilié : l’éditeur de ce guide perçoit une commission si un compte est ouvert par ce lien. Elle n’entre pas dans le classement.",
      "protections": "Fonds des clients séparés de ceux de la société\nProtection contre le solde négatif\nClôture d’office à 50 % de la marge\nFonds de garantie : jusqu’à 20 000 € par client",
      "pros": "Compte brut dès 500 €\nRetraits sans frais",
      "cons": "Pas d’actions\nPas de connexion à TradingView"
    },
    "en": {
      "summary": "Two accounts by volume, and service in four languages.",
      "deposits": "Card and bank transfer, no fee; credited within two hours",
      "withdrawals": "By the means of the deposit, no fee; one to three business days",
      "affiliate_disclosure": "Affiliate link: the publisher of this guide receives a commission if an account is opened through it. It plays no part in the ranking.",
      "protections": "Client money kept apart from the firm’s own\nNegative balance protection\nClose-out at 50% of margin\nCompensation scheme: up to €20,000 per client",
      "pros": "Raw account from €500\nFree withdrawals",
      "cons": "No shares\nNo connection to TradingView"
    },
    "es": {
      "summary": "Dos cuentas según el volumen y atención en cuatro idiomas.",
      "deposits": "Tarjeta y transferencia, sin comisión; abono en dos horas",
      "withdrawals": "Por el medio del depósito, sin comisión; de uno a tres días hábiles",
      "affiliate_disclosure": "Enlace de afiliado: el editor de esta guía cobra una comisión si se abre una cuenta con este enlace. No influye en la clasificación.",
      "protections": "Fondos de los clientes separados de los de la empresa\nProtección contra saldo negativo\nCierre automático al 50 % del margen\nFondo de garantía: hasta 20 000 € por cliente",
      "pros": "Cuenta raw desde 500 €\nRetiros sin comisión",
      "cons": "Sin acciones\nSin conexión con TradingView"
    },
    "it": {
      "summary": "Due conti secondo il volume e assistenza in quattro lingue.",
      "deposits": "Carta e bonifico, senza costi; accredito entro due ore",
      "withdrawals": "Con il mezzo del deposito, senza costi; da uno a tre giorni lavorativi",
      "affiliate_disclosure": "Link affiliato: l’editore di questa guida riceve una commissione se si apre un conto con questo link. Non incide sulla classifica.",
      "protections": "Fondi dei clienti separati da quelli della società\nProtezione dal saldo negativo\nChiusura automatica al 50% del margine\nFondo di garanzia: fino a 20.000 € per cliente",
      "pros": "Conto raw da 500 €\nPrelievi senza costi",
      "cons": "Nessuna azione\nNessun collegamento a TradingView"
    }
  }
}
$document$), 'Claire Morvan', now() - interval '12 days');

select private.install_content('broker', 'amarre-exemple', pg_temp.dated($document$
{
  "fields": {
    "name": "Amarre Exemple",
    "entity": "Amarre Exemple Ltd",
    "regulator": {"value": "Autorité Exemple Sud", "source": "Registre public (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 180},
    "licence_number": {"value": "EX-S-77", "source": "Registre public (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 180},
    "losing_share": {"value": null, "source": "Avertissement du site (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90},
    "instruments": ["forex", "metal", "index", "crypto"],
    "platforms": ["MetaTrader 4"],
    "leverage": {"forex": 200, "index": 100, "metal": 100, "crypto": 20, "forex_minor": 200},
    "withdrawal_days": {"value": 4, "source": "Retrait fait par la rédaction (exemple)", "source_url": null, "read_on": "-80 days", "valid_days": 90},
    "website_url": null,
    "affiliate_url": null,
    "fictitious": true,
    "accounts": [
      {
        "slug": "fixed", "name": "Fixed", "currency": "EUR",
        "minimum_deposit": {"value": 5000, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90},
        "eurusd_spread_pips": {"value": "1.8", "source": "Mesuré sur 1 440 minutes (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 30},
        "commission_usd_cents": {"value": 0, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-12 days", "valid_days": 90}
      }
    ]
  },
  "texts": {
    "fr": {
      "summary": "Spread fixe et effet de levier élevé, hors du cadre européen.",
      "deposits": "Carte, virement et cryptoactifs ; frais de 2 %",
      "withdrawals": "Virement, 15 € ; trois à cinq jours ouvrés",
      "protections": "Fonds des clients séparés de ceux de la société",
      "pros": "Spread connu d’avance",
      "cons": "Aucune protection contre le solde négatif : la perte peut dépasser le dépôt\nLevier au-delà des plafonds européens\nPart de comptes perdants non publiée"
    },
    "en": {
      "summary": "Fixed spread and high leverage, outside the European framework.",
      "deposits": "Card, bank transfer and cryptoassets; 2% fee",
      "withdrawals": "Bank transfer, €15; three to five business days",
      "protections": "Client money kept apart from the firm’s own",
      "pros": "Spread known in advance",
      "cons": "No negative balance protection: losses can exceed the deposit\nLeverage above the European limits\nShare of losing accounts not published"
    },
    "es": {
      "summary": "Spread fijo y apalancamiento alto, fuera del marco europeo.",
      "deposits": "Tarjeta, transferencia y criptoactivos; comisión del 2 %",
      "withdrawals": "Transferencia, 15 €; de tres a cinco días hábiles",
      "protections": "Fondos de los clientes separados de los de la empresa",
      "pros": "Spread conocido de antemano",
      "cons": "Sin protección contra saldo negativo: la pérdida puede superar el depósito\nApalancamiento por encima de los límites europeos\nPorcentaje de cuentas perdedoras no publicado"
    },
    "it": {
      "summary": "Spread fisso e leva elevata, fuori dal quadro europeo.",
      "deposits": "Carta, bonifico e criptoattività; costo del 2%",
      "withdrawals": "Bonifico, 15 €; da tre a cinque giorni lavorativi",
      "protections": "Fondi dei clienti separati da quelli della società",
      "pros": "Spread noto in anticipo",
      "cons": "Nessuna protezione dal saldo negativo: la perdita può superare il deposito\nLeva oltre i limiti europei\nQuota di conti in perdita non pubblicata"
    }
  }
}
$document$), 'Claire Morvan', now() - interval '12 days');
-- Some firms changed their rules, so that a history can be seen.
select private.install_content('prop-firm', 'cabestan-exemple', pg_temp.dated($document$
{
  "fields": {
    "name": "Cabestan Exemple",
    "entity": {"value": "Cabestan Exemple SA", "source": "Mentions légales du site (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 365},
    "instruments": ["forex", "metal", "index", "crypto"],
    "platforms": ["MetaTrader 5", "cTrader"],
    "promotion_code": null,
    "promotion_ends_on": null,
    "website_url": null,
    "affiliate_url": null,
    "fictitious": true,
    "challenges": [
      {
        "slug": "10k", "name": "Cap 10", "account_size": 1000000, "currency": "EUR", "fee_refunded": true, "first_payout_days": 14, "payout_every_days": 14,
        "fee": {"value": 9900, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 60},
        "split": {"value": "0.8", "source": "Règlement (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 90},
        "versions": [
          {"applies_from": "-320 days", "source": "Règlement, article 4 (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "evaluation", "target": "0.05", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "funded", "target": null, "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
          ]},
          {"applies_from": "-41 days", "source": "Règlement, article 4, version d’automne (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.08", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "evaluation", "target": "0.05", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "funded", "target": null, "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
          ]}
        ]
      },
      {
        "slug": "50k", "name": "Cap 50", "account_size": 5000000, "currency": "EUR", "fee_refunded": true, "first_payout_days": 14, "payout_every_days": 14,
        "fee": {"value": 29900, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 60},
        "split": {"value": "0.8", "source": "Règlement (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 90},
        "versions": [
          {"applies_from": "-320 days", "source": "Règlement, article 4 (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "evaluation", "target": "0.05", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "funded", "target": null, "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
          ]},
          {"applies_from": "-41 days", "source": "Règlement, article 4, version d’automne (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.08", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "evaluation", "target": "0.05", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "funded", "target": null, "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
          ]}
        ]
      },
      {
        "slug": "100k", "name": "Cap 100", "account_size": 10000000, "currency": "EUR", "fee_refunded": true, "first_payout_days": 14, "payout_every_days": 14,
        "fee": {"value": 49900, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 60},
        "split": {"value": "0.9", "source": "Règlement (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 90},
        "versions": [
          {"applies_from": "-320 days", "source": "Règlement, article 4 (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "evaluation", "target": "0.05", "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "funded", "target": null, "daily_loss": "0.05", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
          ]},
          {"applies_from": "-41 days", "source": "Règlement, article 4, version d’automne (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.08", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "evaluation", "target": "0.05", "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 4, "time_limit_days": null, "consistency": null, "news": "allowed", "weekend": true},
            {"kind": "funded", "target": null, "daily_loss": "0.04", "daily_loss_from": "balance", "total_loss": "0.1", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "restricted", "weekend": true}
          ]}
        ]
      }
    ]
  },
  "texts": {
    "fr": {
      "summary": "Deux phases, pertes statiques, aucune limite de durée.",
      "payout": "Sur demande tous les quatorze jours, par virement.",
      "pros": "Frais remboursés au premier retrait\nPositions gardées la nuit et le week-end",
      "cons": "La perte journalière a été resserrée en cours d’année"
    },
    "en": {
      "summary": "Two phases, static losses, no time limit.",
      "payout": "On request every fourteen days, by bank transfer.",
      "pros": "Fee refunded with the first payout\nPositions may stay open overnight and over weekends",
      "cons": "The daily loss limit was tightened during the year"
    },
    "es": {
      "summary": "Dos fases, pérdidas estáticas, sin límite de tiempo.",
      "payout": "A petición cada catorce días, por transferencia.",
      "pros": "Tarifa reembolsada con el primer retiro\nPosiciones abiertas de noche y en fin de semana",
      "cons": "La pérdida diaria se endureció durante el año"
    },
    "it": {
      "summary": "Due fasi, perdite statiche, nessun limite di tempo.",
      "payout": "Su richiesta ogni quattordici giorni, con bonifico.",
      "pros": "Costo rimborsato con il primo prelievo\nPosizioni aperte di notte e nel fine settimana",
      "cons": "La perdita giornaliera è stata ristretta durante l’anno"
    }
  }
}
$document$), 'Mathieu Lassalle', now() - interval '9 days');

select private.install_content('prop-firm', 'sextant-exemple', pg_temp.dated($document$
{
  "fields": {
    "name": "Sextant Exemple",
    "entity": {"value": "Sextant Exemple Ltd", "source": "Mentions légales du site (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 365},
    "instruments": ["forex", "metal", "index"],
    "platforms": ["MetaTrader 5", "TradingView"],
    "promotion_code": "EXEMPLE10",
    "promotion_ends_on": "+40 days",
    "website_url": null,
    "affiliate_url": "https://sextant.example/vigie",
    "fictitious": true,
    "challenges": [
      {
        "slug": "25k", "name": "Angle 25", "account_size": 2500000, "currency": "EUR", "fee_refunded": true, "first_payout_days": 21, "payout_every_days": 7,
        "fee": {"value": 14900, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 60},
        "split": {"value": "0.8", "source": "Règlement (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 90},
        "versions": [
          {"applies_from": "-400 days", "source": "Page « Rules » (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 5, "time_limit_days": null, "consistency": "0.5", "news": "restricted", "weekend": false},
            {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.5", "news": "restricted", "weekend": false}
          ]},
          {"applies_from": "-210 days", "source": "Message aux membres (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 5, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false},
            {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false}
          ]},
          {"applies_from": "-75 days", "source": "Page « Rules » (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 3, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false},
            {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false}
          ]}
        ]
      },
      {
        "slug": "100k", "name": "Angle 100", "account_size": 10000000, "currency": "EUR", "fee_refunded": true, "first_payout_days": 21, "payout_every_days": 7,
        "fee": {"value": 42900, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 60},
        "split": {"value": "0.85", "source": "Règlement (exemple)", "source_url": null, "read_on": "-9 days", "valid_days": 90},
        "versions": [
          {"applies_from": "-400 days", "source": "Page « Rules » (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 5, "time_limit_days": null, "consistency": "0.5", "news": "restricted", "weekend": false},
            {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.5", "news": "restricted", "weekend": false}
          ]},
          {"applies_from": "-210 days", "source": "Message aux membres (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 5, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false},
            {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false}
          ]},
          {"applies_from": "-75 days", "source": "Page « Rules » (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.1", "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 3, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false},
            {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "higher", "total_loss": "0.06", "total_loss_kind": "end_of_day", "minimum_days": 0, "time_limit_days": null, "consistency": "0.4", "news": "restricted", "weekend": false}
          ]}
        ]
      }
    ]
  },
  "texts": {
    "fr": {
      "summary": "Une seule phase, perte suiveuse calculée en fin de journée.",
      "payout": "Tous les sept jours après un premier délai de vingt et un jours.",
      "promotion_text": "10 % de réduction sur les frais d’évaluation",
      "affiliate_disclosure": "Lien affilié : l’éditeur de ce guide perçoit une commission si un compte est ouvert par ce lien. Elle n’entre pas dans le classement.",
      "pros": "Une seule phase à réussir",
      "cons": "Règle de cohérence : une journée ne peut faire plus de 40 % du gain\nPositions fermées avant le week-end"
    },
    "en": {
      "summary": "A single phase, trailing loss set at the end of each day.",
      "payout": "Every seven days after a first wait of twenty-one days.",
      "promotion_text": "10% off the evaluation fee",
      "affiliate_disclosure": "Affiliate link: the publisher of this guide receives a commission if an account is opened through it. It plays no part in the ranking.",
      "pros": "Only one phase to pass",
      "cons": "Consistency rule: one day may not make more than 40% of the profit\nPositions closed before the weekend"
    },
    "es": {
      "summary": "Una sola fase, pérdida dinámica calculada al cierre del día.",
      "payout": "Cada siete días tras un primer plazo de veintiún días.",
      "promotion_text": "10 % de descuento en la tarifa de evaluación",
      "affiliate_disclosure": "Enlace de afiliado: el editor de esta guía cobra una comisión si se abre una cuenta con este enlace. No influye en la clasificación.",
      "pros": "Una sola fase que superar",
      "cons": "Regla de consistencia: un día no puede aportar más del 40 % de la ganancia\nPosiciones cerradas antes del fin de semana"
    },
    "it": {
      "summary": "Una sola fase, perdita mobile calcolata a fine giornata.",
      "payout": "Ogni sette giorni dopo una prima attesa di ventuno giorni.",
      "promotion_text": "10% di sconto sul costo della valutazione",
      "affiliate_disclosure": "Link affiliato: l’editore di questa guida riceve una commissione se si apre un conto con questo link. Non incide sulla classifica.",
      "pros": "Una sola fase da superare",
      "cons": "Regola di coerenza: un giorno non può fare più del 40% del guadagno\nPosizioni chiuse prima del fine settimana"
    }
  }
}
$document$), 'Mathieu Lassalle', now() - interval '9 days');

select private.install_content('prop-firm', 'drisse-exemple', pg_temp.dated($document$
{
  "fields": {
    "name": "Drisse Exemple",
    "entity": {"value": "Drisse Exemple Inc.", "source": "Mentions légales du site (exemple)", "source_url": null, "read_on": "-31 days", "valid_days": 365},
    "instruments": ["index", "metal"],
    "platforms": ["TradingView"],
    "promotion_code": null,
    "promotion_ends_on": null,
    "website_url": null,
    "affiliate_url": null,
    "fictitious": true,
    "challenges": [
      {
        "slug": "50k", "name": "Brin 50", "account_size": 5000000, "currency": "EUR", "fee_refunded": false, "first_payout_days": 30, "payout_every_days": 30,
        "fee": {"value": 17900, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-31 days", "valid_days": 60},
        "split": {"value": "0.9", "source": "Règlement (exemple)", "source_url": null, "read_on": "-31 days", "valid_days": 90},
        "versions": [
          {"applies_from": "-150 days", "source": "Conditions générales, annexe 2 (exemple)", "source_url": null, "phases": [
            {"kind": "evaluation", "target": "0.06", "daily_loss": null, "daily_loss_from": null, "total_loss": "0.04", "total_loss_kind": "intraday", "minimum_days": 5, "time_limit_days": 30, "consistency": null, "news": "forbidden", "weekend": false},
            {"kind": "evaluation", "target": "0.03", "daily_loss": null, "daily_loss_from": null, "total_loss": "0.04", "total_loss_kind": "intraday", "minimum_days": 5, "time_limit_days": 30, "consistency": null, "news": "forbidden", "weekend": false},
            {"kind": "funded", "target": null, "daily_loss": null, "daily_loss_from": null, "total_loss": "0.04", "total_loss_kind": "intraday", "minimum_days": 0, "time_limit_days": null, "consistency": null, "news": "forbidden", "weekend": false}
          ]}
        ]
      }
    ]
  },
  "texts": {
    "fr": {
      "summary": "Perte suiveuse en temps réel et trente jours pour chaque phase.",
      "payout": "Une fois par mois, plafonnée les trois premiers mois.",
      "pros": "Pas de limite de perte journalière",
      "cons": "La limite suit le plus haut latent, gains non encaissés compris\nFrais jamais remboursés"
    },
    "en": {
      "summary": "Real-time trailing loss and thirty days for each phase.",
      "payout": "Once a month, capped for the first three months.",
      "pros": "No daily loss limit",
      "cons": "The limit follows the highest equity, open profits included\nFee never refunded"
    },
    "es": {
      "summary": "Pérdida dinámica en tiempo real y treinta días por fase.",
      "payout": "Una vez al mes, con tope los tres primeros meses.",
      "pros": "Sin límite de pérdida diaria",
      "cons": "El límite sigue el máximo de la equidad, ganancias abiertas incluidas\nTarifa nunca reembolsada"
    },
    "it": {
      "summary": "Perdita mobile in tempo reale e trenta giorni per fase.",
      "payout": "Una volta al mese, con un tetto nei primi tre mesi.",
      "pros": "Nessun limite di perdita giornaliera",
      "cons": "Il limite segue il massimo dell’equity, utili aperti inclusi\nCosto mai rimborsato"
    }
  }
}
$document$), 'Claire Morvan', now() - interval '31 days');

select private.install_content('prop-firm', 'vergue-exemple', pg_temp.dated($document$
{
  "fields": {
    "name": "Vergue Exemple",
    "entity": {"value": "Vergue Exemple SAS", "source": "Mentions légales du site (exemple)", "source_url": null, "read_on": "-31 days", "valid_days": 365},
    "instruments": ["forex", "metal"],
    "platforms": ["MetaTrader 4", "MetaTrader 5"],
    "promotion_code": null,
    "promotion_ends_on": null,
    "website_url": null,
    "affiliate_url": null,
    "fictitious": true,
    "challenges": [
      {
        "slug": "10k", "name": "Direct 10", "account_size": 1000000, "currency": "EUR", "fee_refunded": false, "first_payout_days": 30, "payout_every_days": 30,
        "fee": {"value": 25000, "source": "Page « Tarifs » (exemple)", "source_url": null, "read_on": "-31 days", "valid_days": 30},
        "split": {"value": "0.5", "source": "Règlement (exemple)", "source_url": null, "read_on": "-31 days", "valid_days": 90},
        "versions": [
          {"applies_from": "-95 days", "source": "Foire aux questions (exemple)", "source_url": null, "phases": [
            {"kind": "funded", "target": null, "daily_loss": "0.03", "daily_loss_from": "equity", "total_loss": "0.05", "total_loss_kind": "static", "minimum_days": 0, "time_limit_days": null, "consistency": "0.25", "news": "allowed", "weekend": true}
          ]}
        ]
      }
    ]
  },
  "texts": {
    "fr": {
      "summary": "Compte financé sans évaluation, à frais élevés.",
      "payout": "Tous les trente jours, par virement.",
      "pros": "Aucune phase d’évaluation",
      "cons": "Frais les plus élevés du guide, rapportés au compte\nLa moitié du gain seulement revient au trader"
    },
    "en": {
      "summary": "Funded account with no evaluation, for a high fee.",
      "payout": "Every thirty days, by bank transfer.",
      "pros": "No evaluation phase",
      "cons": "The highest fee in this guide for the size of the account\nOnly half of the profit goes to the trader"
    },
    "es": {
      "summary": "Cuenta fondeada sin evaluación, con una tarifa alta.",
      "payout": "Cada treinta días, por transferencia.",
      "pros": "Sin fase de evaluación",
      "cons": "La tarifa más alta de la guía en relación con la cuenta\nSolo la mitad de la ganancia es para el trader"
    },
    "it": {
      "summary": "Conto finanziato senza valutazione, a costo elevato.",
      "payout": "Ogni trenta giorni, con bonifico.",
      "pros": "Nessuna fase di valutazione",
      "cons": "Il costo più alto della guida rispetto al conto\nSolo metà del guadagno va al trader"
    }
  }
}
$document$), 'Claire Morvan', now() - interval '31 days');
