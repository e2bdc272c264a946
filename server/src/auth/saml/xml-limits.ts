/**
 * What is refused before any XML parser sees it: the parsers take time that grows with the square of some
 * documents. Every pattern here stops at the next `<`, so that no text takes longer than its length.
 */
const MOST = 524_288
const MOST_TAGS = 5000
const LONGEST_TAG = 8192
const DEEPEST = 60

/**
 * Throws with a sentence for a document that is not to be parsed: too large, too deep, not made of tags, or with
 * definitions of its own (entities that expand, files that are included).
 */
export function requireHarmless(xml: string): void {
  if (xml.length > MOST) throw new Error('the document is too large')
  if (/<!(?!--)/.test(xml)) throw new Error('the document has a definition of its own')
  if (/<\?(?!xml\s)/i.test(xml)) throw new Error('the document has instructions')
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
 * An identity provider's answer: besides, no comment may cut a name in two, nothing may be signed or digested
 * by SHA-1 or MD5, which can be forged, and it must say that the sign-in succeeded.
 */
export function requireSoundAnswer(xml: string): void {
  requireHarmless(xml)
  if (xml.includes('<!')) throw new Error('the answer has comments')
  const count = (pattern: RegExp) => [...xml.matchAll(pattern)].length
  if (count(methods) !== count(sound))
    throw new Error('the answer is signed by an algorithm that is not allowed')
  const told = [...xml.matchAll(statuses)]
  if (told.length !== 1 || !told[0]?.[0].includes('"urn:oasis:names:tc:SAML:2.0:status:Success"')) {
    throw new Error('the sign-in did not succeed there')
  }
}
