import { useState } from 'react'
import { forgetSetting, readSetting, storeSetting } from '#lib/browser/setting.ts'
import type { DraftState } from '#parts/conversation/draft-line.tsx'

/** What is being written, kept on this device with each letter. */
export function useKeptText(key: string) {
  const name = `vigie-support:${key}`
  const [text, setText] = useState(() => readSetting(name) ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') forgetSetting(name)
    else storeSetting(name, next)
  }
  const state: DraftState = { kind: text.trim() === '' ? 'none' : 'here' }
  return { text, change, state }
}
