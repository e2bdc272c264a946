import { fill } from './fill.ts'
import type { Letter } from './letter.ts'
import { texts } from './texts.ts'

/** The same letter for readers without HTML: one thought a paragraph, code and address each on a line of its own. */
export function plainText(letter: Letter): string {
  const { box, code, button, facts, leave } = letter
  return [
    letter.greeting,
    letter.title,
    letter.lead,
    box && `*** ${fill(texts[letter.language].pair, box)} ***`,
    facts.map(([label, value]) => fill(texts[letter.language].pair, { label, value })).join('\n'),
    button && `${button.label}\n${button.url}`,
    code && `${code.label}\n${code.digits}`,
    ...letter.notes,
    letter.form && [letter.form.title, ...letter.form.lines].join('\n\n'),
    leave && `${leave.label}\n${leave.url}`,
    `-- \n${letter.brand}\n${letter.footer}\n${letter.siteUrl}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
