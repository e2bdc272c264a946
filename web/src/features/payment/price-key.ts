/** The message key of the total beside the order button: with or without tax, for a payment or a test. */
export const priceKey = (test: boolean, untaxed: boolean) =>
  `${test ? 'priceTest' : 'price'}${untaxed ? 'Untaxed' : ''}` as const
