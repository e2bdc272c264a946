/**
 * What is refused before any XML parser sees it: documents of a size nobody needs, with definitions of their
 * own (entities that expand, files that are included) or nested beyond sense. Every pattern here stops at the
 * next `<`, so that no text takes longer than its length.
 */
const MOST = 524_288
const DEEPEST = 60

/** Throws with a sentence for a document that is not to be parsed. */
export function requireHarmless(xml: string): void {
  if (xml.length > MOST) throw new Error('the document is too large')
  if (/<!(?!--)/.test(xml)) throw new Error('the document has a definition of its own')
  if (/<\?(?!xml\s)/i.test(xml)) throw new Error('the document has instructions')
  let depth = 0
  for (const [tag] of xml.matchAll(/<[^!?<>][^<>]*>/g)) {
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>')) depth++
    if (depth > DEEPEST) throw new Error('the document is too deep')
  }
}

const methods = /<(?:[\w.-]{1,40}:)?(?:SignatureMethod|DigestMethod)\b/g
const sound =
  /<(?:[\w.-]{1,40}:)?(?:SignatureMethod|DigestMethod)\s{1,9}Algorithm="[\w:/.-]{1,80}#(?:rsa-|ecdsa-)?sha(?:256|384|512)"/g

/**
 * An identity provider's answer: besides, no comment may cut a name in two, and nothing may be signed or
 * digested by SHA-1 or MD5, which can be forged.
 */
export function requireSoundAnswer(xml: string): void {
  requireHarmless(xml)
  if (xml.includes('<!')) throw new Error('the answer has comments')
  const count = (pattern: RegExp) => [...xml.matchAll(pattern)].length
  if (count(methods) !== count(sound))
    throw new Error('the answer is signed by an algorithm that is not allowed')
}
