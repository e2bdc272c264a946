// What a member chooses to be told, in the order of the preferences (S-14). The database's lists are made from this one
// (scripts/registries.ts).
type Declared = {
  /** By which channels a member is told who never chose. */
  told: readonly ('in_app' | 'email' | 'push')[]
  /** In the links that end its mails: never used again for another. 6 is the daily mail. */
  number: number
  /** Shown as a part of that category. */
  partOf?: 'signals'
}

const DECLARED = {
  signals: { told: ['in_app', 'email', 'push'], number: 1 },
  signal_entry: { told: ['in_app'], number: 7, partOf: 'signals' },
  signal_stop: { told: ['in_app'], number: 8, partOf: 'signals' },
  signal_targets: { told: ['in_app'], number: 9, partOf: 'signals' },
  signal_end: { told: ['in_app', 'email', 'push'], number: 10, partOf: 'signals' },
  signal_notes: { told: ['in_app'], number: 11, partOf: 'signals' },
  announcements: { told: ['in_app', 'push'], number: 2 },
  trainings: { told: ['in_app', 'email'], number: 3 },
  daily_test: { told: ['in_app', 'push'], number: 4 },
  // By mail for who asked for it at sign-up.
  marketing: { told: [], number: 5 },
} as const satisfies Record<string, Declared>

export type Category = keyof typeof DECLARED
export const CATEGORIES: Readonly<Record<Category, Declared>> = DECLARED
/** Matters of one's own account are always told: they stand in no preference. */
export const ACCOUNT = 'account'
/** The daily mail's in links that end mails; no notification has it. */
export const DIGEST = { name: 'digest', number: 6 } as const
