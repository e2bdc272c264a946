/** What a caller may tell, as the row it becomes. Pure. */
export type NotificationRow = {
  type: 'inscription' | 'premium_request'
  user_email: string
  first_name: string
  last_name: string
  product_name: string | null
  source: string | null
}

const LONGEST_NAME = 120
const LONGEST_ADDRESS = 320
/** One `@` with something on both sides, no blank, no control character, no half of a surrogate pair. */
const ADDRESS = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u
const CONTROL = /\p{Cc}/u

/** `wrong` names the field and never repeats what stood in it. */
export function readNotification(text: string): { row: NotificationRow } | { wrong: string } {
  const body = readObject(text)
  if (!body) return { wrong: 'The body must be a JSON object.' }
  const { type, userEmail, firstName, lastName, productName, additionalData } = body
  if (type !== 'inscription' && type !== 'premium_request')
    return { wrong: 'type must be "inscription" or "premium_request".' }
  if (typeof userEmail !== 'string' || userEmail.length > LONGEST_ADDRESS || !ADDRESS.test(userEmail))
    return { wrong: 'userEmail must be an e-mail address.' }
  if (!isName(firstName)) return { wrong: `firstName must be text of at most ${LONGEST_NAME} characters.` }
  if (!isName(lastName)) return { wrong: `lastName must be text of at most ${LONGEST_NAME} characters.` }
  if (!isAbsent(productName) && !isName(productName))
    return { wrong: `productName must be text of at most ${LONGEST_NAME} characters.` }
  const source = isObject(additionalData) ? additionalData.source : undefined
  if (!isAbsent(source) && !isName(source))
    return { wrong: `additionalData.source must be text of at most ${LONGEST_NAME} characters.` }
  return {
    row: {
      type,
      user_email: userEmail,
      first_name: firstName.trim(),
      last_name: lastName.trim(),
      product_name: isAbsent(productName) ? null : productName,
      source: isAbsent(source) ? null : source,
    },
  }
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isName(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= LONGEST_NAME && value.isWellFormed() && !CONTROL.test(value)
  )
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}
