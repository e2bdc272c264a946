import { useTranslation } from '#lib/language/i18n.ts'

const KINDS = [
  'published',
  'sealed',
  'entered',
  'target_reached',
  'stop_moved',
  'stopped',
  'closed',
  'expired',
  'cancelled',
  'note',
  'graded',
  'close_asked',
  'cancel_asked',
  'head',
  'stated',
  'revealed',
  'resolved',
  'idea_published',
  'idea_opened',
  'idea_event',
  'moderated',
  'test_committed',
  'test_opened',
  'test_revealed',
  'forecast',
  'expected',
  'expectation_graded',
  'erratum',
] as const

/** The name of an entry's kind; an unknown kind is shown as it is. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation('ledger-kind')
  return (kind) => {
    const known = KINDS.find((name) => name === kind)
    return known ? t(known) : kind
  }
}
