import { errors } from '../errors.ts'

/**
 * Which regular expressions a caller may send (`match`, `imatch`). PostgreSQL runs them as automata, in time that grows with text
 * and pattern alone, except for back-references and look-around; and a counted repetition is written out before it runs, so that
 * nested ones grow without bound. Both are refused, and the other dialects with them, which are read otherwise than here.
 */
const LONGEST = 500
/**
 * Characters once repetitions are written out. To make the automaton takes the cube of what may be left out in a row: at this size
 * some 50 ms at most, at seven times the size over five seconds.
 */
const LARGEST = 300

const OPTIONS = /^\(\?([a-z]+)\)/
/** `b`, `e` and `q` of PostgreSQL's embedded options choose another dialect. */
const OTHER_DIALECT = /[beq]/
const BRACKET = /\[\^?\]?(?:\[:\w+:\]|\[\..*?\.\]|\[=.*?=\]|\\.|[^\]\\])*\]/sy
const BOUND = /\{(\d+)(?:,(\d*))?\}/y

/** Throws PGRST192. What is no regular expression at all is PostgreSQL's to say. */
export function checkPattern(pattern: string): void {
  if (pattern.length > LONGEST) throw errors.pattern(`It may have ${LONGEST} characters.`)
  if (pattern.startsWith('***') || OTHER_DIALECT.test(OPTIONS.exec(pattern)?.[1] ?? '')) {
    throw errors.pattern(
      'It must be an advanced regular expression, without a prefix or option that says otherwise.',
    )
  }
  if (writtenOut(pattern) > LARGEST)
    throw errors.pattern(`With its repetitions written out it may have ${LARGEST} characters.`)
}

/** The size of the pattern with its repetitions written out; throws at what is not an automaton's. */
function writtenOut(pattern: string): number {
  /** Sizes of the groups that are open, the outermost first, and of the last atom, which a bound would repeat. */
  const open = [0]
  let atom = 0
  const add = (size: number) => {
    atom = size
    open.push((open.pop() as number) + size)
  }
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] as string
    if (character === '\\') {
      if (/[1-9]/.test(pattern[at + 1] ?? '')) throw errors.pattern('It refers back to a group.')
      add(1)
      at += 2
    } else if (character === '(') {
      if (/^\(\?(?:[=!]|<[=!])/.test(pattern.slice(at, at + 4)))
        throw errors.pattern('It looks ahead or behind.')
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
