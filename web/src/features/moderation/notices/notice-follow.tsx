import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { noticeQuery } from '../public-queries.ts'
import { NoticeStanding } from './notice-standing.tsx'

/** What became of a notice, for who has its code. */
export function NoticeFollow() {
  const { t } = useTranslation('moderation')
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const { data, isLoadingError, isFetching, refetch } = useQuery(noticeQuery(code))
  return (
    <Card className="p-5">
      <h2 className="mb-3 font-semibold">{t('state.title')}</h2>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === code) void refetch()
          setCode(typed.trim())
        }}
      >
        <Field label={t('state.code')}>
          <Input
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button type="submit" className="justify-self-start" busy={isFetching} disabled={!typed.trim()}>
          {t('state.show')}
        </Button>
      </form>
      <div role="status" className="mt-3 empty:hidden">
        {data === null && <p className="text-muted">{t('state.unknown')}</p>}
        {data && <NoticeStanding notice={data} />}
      </div>
      {isLoadingError && <ErrorState className="mt-3" onRetry={() => void refetch()} />}
    </Card>
  )
}
