import type { Brand } from '#lib/brand.ts'

/** Everything that bears the brand: another company puts its own name on the product here, and nowhere else. */
export const brand: Brand = {
  name: 'Vigie',
  slug: 'vigie',
  legalEntity: 'Vigie',
  contact: 'contact@vigie.example',
  currency: 'EUR',
  leadWebhook: '',
  legal: {
    form: '',
    address: '',
    registration: '',
    vat: '',
    director: '',
    host: '',
    mediator: '',
    status: '',
  },
}
