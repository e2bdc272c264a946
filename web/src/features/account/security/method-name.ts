import type { Translate } from '#lib/language/i18n.ts'
import type { PaymentMethod } from '#lib/money/money.ts'

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** A payment method in a few words: `Visa 4242`, `crypto (BTC)`. */
export function methodName(method: PaymentMethod | null, t: Translate<'payment'>): string {
  if (!method) return t('method.unknown')
  if (method.kind === 'crypto')
    return method.brand ? t('method.crypto', { coin: method.brand }) : t('means.crypto.title')
  return [brandName(method), method.last4].filter(Boolean).join(' ')
}

/** `Visa`; an unknown brand is written as its provider writes it. */
export const brandName = ({ brand = '' }: PaymentMethod): string => BRANDS[brand] ?? brand
