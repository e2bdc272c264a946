/**
 * The only way this server writes SQL with anything variable in it: text stands in the template, every value
 * becomes a parameter, every identifier is quoted. There is no way to put a string into the text.
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

  /** Numbers the parameters. Text form of the values as PostgreSQL reads it. */
  toStatement(): Statement {
    let text = this.#strings[0] ?? ''
    this.#values.forEach((_, index) => {
      text += `$${index + 1}${this.#strings[index + 1]}`
    })
    return { text, values: this.#values.map((value) => (value === null ? null : String(value))) }
  }
}

type Value = string | number | boolean | null

/** A statement whose parameters are text; a cast in the SQL gives each its type. */
export type Statement = { text: string; values: (string | null)[] }

/** Composes fragments; anything that is not a fragment becomes a parameter. */
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

/** A quoted identifier, dotted when several names are given. Throws on a NUL byte or an empty name, which PostgreSQL has no way to hold. */
export function ident(...names: string[]): Fragment {
  const quoted = names.map((name) => {
    if (name === '' || name.includes('\0')) throw new RangeError('not an identifier')
    return `"${name.replaceAll('"', '""')}"`
  })
  return new Fragment([quoted.join('.')], [])
}

/** Fragments one after the other, with a constant between them. */
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

/** Nothing. */
sql.empty = new Fragment([''], [])
