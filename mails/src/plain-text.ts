import type { Letter } from './mail.ts'
import { fill, texts } from './texts.ts'

/** The same letter for readers without HTML: one thought a paragraph, code and address each on a line of its own. */
export function plainText(letter: Letter): string {
  const { code, button, facts } = letter
  return [
    letter.greeting,
    letter.title,
    letter.lead,
    facts.map(([label, value]) => fill(texts[letter.language].pair, { label, value })).join('\n'),
    button && `${button.label}\n${button.url}`,
    code && `${code.label}\n${code.digits}`,
    ...letter.notes,
    `-- \n${letter.brand}\n${letter.footer}\n${letter.siteUrl}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
