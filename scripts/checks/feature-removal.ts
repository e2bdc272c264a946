// Owns what belongs to a feature, by its name, and how a registration of it is taken out of a file. The convention is that of the
// house: one word is the web folder, the SQL file, the tests and the tasks; and a registration is one entry of a list.
export type Feature = { name: string; files: string[] }

/** `prop-firms`: files named after it, in kebab or snake case, in the singular too. */
export function namesOf(name: string): Feature {
  const words = [name, name.replaceAll('-', '_')].flatMap((word) => [word, word.replace(/s$/, '')])
  const named = `{${[...new Set(words)].join(',')}}`
  return {
    name,
    files: [
      `web/src/features/${name}/**/*`,
      `supabase/schemas/*/${named}.sql`,
      `supabase/schemas/*/${named}_*.sql`,
      `supabase/seed/*_demo_${named}.sql`,
      `supabase/tests/*/${named}{,-*}.{ts,test.ts}`,
      `worker/src/${name}/**/*`,
      `worker/src/*/{,*-}${named}{,.*}.ts`,
      `e2e/*/${named}{,-*}.spec.ts`,
    ],
  }
}

/** Lists whose entries may be longer than a line: how far an entry is set in. */
const SET_IN: Readonly<Record<string, number>> = { 'web/src/app/routing/screens.ts': 2 }

type Removal = {
  /** Whether an address that this file imports is gone. */
  isGone: (address: string) => boolean
  /** Texts that only an entry of the feature has. */
  names: readonly string[]
}

/** The text without imports of what is gone, without entries that use what they brought, and without entries that are named. */
export function withoutEntries(text: string, path: string, { isGone, names }: Removal): string {
  const brought = new Set<string>()
  const imported = (words: string) => {
    for (const [, name = ''] of words.matchAll(/(?:as )?(\w+)(?=\s*[,}]|\s*$)/g)) brought.add(name)
  }
  let lines = text
    .replace(/^import (?:type )?([^'"]*?) from '([^']+)'.*\n/gm, (whole, words: string, address: string) => {
      if (!isGone(address)) return whole
      imported(words)
      return ''
    })
    .split('\n')
  const lazily = (line: string) => isGone(/import\('([^']+)'\)/.exec(line)?.[1] ?? '')
  const uses = (line: string) => [...brought].some((name) => new RegExp(`\\b${name}\\b`).test(line))
  const goes = (line: string) => lazily(line) || uses(line) || names.some((name) => line.includes(name))
  // An entry that goes may have a name that others use: once more until none does.
  for (let place = lines.findIndex(goes); place >= 0; place = lines.findIndex(goes)) {
    const [first, last] = entryAround(lines, place, SET_IN[path])
    // A constant of the module, or a setting of the environment.
    const made = /^(?:(?:export )?const (\w+) =|\s+([A-Z\d_]{3,}):)/
      .exec(lines[first] ?? '')
      ?.slice(1)
      .find(Boolean)
    if (made) brought.add(made)
    lines = [...lines.slice(0, first), ...lines.slice(last + 1)]
  }
  return lines.join('\n')
}

const indent = (line: string) => /^ */.exec(line)?.[0].length ?? 0

/** The lines of an entry, first and last: set in as given, or as the line itself, with what is set in further and its closing line. */
function entryAround(lines: readonly string[], place: number, setIn: number | undefined): [number, number] {
  let first = place
  const own = indent(lines[place] ?? '')
  const base = setIn === undefined || own < setIn ? own : setIn
  while (first > 0 && indent(lines[first] ?? '') > base) first--
  let last = first
  const opens = /[([{]$/.test((lines[first] ?? '').trimEnd())
  if (opens) {
    do last++
    while (last < lines.length - 1 && indent(lines[last] ?? '') > base)
  }
  return [first, last]
}
