// What was typed and could not be saved: it stays in this browser until the database has it.
import { forgetSetting, readSetting, storeSetting } from '#lib/browser/setting.ts'
import type { ContentDocument } from './document.ts'

/** `base` is what the database had when the typing began: what others saved since is put together with it. */
type Draft = { base: ContentDocument; document: ContentDocument }

const key = (item: string) => `vigie-content-${item}`

export const keepDraft = (item: string, draft: Draft): void => storeSetting(key(item), JSON.stringify(draft))

/** Gives a draft back, and forgets it. */
export function takeDraft(item: string): Draft | null {
  const text = readSetting(key(item))
  if (!text) return null
  forgetSetting(key(item))
  return JSON.parse(text) as Draft
}
