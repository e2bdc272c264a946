/** Everything that bears the brand. The facts are written in app/brand.ts, which sets them before anything is drawn. */
export type Brand = {
  name: string
  slug: string
  legalEntity: string
  contact: string
  currency: string
  /** Empty while the operator names none: nothing is sent then. */
  leadWebhook: string
  /** What the legal pages must say of the operator. An empty one is shown as missing. */
  legal: {
    /** Legal form and capital. */
    form: string
    address: string
    /** Trade register and number. */
    registration: string
    vat: string
    /** Who answers for what is published. */
    director: string
    /** Name, address and telephone of the host. */
    host: string
    /** The consumer mediator, with the address of its site. */
    mediator: string
    /** Regulatory status and its number, such as CIF and ORIAS. */
    status: string
  }
}

export let brand: Brand

export function setBrand(facts: Brand): void {
  brand = facts
}
