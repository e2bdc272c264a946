-- Texts of invoices. Copied into each invoice at its issue, so that later changes do not affect it.
create table private.invoice_words (
  key text not null,
  language text not null check (language = any (private.languages())),
  words text not null,
  primary key (key, language)
);
comment on table private.invoice_words is 'Lines and legal notices of invoices, by language. {name} is a placeholder. References to French law stay in French.';
alter table private.invoice_words enable row level security;
revoke all on private.invoice_words from anon, authenticated, service_role;
insert into private.invoice_words (key, language, words) values
  ('month', 'fr', 'Abonnement {plan}, un mois'), ('month', 'en', '{plan} subscription, one month'), ('month', 'es', 'Suscripción {plan}, un mes'), ('month', 'it', 'Abbonamento {plan}, un mese'),
  ('year', 'fr', 'Abonnement {plan}, un an'), ('year', 'en', '{plan} subscription, one year'), ('year', 'es', 'Suscripción {plan}, un año'), ('year', 'it', 'Abbonamento {plan}, un anno'),
  ('change', 'fr', 'Passage à {plan}, différence de prix'), ('change', 'en', 'Change to {plan}, price difference'), ('change', 'es', 'Cambio a {plan}, diferencia de precio'), ('change', 'it', 'Passaggio a {plan}, differenza di prezzo'),
  ('coupon', 'fr', 'Code de réduction {code}'), ('coupon', 'en', 'Discount code {code}'), ('coupon', 'es', 'Código de descuento {code}'), ('coupon', 'it', 'Codice sconto {code}'),
  ('refund', 'fr', 'Remboursement sur la facture {number}'), ('refund', 'en', 'Refund on invoice {number}'), ('refund', 'es', 'Reembolso de la factura {number}'), ('refund', 'it', 'Rimborso sulla fattura {number}'),
  ('withdrawal', 'fr', 'Rétractation : remboursement sur la facture {number}'), ('withdrawal', 'en', 'Withdrawal: refund on invoice {number}'), ('withdrawal', 'es', 'Desistimiento: reembolso de la factura {number}'), ('withdrawal', 'it', 'Recesso: rimborso sulla fattura {number}'),
  ('dispute', 'fr', 'Paiement repris par la banque, facture {number}'), ('dispute', 'en', 'Payment reversed by the bank, invoice {number}'), ('dispute', 'es', 'Pago revertido por el banco, factura {number}'), ('dispute', 'it', 'Pagamento stornato dalla banca, fattura {number}'),
  ('reversal', 'fr', 'Annulation de {number}'), ('reversal', 'en', 'Cancellation of {number}'), ('reversal', 'es', 'Anulación de {number}'), ('reversal', 'it', 'Annullamento di {number}'),
  ('domestic', 'fr', ''), ('domestic', 'en', ''), ('domestic', 'es', ''), ('domestic', 'it', ''),
  ('untaxed', 'fr', 'TVA non applicable en Guyane et à Mayotte, art. 294-1 du CGI.'), ('untaxed', 'en', 'VAT not applicable in French Guiana and Mayotte, art. 294-1 du CGI.'),
  ('untaxed', 'es', 'IVA no aplicable en la Guayana Francesa y Mayotte, art. 294-1 du CGI.'), ('untaxed', 'it', 'IVA non applicabile nella Guyana francese e a Mayotte, art. 294-1 du CGI.'),
  ('one_stop_shop', 'fr', 'TVA du pays du consommateur, déclarée au guichet unique (OSS), art. 298 sexdecies G du CGI.'),
  ('one_stop_shop', 'en', 'VAT of the consumer’s country, declared through the One Stop Shop (OSS), art. 298 sexdecies G du CGI.'),
  ('one_stop_shop', 'es', 'IVA del país del consumidor, declarado en la ventanilla única (OSS), art. 298 sexdecies G du CGI.'),
  ('one_stop_shop', 'it', 'IVA del paese del consumatore, dichiarata tramite lo sportello unico (OSS), art. 298 sexdecies G du CGI.'),
  ('reverse_charge', 'fr', 'Autoliquidation : TVA due par le preneur, art. 283-2 du CGI, art. 196 de la directive 2006/112/CE. Le numéro de TVA du client est contrôlé dans sa forme seule, sans consultation de VIES.'),
  ('reverse_charge', 'en', 'Autoliquidation. Reverse charge: VAT due by the customer, art. 283-2 du CGI, art. 196 of Directive 2006/112/EC. Only the format of the customer’s VAT number is checked, not its entry in VIES.'),
  ('reverse_charge', 'es', 'Autoliquidation. Inversión del sujeto pasivo: IVA a cargo del destinatario, art. 283-2 du CGI, art. 196 de la Directiva 2006/112/CE. Del NIF-IVA del cliente solo se comprueba la forma, no su alta en VIES.'),
  ('reverse_charge', 'it', 'Autoliquidation. Inversione contabile: IVA a carico del destinatario, art. 283-2 du CGI, art. 196 della direttiva 2006/112/CE. Del numero IVA del cliente è controllata solo la forma, non l’iscrizione al VIES.'),
  ('exempt', 'fr', 'TVA non applicable, art. 293 B du CGI.'), ('exempt', 'en', 'TVA non applicable, art. 293 B du CGI (VAT exempt small business).'),
  ('exempt', 'es', 'TVA non applicable, art. 293 B du CGI (pequeña empresa exenta de IVA).'), ('exempt', 'it', 'TVA non applicable, art. 293 B du CGI (piccola impresa esente da IVA).'),
  ('outside', 'fr', 'TVA non applicable : consommateur établi hors de l’Union européenne, art. 259 D du CGI.'), ('outside', 'en', 'VAT not applicable: consumer outside the European Union, art. 259 D du CGI.'),
  ('outside', 'es', 'IVA no aplicable: consumidor fuera de la Unión Europea, art. 259 D du CGI.'), ('outside', 'it', 'IVA non applicabile: consumatore fuori dall’Unione europea, art. 259 D du CGI.'),
  ('outside_business', 'fr', 'TVA non applicable : preneur établi hors de l’Union européenne, art. 259-1° du CGI.'), ('outside_business', 'en', 'VAT not applicable: business customer outside the European Union, art. 259-1° du CGI.'),
  ('outside_business', 'es', 'IVA no aplicable: destinatario empresarial fuera de la Unión Europea, art. 259-1° du CGI.'), ('outside_business', 'it', 'IVA non applicabile: destinatario soggetto passivo fuori dall’Unione europea, art. 259-1° du CGI.'),
  ('penalties', 'fr', 'Retard de paiement : intérêts au taux de la BCE majoré de 10 points et indemnité forfaitaire de recouvrement de 40 €, art. L441-10 et D441-5 du code de commerce. Pas d’escompte pour paiement anticipé.'),
  ('penalties', 'en', 'Late payment: interest at the ECB rate plus 10 points and a fixed recovery charge of €40, art. L441-10 and D441-5 du code de commerce. No discount for early payment.'),
  ('penalties', 'es', 'Demora en el pago: intereses al tipo del BCE más 10 puntos e indemnización fija de cobro de 40 €, art. L441-10 y D441-5 du code de commerce. Sin descuento por pago anticipado.'),
  ('penalties', 'it', 'Ritardo di pagamento: interessi al tasso BCE maggiorato di 10 punti e indennizzo forfettario di recupero di 40 €, art. L441-10 e D441-5 du code de commerce. Nessuno sconto per pagamento anticipato.'),
  ('mediator', 'fr', 'Médiateur de la consommation : {mediator}.'), ('mediator', 'en', 'Consumer mediator: {mediator}.'), ('mediator', 'es', 'Mediador de consumo: {mediator}.'), ('mediator', 'it', 'Mediatore dei consumatori: {mediator}.'),
  ('test', 'fr', 'Document d’essai : aucune somme n’a été encaissée ni remboursée. Sans valeur comptable.'), ('test', 'en', 'Test document: no money was taken or given back. Of no accounting value.'),
  ('test', 'es', 'Documento de prueba: no se ha cobrado ni devuelto ningún importe. Sin valor contable.'), ('test', 'it', 'Documento di prova: nessuna somma è stata incassata né rimborsata. Senza valore contabile.');
-- French typography: a no-break space before a colon.
update private.invoice_words set words = replace(words, ' :', U&'\00A0:') where language = 'fr';

create function private.invoice_text(key text, language text, filling jsonb default '{}') returns text
language plpgsql stable set search_path = '' as $$
declare
  said text;
  name text;
begin
  select words into strict said from private.invoice_words as known where known.key = invoice_text.key and known.language = invoice_text.language;
  for name in select jsonb_object_keys(filling) loop said := replace(said, '{' || name || '}', filling ->> name); end loop;
  return said;
end
$$;
comment on function private.invoice_text(text, text, jsonb) is 'A filled text of an invoice. Raises an error for an unknown key.';
revoke execute on function private.invoice_text(text, text, jsonb) from public, anon, authenticated, service_role;
