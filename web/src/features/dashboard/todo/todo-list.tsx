import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useKeys, useSingleKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Block } from '../block.tsx'
import type { Todo } from './todo.ts'
import { useTodos } from './use-todos.tsx'

/** One list of what waits for the member, the most perishable first; J and K go from row to row. */
export function TodoList() {
  const { t } = useTranslation('dashboard')
  const { pending, failed, todos } = useTodos()
  const cache = useQueryClient()
  const keys = useSingleKeys()
  const list = useRef<HTMLUListElement>(null)
  const go = (by: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLAnchorElement)
    const next = at < 0 ? rows.at(by > 0 ? 0 : -1) : rows[at + by]
    next?.focus()
    return next !== undefined
  }
  useKeys({ j: () => go(1), k: () => go(-1) })
  return (
    <Block
      title={t('todo.title')}
      note={todos.length > 1 ? t('todo.order') : undefined}
      link={
        keys &&
        todos.length > 1 && (
          <span className="flex items-center gap-1 text-13 text-muted pointer-coarse:hidden max-lg:hidden">
            <Kbd>J</Kbd> <Kbd>K</Kbd> {t('todo.browse')}
          </span>
        )
      }
    >
      {todos.length > 0 ? (
        <ul ref={list} className="@container divide-y divide-line">
          {todos.map((todo) => (
            <li key={todo.key}>
              <Row todo={todo} />
            </li>
          ))}
        </ul>
      ) : pending ? (
        <div className="grid gap-2 p-4" aria-busy>
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ) : failed ? null : (
        <p className="p-4 text-muted">{t('todo.none')}</p>
      )}
      {failed && (
        <ErrorState
          className={todos.length > 0 ? 'rounded-none border-0 border-t' : 'border-0'}
          onRetry={() =>
            void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
          }
        />
      )}
    </Block>
  )
}

function Row({ todo: { icon: Icon, to, title, text, figure, figureText, due, dueText } }: { todo: Todo }) {
  return (
    <Link
      to={to}
      className="grid min-h-15 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 transition-colors -outline-offset-2 hover:bg-raised @min-[640px]:grid-cols-[16px_minmax(0,1fr)_184px_104px] @min-[640px]:gap-x-4"
    >
      <Icon size={16} strokeWidth={1.75} className="text-muted max-md:mt-0.5 max-md:self-start" aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium text-pretty">{title}</span>
        {text !== '' && <span className="tabular block text-13 text-pretty text-muted">{text}</span>}
      </span>
      <span className="tabular order-1 col-span-2 col-start-2 grid gap-1 @min-[640px]:order-0 @min-[640px]:col-span-1 @min-[640px]:col-start-auto">
        {figure}
        {figureText !== '' && <span className="text-12 text-muted">{figureText}</span>}
      </span>
      <span className="tabular text-right">
        <span className="block text-13 font-medium">{due}</span>
        <span className="block text-12 text-muted">{dueText}</span>
      </span>
    </Link>
  )
}
