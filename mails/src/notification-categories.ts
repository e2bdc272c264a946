// The notification categories that members can configure, in the order of the preferences (S-14). The database's lists are
// generated from this one (scripts/database/registries.ts).
type Declared = {
  /** Default channels of a member without preferences. */
  told: readonly ('in_app' | 'email' | 'push')[]
  /** Identifies the category in unsubscribe links. Never reused. 6 is the daily mail. */
  number: number
  /** Displayed as a part of this category. */
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
  community: { told: ['in_app'], number: 12 },
  events: { told: ['in_app', 'email', 'push'], number: 13 },
  // Sent by mail only to members who opted in at sign-up.
  marketing: { told: [], number: 5 },
} as const satisfies Record<string, Declared>

export type Category = keyof typeof DECLARED
export const CATEGORIES: Readonly<Record<Category, Declared>> = DECLARED
/** Account notifications are always sent and have no preference. */
export const ACCOUNT = 'account'
/** Identifies the daily mail in unsubscribe links. No notification has this category. */
export const DIGEST = { name: 'digest', number: 6 } as const
