// Reads formulas in a small part of TeX's notation (docs/deck-syntax.md) for MathML, which browsers draw and read aloud by themselves. A library
// for the whole notation would weigh more than the rest of a lesson. What is not understood stays as written.

export type FormulaNode =
  | { kind: 'row'; children: FormulaNode[] }
  | { kind: 'name' | 'number' | 'sign' | 'text' | 'space'; text: string }
  | { kind: 'fraction'; above: FormulaNode; below: FormulaNode }
  | { kind: 'root'; of: FormulaNode }
  | { kind: 'script'; base: FormulaNode; below: FormulaNode | null; above: FormulaNode | null }

const SIGNS: Readonly<Record<string, string>> = {
  times: '×', cdot: '·', div: '÷', pm: '±', minus: '−', le: '≤', leq: '≤', ge: '≥', geq: '≥', ne: '≠', neq: '≠',
  approx: '≈', equiv: '≡', to: '→', rightarrow: '→', Rightarrow: '⇒', sum: '∑', prod: '∏', infty: '∞', in: '∈',
  ldots: '…', dots: '…', cdots: '⋯', '%': '%', $: '$', '{': '{', '}': '}', '&': '&', '#': '#', _: '_', mid: '|', lvert: '|', rvert: '|',
} // biome-ignore format: a table
const NAMES: Readonly<Record<string, string>> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', Delta: 'Δ', epsilon: 'ε', lambda: 'λ', mu: 'μ', pi: 'π', rho: 'ρ',
  sigma: 'σ', Sigma: 'Σ', tau: 'τ', theta: 'θ', phi: 'φ', omega: 'ω', min: 'min', max: 'max', ln: 'ln', log: 'log', exp: 'exp',
} // biome-ignore format: a table
const SPACES: Readonly<Record<string, string>> = {
  ',': '0.17em',
  ':': '0.22em',
  ';': '0.28em',
  ' ': '0.33em',
  quad: '1em',
  qquad: '2em',
}
const TOKEN = /\\(?:[A-Za-z]+|.)|\d+(?:[.,\u202f\u00a0]\d+)*|\p{L}+|[{}^_]|\s+|[^\s]/gsu

const ALONE = '\\displaystyle '

/** Deeper nesting than any formula has is kept as text. */
const DEEPEST = 12

export function readFormula(text: string): FormulaNode {
  const tokens = text.match(TOKEN) ?? []
  let place = 0
  const skipSpace = () => {
    while (/^\s+$/.test(tokens[place] ?? '')) place++
  }
  const row = (depth: number, end: string | null): FormulaNode => {
    const children: FormulaNode[] = []
    for (;;) {
      skipSpace()
      const token = tokens[place]
      if (token === undefined || token === end) break
      children.push(scripted(depth))
    }
    if (end !== null) place++
    return children.length === 1 ? (children[0] as FormulaNode) : { kind: 'row', children }
  }
  const scripted = (depth: number): FormulaNode => {
    const base: FormulaNode =
      tokens[place] === '^' || tokens[place] === '_' ? { kind: 'row', children: [] } : one(depth)
    let [below, above]: [FormulaNode | null, FormulaNode | null] = [null, null]
    for (;;) {
      skipSpace()
      const mark = tokens[place]
      if (mark !== '^' && mark !== '_') break
      if (mark === '^' ? above : below) break
      place++
      skipSpace()
      if (mark === '^') above = one(depth)
      else below = one(depth)
    }
    return below || above ? { kind: 'script', base, below, above } : base
  }
  /** A group, a command with its arguments, or a single sign. */
  const one = (depth: number): FormulaNode => {
    const token = tokens[place]
    if (token === undefined) return { kind: 'row', children: [] }
    place++
    if (depth > DEEPEST) return { kind: 'text', text: token }
    if (token === '{') return row(depth + 1, '}')
    if (token.startsWith('\\')) return command(token, depth)
    if (/^\d/.test(token)) return { kind: 'number', text: token }
    if (/^\p{L}/u.test(token)) return { kind: 'name', text: token }
    return { kind: 'sign', text: token === '-' ? '−' : token === '*' ? '×' : token }
  }
  const argument = (depth: number) => {
    skipSpace()
    return one(depth + 1)
  }
  const command = (token: string, depth: number): FormulaNode => {
    const name = token.slice(1)
    if (name === 'frac' || name === 'dfrac' || name === 'tfrac')
      return { kind: 'fraction', above: argument(depth), below: argument(depth) }
    if (name === 'sqrt') return { kind: 'root', of: argument(depth) }
    if (name === 'text' || name === 'mathrm' || name === 'operatorname')
      return { kind: 'text', text: words() }
    // The sign that follows grows by itself.
    if (name === 'left' || name === 'right') {
      skipSpace()
      if (tokens[place] === '.') {
        place++
        return { kind: 'row', children: [] }
      }
      return one(depth)
    }
    if (Object.hasOwn(SPACES, name)) return { kind: 'space', text: SPACES[name] as string }
    if (Object.hasOwn(SIGNS, name)) return { kind: 'sign', text: SIGNS[name] as string }
    if (Object.hasOwn(NAMES, name)) return { kind: 'name', text: NAMES[name] as string }
    return { kind: 'text', text: token }
  }
  /** The words of `\text{…}`, with their blanks. */
  const words = (): string => {
    skipSpace()
    if (tokens[place] !== '{') return tokens[place++] ?? ''
    let found = ''
    for (place++; place < tokens.length && tokens[place] !== '}'; place++) {
      const token = tokens[place] as string
      found += token.length === 2 && token.startsWith('\\') ? token.slice(1) : token
    }
    place++
    return found
  }

  return row(0, null)
}

/** The formula without its mark, and whether it was marked to be drawn larger. */
export const displayed = (formula: string): { formula: string; large: boolean } =>
  formula.startsWith(ALONE)
    ? { formula: formula.slice(ALONE.length), large: true }
    : { formula, large: false }

const CODE = /(^ {0,3}(?:`{3,}|~{3,})[\s\S]*?(?:^ {0,3}(?:`{3,}|~{3,})\s*$|$(?![\s\S]))|`[^`\n]*`)/m
const FORMULA = /\$\$([^$`]+?)\$\$/g
const MARK = '$$'

/**
 * Turns `$$ … $$` into code spans, which Markdown leaves as they are; `formulaOf` recognises them. A formula alone on its line is
 * marked, as TeX does, to be drawn larger.
 */
export const keepFormulas = (markdown: string): string =>
  markdown.includes(MARK)
    ? markdown
        .split(CODE)
        .map((part, place) =>
          place % 2 === 1
            ? part
            : part.replace(FORMULA, (found, formula: string, at: number) => {
                const line = formula.trim().replace(/\s*\n\s*/g, ' ')
                const alone =
                  /(^|\n)\s*$/.test(part.slice(0, at)) && /^\s*(\n|$)/.test(part.slice(at + found.length))
                return `\`${MARK}${alone ? ALONE : ''}${line}${MARK}\``
              }),
        )
        .join('')
    : markdown

/** The formula of a code span, or null if it is code. */
export const formulaOf = (code: string): string | null =>
  code.length > 4 && code.startsWith(MARK) && code.endsWith(MARK) ? code.slice(2, -2) : null
