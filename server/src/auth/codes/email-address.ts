import { authError, invalid } from '../errors.ts'

/** The local part: RFC 5322's unquoted form. */
const LOCAL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const LONGEST = 255

/** Trims and lower-cases the address: the form in which addresses are stored and compared. Throws `validation_failed`. */
export function emailAddress(text: string): string {
  const address = text.trim().toLowerCase()
  if (address === '') throw invalid('An email address is required')
  if (address.length > LONGEST) throw invalid('An email address is too long')
  const at = address.lastIndexOf('@')
  const labels = address.slice(at + 1).split('.')
  if (at < 1 || !LOCAL.test(address.slice(0, at)) || !labels.every((label) => LABEL.test(label))) {
    throw authError('validation_failed', 'Unable to validate email address: invalid format')
  }
  return address
}
