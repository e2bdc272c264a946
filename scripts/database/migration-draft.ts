const FIRST =
  '-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.'
const GENERATED = '-- Generated from the schemas (npm run db:diff).'
const LAST = '-- Last, by hand: data that moves or is new. Kept when this file is generated again.'

/** A migration that has not landed: a generated part between two handwritten ones. */
export class MigrationDraft {
  readonly first: string
  readonly last: string

  constructor(text: string) {
    const [before = '', after = ''] = text.split(GENERATED)
    this.first = before.replace(FIRST, '').trim()
    this.last = after.split(LAST)[1]?.trim() ?? ''
    if (text !== '' && !(text.includes(FIRST) && text.includes(GENERATED) && text.includes(LAST)))
      throw new Error('The migration has lost the markers around its generated part.')
  }

  /** The whole file; undefined when it would change nothing. */
  withGenerated(generated: string): string | undefined {
    if (![this.first, generated, this.last].some(Boolean)) return undefined
    return `${[FIRST, this.first, GENERATED, generated, LAST, this.last].filter(Boolean).join('\n\n')}\n`
  }
}
