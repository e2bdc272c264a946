// Keeps edits that could not be saved in this browser until they reach the database.
import { forgetSetting, readSetting, storeSetting } from '#lib/browser/setting.ts'
import type { ContentDocument } from './document.ts'

/** `base` is the saved document that the edits started from; later saves by others are merged against it. */
type Draft = { base: ContentDocument; document: ContentDocument }

const key = (item: string) => `vigie-content-${item}`

export const keepDraft = (item: string, draft: Draft): void => storeSetting(key(item), JSON.stringify(draft))

/** Returns a stored draft and removes it. */
export function takeDraft(item: string): Draft | null {
  const text = readSetting(key(item))
  if (!text) return null
  forgetSetting(key(item))
  return JSON.parse(text) as Draft
}
