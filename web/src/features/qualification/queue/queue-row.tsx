import { Copy, type LucideIcon, Paperclip, ScanSearch } from 'lucide-react'
import { personName } from '#lib/data/person-name.ts'
import { type Format, useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { TableCheckbox } from '#ui/table/table-checkbox.tsx'
import type { Duplicate } from '../duplicates.ts'
import { isUnreadable } from '../proof/proof-foot.tsx'
import type { QueuedRequest } from '../queries.ts'
import type { Selection } from './use-selection.ts'
import { WaitingAge } from './waiting-age.tsx'

/** Off-screen rows are not drawn: a queue may hold a thousand. */
const FAR = '[contain-intrinsic-block-size:auto_86px] [content-visibility:auto]'

type Props = {
  row: QueuedRequest
  now: number
  me: string | null
  current: boolean
  /** One line, for what was decided today. */
  brief: boolean
  doubles: readonly Duplicate[]
  /** How wide its proof is, if it was seen. */
  width: number | null
  names: { adminName: (id: string | null) => string; brokerName: (slug: string) => string }
  /** Null where nothing can be decided any more. */
  selection: Selection | null
  onShow: () => void
  onFocus: () => void
}

/** A request in the list: whose, what is left of its promise, where it comes from, and what there is to know before it is opened. */
export function QueueRow({ row, now, current, brief, selection, names, onShow, onFocus, ...known }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const { id, state, member, broker, waiting_since } = row
  const open = state === 'pending' || state === 'needs_information'
  const name = personName(member)
  return (
    <li className={classNames('group/row relative border-b border-line', FAR)}>
      <button
        type="button"
        data-request={id}
        aria-current={current || undefined}
        onClick={onShow}
        onFocus={onFocus}
        className={classNames(
          'grid w-full scroll-mt-10 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 border-l-2 pr-4 pl-5.5 text-left text-13 -outline-offset-2 transition-colors',
          brief ? 'py-2 text-muted' : 'py-3',
          selection && 'pointer-coarse:pl-11 max-lg:pl-11',
          current ? 'border-text bg-raised' : 'border-transparent hover:bg-raised/40',
        )}
      >
        <span className={classNames('min-w-0 truncate', !brief && 'text-14 font-medium')}>{name}</span>
        <span className={classNames('text-right', state === 'pending' && 'row-span-2')}>
          {open ? (
            <WaitingAge request={row} now={now} />
          ) : (
            <span className="tabular text-muted">
              {t(`decided.${state}`, { when: whenOver(row, now, format) })}
            </span>
          )}
        </span>
        {!brief && (
          <span className={classNames('flex min-w-0 text-muted', state !== 'pending' && 'col-span-2')}>
            <span className={state === 'pending' ? 'truncate' : 'shrink-0'}>{names.brokerName(broker)}</span>
            <span aria-hidden className="shrink-0 px-0.75">
              ·
            </span>
            {state === 'pending' ? (
              <span className="tabular shrink-0">{whenCame(waiting_since, now, format)}</span>
            ) : state === 'needs_information' ? (
              <span className="truncate">{t('quoted', { words: row.reason ?? '' })}</span>
            ) : (
              <span className="tabular truncate">{row.account_number}</span>
            )}
          </span>
        )}
        {state === 'pending' && <Known row={row} adminName={names.adminName} {...known} />}
      </button>
      {selection && (
        <span
          className={classNames(
            'absolute inset-y-0 left-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-lg:opacity-100 pointer-coarse:opacity-100',
            selection.chosen.length === 0 && 'opacity-0',
          )}
        >
          <TableCheckbox
            label={t('choose', { name })}
            checked={selection.has(id)}
            className="w-6 max-lg:w-11 pointer-coarse:w-11"
            onToggle={({ shiftKey }) => selection.toggle(id, shiftKey)}
          />
        </span>
      )}
    </li>
  )
}

/** The hour it came today, the day it came before: what is left of its promise is beside it. */
const whenCame = (since: string, now: number, format: Format) =>
  format.date(since) === format.date(now) ? format.time(since) : format.dayMonth(since)

/** When it was decided; one that was withdrawn has only the day it was sent. */
const whenOver = ({ decided_at, created_at }: QueuedRequest, now: number, format: Format) =>
  format.atMoment(decided_at ?? created_at, now)

/** What weighs most before it is opened: another request like it, a proof that cannot be read, or whether there is one; and who has taken it. */
function Known({
  row: { proof_path, assignee },
  me,
  doubles,
  width,
  adminName,
}: Pick<Props, 'row' | 'me' | 'doubles' | 'width'> & { adminName: (id: string | null) => string }) {
  const { t } = useTranslation('qualification')
  const double = doubles.find(({ kind }) => kind !== 'again')?.kind
  const [Icon, words]: [LucideIcon, string] =
    double && double !== 'again'
      ? [Copy, t(`doubles.seen.${double}`)]
      : isUnreadable(width)
        ? [ScanSearch, t('unreadableRow', { width: width ?? 0 })]
        : [Paperclip, t(proof_path === null ? 'proofNone' : 'proofGiven')]
  return (
    <span className="col-span-2 flex min-w-0 items-center gap-2 text-12/5 text-muted">
      <Icon
        size={14}
        strokeWidth={1.75}
        className={classNames('shrink-0', Icon !== Paperclip && 'text-warn')}
        aria-hidden
      />
      <span className="min-w-0 truncate">
        <span className={Icon === Paperclip ? undefined : 'text-warn'}>{words}</span>
        {assignee !== null &&
          ` · ${assignee === me ? t('assignedYou') : t('assignedTo', { name: adminName(assignee) })}`}
      </span>
    </span>
  )
}
