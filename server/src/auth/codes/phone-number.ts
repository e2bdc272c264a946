import { invalid } from '../errors.ts'

/** E.164 without `+`, as GoTrue stores numbers. Only spaces are removed. Throws `validation_failed`. */
export function phoneNumber(text: string): string {
  const digits = text.replace(/[\s+]/g, '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}
