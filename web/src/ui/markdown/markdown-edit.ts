// What the Markdown editor's buttons and keys do to a text. An edit names the piece it replaces, so that the browser can
// apply it like typing and undo it.

export type Selected = { text: string; from: number; to: number }
export type Edit = {
  from: number
  to: number
  insert: string
  /** The selection afterwards, in the new text. */
  select: [number, number]
}
export type Tool = 'bold' | 'italic' | 'code' | 'heading' | 'quote' | 'list' | 'numbers' | 'link'
export type Samples = { text: string; link: string }

const AROUND = { bold: '**', italic: '*', code: '`' } as const
const BEFORE = { heading: '## ', quote: '> ', list: '- ', numbers: '1. ' } as const
const ANY_LIST = /^(\s*)(?:[-*+] (?:\[[ xX]\] )?|\d+[.)] )/

export function applied({ text }: Selected, { from, to, insert }: Edit): string {
  return text.slice(0, from) + insert + text.slice(to)
}

export function edit(selected: Selected, tool: Tool, samples: Samples): Edit {
  if (tool === 'link') return link(selected, samples)
  return tool in AROUND
    ? around(selected, AROUND[tool as keyof typeof AROUND], samples.text)
    : before(selected, BEFORE[tool as keyof typeof BEFORE])
}

/** Puts a mark around the selection, or removes it. */
function around({ text, from, to }: Selected, mark: string, sample: string): Edit {
  const size = mark.length
  const chosen = text.slice(from, to)
  if (
    text.slice(from - size, from) === mark &&
    text.slice(to, to + size) === mark &&
    !doubled(text, from, to, mark)
  )
    return { from: from - size, to: to + size, insert: chosen, select: [from - size, to - size] }
  const inner = chosen || sample
  return { from, to, insert: mark + inner + mark, select: [from + size, from + size + inner.length] }
}

/** Whether the single star beside a selection belongs to the two of bold. */
const doubled = (text: string, from: number, to: number, mark: string) =>
  mark === '*' && text[from - 2] === '*' && text[from - 3] !== '*' && text[to + 1] === '*'

/** Puts a mark before each selected line, or removes it from all if all have it. */
function before({ text, from, to }: Selected, mark: string): Edit {
  const start = lineStart(text, from)
  const next = text.indexOf('\n', Math.max(from, to - 1))
  const end = next === -1 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const numbered = mark === BEFORE.numbers
  const its = numbered ? /^\d+\. / : new RegExp(`^${mark}`)
  const insert = lines.every((line) => its.test(line))
    ? lines.map((line) => line.replace(its, '')).join('\n')
    : lines
        .map((line, place) => (numbered ? `${place + 1}. ${line.replace(its, '')}` : mark + line))
        .join('\n')
  const caret = Math.max(start, from + insert.length - (end - start))
  return {
    from: start,
    to: end,
    insert,
    select: from === to ? [caret, caret] : [start, start + insert.length],
  }
}

// Search the text before the position: `lastIndexOf` treats a negative start as zero.
const lineStart = (text: string, at: number): number => text.slice(0, at).lastIndexOf('\n') + 1

function link({ text, from, to }: Selected, samples: Samples): Edit {
  const chosen = text.slice(from, to)
  const isAddress = /^https?:\/\/\S+$/.test(chosen)
  const [words, address] = isAddress ? [samples.text, chosen] : [chosen || samples.text, samples.link]
  const insert = `[${words}](${address})`
  // Selects the missing part: the words of an address, or the address of words.
  const at = isAddress ? from + 1 : from + words.length + 3
  return { from, to, insert, select: [at, at + (isAddress ? words : address).length] }
}

/** Enter within a list starts its next item, and ends the list on an empty one; null elsewhere. */
export function nextItem({ text, from, to }: Selected): Edit | null {
  if (from !== to) return null
  const start = lineStart(text, from)
  const line = text.slice(start, from)
  const [mark] = ANY_LIST.exec(line) ?? []
  if (mark === undefined) return null
  if (mark === line) return { from: start, to: from, insert: '', select: [start, start] }
  const following = mark.replace(/\d+/, (number) => String(Number(number) + 1)).replace(/\[[xX]\]/, '[ ]')
  const at = from + 1 + following.length
  return { from, to, insert: `\n${following}`, select: [at, at] }
}
