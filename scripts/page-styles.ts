/**
 * Owns which rules of the style sheet a drawn page carries: those it needs for its first picture, in the order of the sheet. It
 * may keep too much and must never keep too little: a rule goes only when no element of the page has a class that it asks for.
 */

/** The part of a style sheet that some element of a page may match; `html` as it is before any script has run. */
export function stylesFor(css: string, html: string): string {
  const classes = classesIn(html)
  const kept = blocks(css).flatMap((block) => prune(block, classes))
  const text = kept.map(({ css }) => css).join('')
  // What only defines a name is kept where something says that name.
  return kept
    .filter(({ prelude, css }) => {
      const [, name] = /^@(?:property|keyframes)\s+([^\s{]+)/.exec(prelude) ?? []
      return name === undefined || text.replace(css, '').includes(name)
    })
    .map(({ css }) => css)
    .join('')
}

/** A style sheet in two: the fonts that are fetched, and all its other rules. */
export function withoutFonts(css: string): { fonts: string; rules: string } {
  const [fetched, others] = [true, false].map((asked) =>
    blocks(css)
      .filter(({ prelude, css }) => (prelude === '@font-face' && css.includes('url(')) === asked)
      .map(({ css }) => css)
      .join(''),
  ) as [string, string]
  return { fonts: fetched, rules: others }
}

type Block = { prelude: string; inner: string | null; css: string }

const NESTING = /^@(media|supports|layer|container)\b/

function prune(block: Block, classes: ReadonlySet<string>): Block[] {
  const { prelude, inner } = block
  if (inner === null || (prelude.startsWith('@') && !NESTING.test(prelude))) return [block]
  if (prelude.startsWith('@')) {
    const rest = blocks(inner).flatMap((child) => prune(child, classes))
    const content = rest.map(({ css }) => css).join('')
    // A layer keeps its place in the order of layers even when nothing is left in it.
    if (content === '' && !prelude.startsWith('@layer')) return []
    return [{ prelude, inner: content, css: `${prelude}{${content}}` }]
  }
  const asked = selectors(prelude).filter((selector) =>
    classesAsked(selector).every((name) => classes.has(name)),
  )
  return asked.length === 0 ? [] : [{ prelude, inner, css: `${asked.join(',')}{${inner}}` }]
}

/** The statements of a style sheet or of a block: rules with what stands between their braces, and what ends with a semicolon. */
function blocks(css: string): Block[] {
  const found: Block[] = []
  let start = 0
  let open = -1
  let depth = 0
  for (const { at, char } of marks(css)) {
    if (char === '{' && depth++ === 0) open = at
    const ends = char === '}' ? --depth === 0 : char === ';' && depth === 0
    if (!ends) continue
    const inner = char === '}' ? css.slice(open + 1, at) : null
    const prelude = css.slice(start, inner === null ? at : open).replace(/^(\s|\/\*[\s\S]*?\*\/)+/, '')
    found.push({ prelude, inner, css: css.slice(start, at + 1) })
    start = at + 1
  }
  return found
}

/** The parts of a selector list. */
function selectors(list: string): string[] {
  const found: string[] = []
  let start = 0
  let depth = 0
  for (const { at, char } of marks(list)) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (char !== ',' || depth > 0) continue
    found.push(list.slice(start, at))
    start = at + 1
  }
  return [...found, list.slice(start)]
}

/** The classes that an element or its ancestors must have; what stands in brackets of `:is()` or `:not()` is not looked at. */
function classesAsked(selector: string): string[] {
  let plain = ''
  let start = 0
  let depth = 0
  for (const { at, char } of marks(selector)) {
    if (char === '(' && depth++ === 0) plain += selector.slice(start, at)
    if (char === ')' && --depth === 0) start = at + 1
  }
  plain += selector.slice(start)
  return [...plain.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+)/gi)].map(([, name = '']) =>
    name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_all, code: string | undefined, char: string) =>
      code === undefined ? char : String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  )
}

/** Characters that stand for themselves: neither escaped, nor in quotes, nor in a comment. */
function* marks(css: string): Generator<{ at: number; char: string }> {
  for (const match of css.matchAll(/\\[\s\S]|\/\*[\s\S]*?\*\/|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|[{}();,]/g)) {
    if (match[0].length === 1) yield { at: match.index, char: match[0] }
  }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&#x27;': "'",
}

function classesIn(html: string): Set<string> {
  const names = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = '']) =>
    list.replaceAll(/&(?:amp|gt|lt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity).split(/\s+/),
  )
  return new Set(names)
}
