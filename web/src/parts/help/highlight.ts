/** Splits a text at the matches of the search terms, ignoring accents and case. */
export function highlighted(text: string, query: string): { text: string; hit: boolean }[] {
  const words = plain(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
  // Normalised letter by letter, so that indexes in the plain text are indexes in the original.
  const letters = [...text.normalize('NFC')]
  const bare = letters.map((letter) => plain(letter).charAt(0) || letter)
  const hits = letters.map(() => false)
  for (const word of words) {
    const wanted = [...word]
    for (let at = 0; at + wanted.length <= bare.length; at++)
      if (wanted.every((letter, place) => bare[at + place] === letter))
        hits.fill(true, at, at + wanted.length)
  }
  const parts: { text: string; hit: boolean }[] = []
  letters.forEach((letter, place) => {
    const last = parts.at(-1)
    if (last && last.hit === hits[place]) last.text += letter
    else parts.push({ text: letter, hit: hits[place] === true })
  })
  return parts
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
