import { readSetting } from '#lib/browser/setting.ts'

/** Where the session is stored. Pages that need no client look only whether there is one. */
export const SESSION_KEY = 'vigie-session'

export const mayBeSignedIn = (): boolean => readSetting(SESSION_KEY) !== null
