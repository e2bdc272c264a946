import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Preferences, preferencesQuery, useSavePreferences } from './preferences.ts'
import { ReleaseChoice } from './release-choice.tsx'

/** What the reader's calendar has of the announcements. Each choice is saved as it is made. */
export function FeedChoice() {
  const { data } = useQuery(preferencesQuery)
  return data ? <Choice stored={data} /> : <Skeleton className="h-40 w-full" />
}

type Chosen = Pick<Preferences, 'feed_impacts' | 'feed_currencies' | 'feed_windows'>

function Choice({ stored }: { stored: Preferences }) {
  const { t } = useTranslation('announcements')
  const { user } = useSession()
  const save = useSavePreferences(user?.id ?? '')
  const [wants, setWants] = useState<Chosen>(stored)
  const choose = (change: Partial<Chosen>) => {
    setWants({ ...wants, ...change })
    save.mutate(change)
  }
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <ReleaseChoice
        legend={t('feed.impacts')}
        impacts={wants.feed_impacts}
        currencies={wants.feed_currencies}
        onChange={({ impacts, currencies }) => choose({ feed_impacts: impacts, feed_currencies: currencies })}
      />
      <Checkbox checked={wants.feed_windows} onCheckedChange={(on) => choose({ feed_windows: on === true })}>
        {t('settings.inFeed')}
      </Checkbox>
      {save.isError && (
        <p role="alert" className="text-13 text-loss">
          {t('settings.failed')}
        </p>
      )}
    </div>
  )
}
