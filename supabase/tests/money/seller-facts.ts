/** Complete seller details: INSEE's example of a SIREN and a SIRET, and the VAT number derived from them. */
export const SELLER_FACTS = {
  name: 'Exemple Trading',
  form: 'SAS',
  capital: 10_000,
  address: '1 rue du Phare',
  postcode: '29200',
  city: 'Brest',
  siren: '732 829 320',
  siret: '732 829 320 00074',
  registration: 'RCS Brest 732 829 320',
  vat_number: 'FR 44 732829320',
} as const
