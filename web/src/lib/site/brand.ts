/**
 * The brand. app/brand.ts holds the values and sets them before anything renders; the seller's details come from the
 * back-office (legal-notice.ts).
 */
export type Brand = {
  name: string
  slug: string
  legalEntity: string
  contact: string
  currency: string
  /** Empty if the operator has set none: then nothing is sent. */
  leadWebhook: string
}

export let brand: Brand

export function setBrand(facts: Brand): void {
  brand = facts
}
