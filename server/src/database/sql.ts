/**
 * The only way this server builds SQL: templates hold the text, every value becomes a parameter, and every identifier
 * is quoted. A string cannot enter the text.
 */
export class Fragment {
  readonly #strings: readonly string[]
  readonly #values: readonly Value[]

  /** Use the `sql` tag, `ident` or `join` instead. `strings` has one element more than `values`. */
  constructor(strings: readonly string[], values: readonly Value[]) {
    this.#strings = strings
    this.#values = values
  }

  get strings(): readonly string[] {
    return this.#strings
  }

  get values(): readonly Value[] {
    return this.#values
  }

  /** Numbers the parameters and converts values to PostgreSQL's text format. */
  toStatement(): Statement {
    let text = this.#strings[0] ?? ''
    this.#values.forEach((_, index) => {
      text += `$${index + 1}${this.#strings[index + 1]}`
    })
    return { text, values: this.#values.map((value) => (value === null ? null : String(value))) }
  }
}

type Value = string | number | boolean | null

/** All parameters are text; casts in the SQL give them their types. */
export type Statement = { text: string; values: (string | null)[] }

/** Composes fragments; any other part becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...parts: (Fragment | Value)[]): Fragment {
  const text = [strings[0] ?? '']
  const values: Value[] = []
  parts.forEach((part, index) => {
    const after = strings[index + 1] ?? ''
    if (part instanceof Fragment) {
      text[text.length - 1] += part.strings[0] ?? ''
      for (let inner = 0; inner < part.values.length; inner++) {
        values.push(part.values[inner] as Value)
        text.push(part.strings[inner + 1] ?? '')
      }
      text[text.length - 1] += after
    } else {
      values.push(part)
      text.push(after)
    }
  })
  return new Fragment(text, values)
}

/** A quoted identifier, dotted for several names. Throws on an empty name or a NUL byte, which PostgreSQL does not allow. */
export function ident(...names: string[]): Fragment {
  const quoted = names.map((name) => {
    if (name === '' || name.includes('\0')) throw new RangeError('not an identifier')
    return `"${name.replaceAll('"', '""')}"`
  })
  return new Fragment([quoted.join('.')], [])
}

/** Joins fragments with a constant separator. */
sql.join = (
  fragments: readonly Fragment[],
  separator: ', ' | ' and ' | ' or ' | ' ' | ' union all ',
): Fragment => {
  const text = ['']
  const values: Value[] = []
  fragments.forEach((fragment, index) => {
    text[text.length - 1] += (index === 0 ? '' : separator) + (fragment.strings[0] ?? '')
    for (let inner = 0; inner < fragment.values.length; inner++) {
      values.push(fragment.values[inner] as Value)
      text.push(fragment.strings[inner + 1] ?? '')
    }
  })
  return new Fragment(text, values)
}

sql.empty = new Fragment([''], [])
