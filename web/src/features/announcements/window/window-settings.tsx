import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Select } from '#ui/form/select.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Preferences, preferencesQuery, useSavePreferences } from '../preferences.ts'
import { ReleaseChoice } from '../release-choice.tsx'

const WINDOWS = [2, 5, 10, 15, 30, 60] as const
const REMINDERS = [5, 10, 15, 30, 60] as const

const challengesQuery = queryOptions({
  queryKey: ['prop-firms', 'challenges'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('prop_firms')
        .select('slug,name,challenges:prop_firm_challenges(slug,name)')
        .order('name'),
    ),
  staleTime: 300_000,
})

/** The reader's window, the rule of their prop firm, and of what they are reminded. */
export default function WindowSettings({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('announcements')
  const { data } = useQuery(preferencesQuery)
  return data ? (
    <Form stored={data} onClose={onClose} />
  ) : (
    <FormDialog title={t('settings.title')} onClose={onClose}>
      <Skeleton className="h-60" />
    </FormDialog>
  )
}

function Form({ stored, onClose }: { stored: Preferences; onClose: () => void }) {
  const { t } = useTranslation('announcements')
  const { user } = useSession()
  const { data: firms = [] } = useQuery(challengesQuery)
  const save = useSavePreferences(user?.id ?? '')
  const [wants, setWants] = useState(stored)
  const [firmMinutes, setFirmMinutes] = useState(String(stored.firm_minutes))
  const set = (change: Partial<Preferences>) => setWants({ ...wants, ...change })
  const minutes = Number(firmMinutes)
  const invalid = wants.firm !== null && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 60)
  const length = (count: number | null) => (count === null ? '' : String(count))
  return (
    <FormDialog
      title={t('settings.title')}
      description={t('settings.text')}
      submit={t('settings.save')}
      busy={save.isPending}
      incomplete={invalid}
      refusal={save.isError ? t('settings.failed') : undefined}
      onSubmit={() =>
        save.mutate(
          { ...wants, ...(wants.firm === null ? {} : { firm_minutes: minutes }) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Field label={t('settings.window')}>
        <Select
          value={length(wants.window_minutes)}
          onChange={({ target }) =>
            set({ window_minutes: target.value === '' ? null : Number(target.value) })
          }
        >
          <option value="">{t('window.off')}</option>
          {offered(WINDOWS, stored.window_minutes).map((count) => (
            <option key={count} value={count}>
              {t('settings.around', { count })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('settings.firm')} hint={t('settings.firmHint')}>
        <Select
          value={wants.firm === null ? '' : `${wants.firm} ${wants.challenge}`}
          onChange={({ target }) => {
            const [firm = null, challenge = null] = target.value === '' ? [] : target.value.split(' ')
            set({ firm, challenge })
          }}
        >
          <option value="">{t('settings.noFirm')}</option>
          {firms.flatMap(({ slug: firm, name, challenges }) =>
            challenges.map((challenge) => (
              <option key={`${firm} ${challenge.slug}`} value={`${firm} ${challenge.slug}`}>
                {name}, {challenge.name}
              </option>
            )),
          )}
        </Select>
      </Field>
      {wants.firm !== null && (
        <Field label={t('settings.firmMinutes')} error={invalid ? t('settings.firmMinutesRange') : undefined}>
          <NumberInput value={firmMinutes} unit="min" min="1" max="60" onChange={setFirmMinutes} />
        </Field>
      )}
      <Checkbox checked={wants.tell_window} onCheckedChange={(on) => set({ tell_window: on === true })}>
        {t('settings.tell')}
      </Checkbox>
      <Checkbox checked={wants.feed_windows} onCheckedChange={(on) => set({ feed_windows: on === true })}>
        {t('settings.inFeed')}
      </Checkbox>
      <Field label={t('settings.reminders')}>
        <Select
          value={length(wants.remind_minutes)}
          onChange={({ target }) =>
            set({ remind_minutes: target.value === '' ? null : Number(target.value) })
          }
        >
          <option value="">{t('settings.noReminder')}</option>
          {offered(REMINDERS, stored.remind_minutes).map((count) => (
            <option key={count} value={count}>
              {t('settings.before', { count })}
            </option>
          ))}
        </Select>
      </Field>
      {wants.remind_minutes !== null && (
        <ReleaseChoice
          legend={t('settings.impacts')}
          impacts={wants.remind_impacts}
          currencies={wants.remind_currencies}
          onChange={({ impacts, currencies }) =>
            set({ remind_impacts: impacts, remind_currencies: currencies })
          }
        />
      )}
    </FormDialog>
  )
}

/** The usual choices, with the one that is stored. */
const offered = (usual: readonly number[], stored: number | null): readonly number[] =>
  [...new Set([...usual, ...(stored === null ? [] : [stored])])].sort((one, other) => one - other)
