import { readSetting } from '#lib/browser/setting.ts'

/** Where the session is stored. Pages without a client only check whether it exists. */
export const SESSION_KEY = 'vigie-session'

export const mayBeSignedIn = (): boolean => readSetting(SESSION_KEY) !== null
