/**
 * Finds the known name most similar to a requested one, for the hints of "not found" errors: names that share a trigram
 * (or else a bigram) are compared by edit distance. A score of 1 means equal, 0 nothing in common.
 */
export function similarName(wanted: string, known: Iterable<string>, minimum: number): string | null {
  let best: { name: string; score: number } | null = null
  const names = [...new Set(known)]
  for (const size of [3, 2]) {
    const grams = gramsOf(wanted, size)
    for (const name of names) {
      if (
        !gramsOf(name, size)
          .values()
          .some((gram) => grams.has(gram))
      )
        continue
      const score = similarity(wanted.toLowerCase(), name.toLowerCase())
      if (!best || score > best.score) best = { name, score }
    }
    if (best) break
  }
  return best && best.score >= minimum ? best.name : null
}

function gramsOf(text: string, size: number): Set<string> {
  const padded = `-${text.toLowerCase().replace(/[^\p{L}\d, ]/gu, '')}-`
  const grams = new Set<string>()
  for (let at = 0; at + size <= padded.length; at++) grams.add(padded.slice(at, at + size))
  return grams
}

function similarity(left: string, right: string): number {
  const longest = Math.max(left.length, right.length)
  return longest === 0 ? 1 : 1 - editDistance(left, right) / longest
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const change = left[i - 1] === right[j - 1] ? 0 : 1
      next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + change)
    }
    row = next
  }
  return row[right.length] as number
}
