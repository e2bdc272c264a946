import { errors } from '../errors.ts'

/**
 * Restricts regular expressions from callers (`match`, `imatch`). PostgreSQL executes them as automata in predictable
 * time, except for back-references and lookaround; and counted repetitions are expanded first, so nested ones grow
 * exponentially. Both are refused, as are other regular expression dialects, which this parser does not understand.
 */
const LONGEST = 500
/**
 * Maximum size after expansion. Building the automaton is cubic in the number of consecutive optional parts: about 50
 * ms at this size, over five seconds at seven times the size.
 */
const LARGEST = 300

const OPTIONS = /^\(\?([a-z]+)\)/
/** PostgreSQL's embedded options `b`, `e` and `q` select another dialect. */
const OTHER_DIALECT = /[beq]/
const BRACKET = /\[\^?\]?(?:\[:\w+:\]|\[\..*?\.\]|\[=.*?=\]|\\.|[^\]\\])*\]/sy
const BOUND = /\{(\d+)(?:,(\d*))?\}/y

/** Throws PGRST192. Syntax errors are left to PostgreSQL. */
export function checkPattern(pattern: string): void {
  if (pattern.length > LONGEST) throw errors.pattern(`It must not exceed ${LONGEST} characters.`)
  if (pattern.startsWith('***') || OTHER_DIALECT.test(OPTIONS.exec(pattern)?.[1] ?? '')) {
    throw errors.pattern(
      'It must be an advanced regular expression, without a prefix or option that selects another syntax.',
    )
  }
  if (writtenOut(pattern) > LARGEST)
    throw errors.pattern(`With its repetitions written out it may have ${LARGEST} characters.`)
}

/** The pattern's size after expansion; throws on anything that needs more than an automaton. */
function writtenOut(pattern: string): number {
  /** Sizes of the open groups, outermost first, and of the last atom, to which a bound would apply. */
  const open = [0]
  let atom = 0
  const add = (size: number) => {
    atom = size
    open.push((open.pop() as number) + size)
  }
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] as string
    if (character === '\\') {
      if (/[1-9]/.test(pattern[at + 1] ?? '')) throw errors.pattern('It contains a back-reference.')
      add(1)
      at += 2
    } else if (character === '(') {
      if (/^\(\?(?:[=!]|<[=!])/.test(pattern.slice(at, at + 4)))
        throw errors.pattern('It contains lookahead or lookbehind.')
      open.push(0)
      at += 1
    } else if (character === ')' && open.length > 1) {
      add(open.pop() as number)
      at += 1
    } else if (character === '{') {
      BOUND.lastIndex = at
      const bound = BOUND.exec(pattern)
      if (bound) {
        const times = Math.max(Number(bound[1]), Number(bound[2] || 0), 1)
        open.push((open.pop() as number) + atom * (times - 1))
        atom *= times
      }
      at += bound?.[0].length ?? 1
    } else {
      BRACKET.lastIndex = at
      add(1)
      at += (character === '[' && BRACKET.exec(pattern)?.[0].length) || 1
    }
  }
  return open.reduce((sum, size) => sum + size, 0)
}
