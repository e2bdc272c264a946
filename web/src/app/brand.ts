import type { Brand } from '#lib/site/brand.ts'

/** Everything that bears the brand: another company puts its own name on the product here, and nowhere else. Who sells — form, address, numbers, mediator — is set under /admin/seller. */
export const brand: Brand = {
  name: 'Vigie',
  slug: 'vigie',
  legalEntity: 'Vigie',
  contact: 'contact@vigie.example',
  currency: 'EUR',
  leadWebhook: '',
}
