/** Everything that bears the brand. The facts are written in app/brand.ts, which sets them before anything is drawn. Who sells is the back-office's to say (legal-notice.ts). */
export type Brand = {
  name: string
  slug: string
  legalEntity: string
  contact: string
  currency: string
  /** Empty while the operator names none: nothing is sent then. */
  leadWebhook: string
}

export let brand: Brand

export function setBrand(facts: Brand): void {
  brand = facts
}
