import type { Brand } from '#lib/site/brand.ts'

/**
 * Everything that carries the brand: another company renames the product here and nowhere else. The seller's legal details
 * (form, address, numbers, mediator) are set under /admin/vendeur.
 */
export const brand: Brand = {
  name: 'Vigie',
  slug: 'vigie',
  legalEntity: 'Vigie',
  contact: 'contact@vigie.example',
  currency: 'EUR',
  leadWebhook: '',
}
