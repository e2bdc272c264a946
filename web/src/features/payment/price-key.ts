/** How a total is said beside the button that orders: with its tax or without, as a payment or a test of one. */
export const priceKey = (test: boolean, untaxed: boolean) =>
  `${test ? 'priceTest' : 'price'}${untaxed ? 'Untaxed' : ''}` as const
