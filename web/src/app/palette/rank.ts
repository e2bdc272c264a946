// Which screens and acts a typed text names, best first. People type what they want ("facture", "mot de passe"), not what a
// screen is called, so each entry has words beside its title; a letter may be missing, doubled, wrong or in another place.

/** `title` is shown; `words` are other names, separated by commas. */
export type Entry = { key: string; title: string; words: string }

export type Ranked = { key: string; score: number }

/** From here on an entry answers the text by whole words or their beginnings, and comes before what the database finds. */
export const SURE = 0.7

/** Words that say nothing of what is wanted, in the four languages. Articles without a vowel are cut by the apostrophe. */
const FILLERS = new Set(
  (
    'a au aux d de des du en et il j je l la le les m ma me mes mon n ou où pour que sur un une qu comment faire veux voir changer ' +
    'an and do for how i in is my of on the to want see change ' +
    'al con cómo como cambiar de del el en es la las los mi mis para por quiero un una ver y ' +
    'alla cambia cambiare che come dei del della di e gli i il il la le lo mia mie miei mio per un una voglio vedere'
  ).split(' '),
)

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()

const wordsOf = (text: string) => plain(text).split(' ').filter(Boolean)

/** What was typed without fillers, or as it is where nothing else was typed. */
function asked(typed: string): string[] {
  const all = wordsOf(typed)
  const telling = all.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : all
}

/**
 * How well a word of an entry answers a typed one: 1 the same, 0.8 to 1 its beginning, 0.6 with a letter or two amiss, 0.4
 * within it, 0 not at all. Source of the distance: optimal string alignment, where neighbours that changed places count as one.
 */
function likeness(typed: string, word: string): number {
  if (word === typed) return 1
  if (word.startsWith(typed)) return typed.length < 2 ? 0.4 : 0.8 + (0.2 * typed.length) / word.length
  const most = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0
  // The typed word may be the beginning of a longer one, also with a letter amiss.
  const beginning = word.slice(0, typed.length + 1)
  if (most > 0 && (distance(typed, word, most) <= most || distance(typed, beginning, most) <= most))
    return 0.6
  // The plural of what was typed, or what was typed as a plural.
  if (typed.length >= 4 && typed.startsWith(word) && typed.length - word.length <= 2 && word.length >= 3)
    return 0.75
  return typed.length >= 4 && word.includes(typed) ? 0.4 : 0
}

function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next[j] = least
    }
    before = row
    row = next
  }
  return row[b.length] ?? most + 1
}

/** How well one name answers all typed words, 0 to 1; a name that says little else answers better. */
function answers(typed: readonly string[], name: string): number {
  const words = wordsOf(name).filter((word, _, all) => all.length === 1 || !FILLERS.has(word))
  let sum = 0
  let missed = 0
  for (const one of typed) {
    const best = Math.max(0, ...words.map((word) => likeness(one, word)))
    if (best === 0) missed++
    sum += best
  }
  if (missed > (typed.length >= 3 ? 1 : 0)) return 0
  return (sum / typed.length) * (0.9 + 0.1 * Math.min(1, typed.length / Math.max(1, words.length)))
}

/** The entries that a typed text names, best first; entries that do not answer at all are left out. */
export function rank(typed: string, entries: readonly Entry[]): Ranked[] {
  const words = asked(typed)
  if (words.length === 0) return []
  return entries
    .map(({ key, title, words: others }) => {
      const named = answers(words, title)
      const other = Math.max(0, ...others.split(',').map((name) => answers(words, name)))
      // Words that no single name holds together may still be spread over the entry's names.
      const spread = words.length > 1 ? 0.8 * answers(words, `${title} ${others}`) : 0
      return { key, score: Math.max(named, 0.98 * other, spread) }
    })
    .filter(({ score }) => score > 0)
    .sort((one, another) => another.score - one.score)
}
