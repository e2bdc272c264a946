/**
 * Rejects documents before an XML parser reads them, because parsers need quadratic time for some. Every pattern here
 * stops at the next `<`, which keeps matching linear.
 */
const MOST = 524_288
const MOST_TAGS = 5000
const LONGEST_TAG = 8192
const DEEPEST = 60

/**
 * Throws an Error for a document that is too large or too deep, is not well formed, or has a DTD (expanding entities,
 * included files).
 */
export function requireHarmless(xml: string): void {
  if (xml.length > MOST) throw new Error('the document is too large')
  if (/<!(?!--)/.test(xml)) throw new Error('the document has a DTD')
  if (/<\?(?!xml\s)/i.test(xml)) throw new Error('the document has processing instructions')
  let depth = 0
  let tags = 0
  for (const [tag] of xml.matchAll(/<[^<>]*>/g)) {
    tags++
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>') && !/^<[!?]/.test(tag)) depth++
    if (depth > DEEPEST || tags > MOST_TAGS || tag.length > LONGEST_TAG) {
      throw new Error('the document is too deep or too long')
    }
  }
  if (tags !== xml.split('<').length - 1) throw new Error('the document is not XML')
}

const methods = /<(?:[\w.-]{1,40}:)?(?:SignatureMethod|DigestMethod)\b/g
const sound =
  /<(?:[\w.-]{1,40}:)?(?:SignatureMethod|DigestMethod)\s{1,9}Algorithm="[\w:/.-]{1,80}#(?:rsa-|ecdsa-)?sha(?:256|384|512)"/g

const statuses = /<(?:[\w.-]{1,40}:)?StatusCode\b[^<>]*>/g

/**
 * Further requirements for a response: no comments, which could split a name; no SHA-1 or MD5, which can be forged; and
 * a success status.
 */
export function requireSoundAnswer(xml: string): void {
  requireHarmless(xml)
  if (xml.includes('<!')) throw new Error('the response contains comments')
  const count = (pattern: RegExp) => [...xml.matchAll(pattern)].length
  if (count(methods) !== count(sound))
    throw new Error('the response is signed with an algorithm that is not allowed')
  const told = [...xml.matchAll(statuses)]
  if (told.length !== 1 || !told[0]?.[0].includes('"urn:oasis:names:tc:SAML:2.0:status:Success"')) {
    throw new Error('the identity provider reports a failed sign-in')
  }
}
