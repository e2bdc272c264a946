-- Plans of the demonstration. Their prices are examples, and marked as such; yearly, two months are free.
insert into public.plans (
  slug, tier, name, pitch, every_lesson, allowances, export_months, sort
) values
  (
    'freemium',
    'freemium',
    '{"fr": "Freemium", "en": "Freemium", "es": "Freemium", "it": "Freemium"}',
    '{"fr": "Suivre et vérifier", "en": "Follow and verify", "es": "Seguir y verificar", "it": "Seguire e verificare"}',
    false,
    '{"signal_alerts": 12, "ai_messages": 5, "copied_accounts": 0}',
    0,
    1
  ),
  (
    'standard',
    'premium',
    '{"fr": "Standard", "en": "Standard", "es": "Standard", "it": "Standard"}',
    '{"fr": "Tous les signaux, à la seconde", "en": "Every signal, to the second", "es": "Todas las señales, al segundo", "it": "Tutti i segnali, al secondo"}',
    true,
    '{"signal_alerts": 80, "ai_messages": 50, "copied_accounts": 1}',
    12,
    2
  ),
  (
    'pro',
    'premium',
    '{"fr": "Pro", "en": "Pro", "es": "Pro", "it": "Pro"}',
    '{"fr": "Pour un usage intensif", "en": "For heavy use", "es": "Para un uso intensivo", "it": "Per un uso intenso"}',
    true,
    '{"signal_alerts": 400, "ai_messages": 200, "copied_accounts": 5}',
    null,
    3
  );

insert into public.plan_prices (plan, period, amount, currency, demonstration) values
  ('freemium', 'month', 0, 'EUR', true),
  ('freemium', 'year', 0, 'EUR', true),
  ('standard', 'month', 3900, 'EUR', true),
  ('standard', 'year', 39000, 'EUR', true),
  ('pro', 'month', 7900, 'EUR', true),
  ('pro', 'year', 79000, 'EUR', true);
