import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { IMPACTS } from '#lib/announcements/announcement.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Link } from '#ui/link.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type Claim, indicatorsQuery, type StaffRow, useSaveAnnouncement } from './announcement-rows.ts'

const FIGURES = ['forecast', 'previous', 'revised', 'actual'] as const

/** `2026-11-19T14:30`, on the reader's clock. */
function localText(at: string): string {
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

type Values = {
  indicator: string
  title: string
  currency: string
  country: string
  at: string
  impact: string
  forecast: string
  previous: string
  revised: string
  actual: string
  state: 'as it is' | 'postponed' | 'cancelled'
  dayOnly: boolean
}

const valuesOf = (row: StaffRow | null): Values => ({
  indicator: row?.indicator ?? '',
  title: row?.title ?? '',
  currency: row?.currency ?? 'USD',
  country: row?.country ?? 'US',
  at: row ? localText(row.starts_at) : '',
  impact: row?.impact ?? 'medium',
  forecast: row?.forecast ?? '',
  previous: row?.previous ?? '',
  revised: row?.revised ?? '',
  actual: row?.actual ?? '',
  state: row?.state === 'postponed' || row?.state === 'cancelled' ? row.state : 'as it is',
  dayOnly: row?.precision === 'all_day',
})

/** Only what was changed: what is not named stays as the sources say it. */
function claimOf(values: Values, before: Values, row: StaffRow | null): Claim {
  const changed = (name: keyof Values) => row === null || values[name] !== before[name]
  const named = (name: keyof Values & keyof Claim) =>
    changed(name) && values[name] !== '' ? { [name]: values[name] } : {}
  const timed = changed('at') || changed('dayOnly')
  return {
    ...(row === null && values.indicator !== ''
      ? { indicator: values.indicator }
      : { ...named('title'), ...named('currency'), ...named('country'), ...named('impact') }),
    ...(timed && values.at !== ''
      ? values.dayOnly
        ? { day: values.at.slice(0, 10), precision: 'all_day' }
        : { at: new Date(values.at).toISOString(), precision: 'exact' }
      : {}),
    ...named('forecast'),
    ...named('previous'),
    ...named('revised'),
    ...named('actual'),
    ...(values.state === 'cancelled' ? { cancelled: true } : {}),
    ...(values.state === 'postponed' ? { postponed: true } : {}),
  }
}

/** Enters an announcement in a dialog, or corrects one in its sheet. */
export function AnnouncementForm({ row, onDone }: { row: StaffRow | null; onDone: () => void }) {
  const { t } = useTranslation('announcements-studio')
  const save = useSaveAnnouncement()
  const [before] = useState(() => valuesOf(row))
  const [values, setValues] = useState(before)
  const refused = save.error as { message?: string; hint?: string } | null
  const submit = () =>
    save.mutate(
      { claim: claimOf(values, before, row), announcement: row?.id ?? null },
      {
        onSuccess: () => {
          toast({ title: t('form.saved') })
          onDone()
        },
      },
    )
  const fields = (
    <Fields
      row={row}
      values={values}
      onChange={(change) => setValues({ ...values, ...change })}
      wrong={refused?.hint ?? null}
    />
  )
  const refusal = refused && t('form.refused')
  const incomplete = values.at === '' || (values.indicator === '' && values.title === '' && row === null)
  return row === null ? (
    <FormDialog
      title={t('form.enter')}
      description={t('form.text')}
      submit={t('form.save')}
      busy={save.isPending}
      incomplete={incomplete}
      refusal={refusal}
      onSubmit={submit}
      onClose={onDone}
    >
      {fields}
    </FormDialog>
  ) : (
    <form
      className="grid gap-4 p-4 md:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="text-13 text-pretty text-muted">
        {t('form.correctText')}{' '}
        {row.indicator && (
          <Link to={`/admin/contenus/studio?contenu=indicator/${row.indicator}`}>
            {t('form.editIndicator')}
          </Link>
        )}
      </p>
      {fields}
      {refusal && (
        <p role="alert" className="text-13 text-loss">
          {refusal}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        busy={save.isPending}
        disabled={incomplete}
        className="justify-self-start"
      >
        {t('form.save')}
      </Button>
    </form>
  )
}

type FieldsProps = {
  row: StaffRow | null
  values: Values
  onChange: (change: Partial<Values>) => void
  /** The field that the database refused. */
  wrong: string | null
}

function Fields({ row, values, onChange, wrong }: FieldsProps) {
  const { t } = useTranslation('announcements-studio')
  const { t: words } = useTranslation('announcements')
  const language = useLanguage()
  const fresh = row === null
  const { data: indicators = [] } = useQuery({ ...indicatorsQuery, enabled: fresh })
  const error = (name: string) => (wrong === name ? t('form.wrong') : undefined)
  const pair = (children: ReactNode) => <div className="grid gap-4 sm:grid-cols-2">{children}</div>
  return (
    <>
      {fresh && (
        <Field label={t('form.indicator')} error={error('indicator')}>
          <Select value={values.indicator} onChange={({ target }) => onChange({ indicator: target.value })}>
            <option value="">{t('form.noIndicator')}</option>
            {indicators.map(({ slug, title, currency }) => (
              <option key={slug} value={slug}>
                {currency}, {title[language]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {values.indicator === '' && (
        <>
          <Field label={words('columns.title')} error={error('title')}>
            <Input
              value={values.title}
              maxLength={200}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          </Field>
          {pair(
            <>
              <Field label={t('fields.currency')} error={error('currency')}>
                <Input
                  value={values.currency}
                  maxLength={3}
                  onChange={({ target }) => onChange({ currency: target.value.toUpperCase() })}
                />
              </Field>
              <Field label={t('fields.country')} error={error('country')}>
                <Input
                  value={values.country}
                  maxLength={2}
                  onChange={({ target }) => onChange({ country: target.value.toUpperCase() })}
                />
              </Field>
            </>,
          )}
        </>
      )}
      {(!fresh || values.indicator === '') && (
        <Field label={t('fields.impact')} error={error('impact')}>
          <Select value={values.impact} onChange={({ target }) => onChange({ impact: target.value })}>
            {IMPACTS.map((impact) => (
              <option key={impact} value={impact}>
                {words(`impactShort.${impact}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t('form.at')} error={error('at')}>
        <Input
          type={values.dayOnly ? 'date' : 'datetime-local'}
          value={values.dayOnly ? values.at.slice(0, 10) : values.at}
          onChange={({ target }) =>
            onChange({ at: values.dayOnly && target.value ? `${target.value}T12:00` : target.value })
          }
        />
      </Field>
      <Checkbox checked={values.dayOnly} onCheckedChange={(on) => onChange({ dayOnly: on === true })}>
        {words('precision.all_day')}
      </Checkbox>
      {pair(
        FIGURES.map((name) => (
          <Field
            key={name}
            label={name === 'revised' ? words('versions.fields.revised') : words(`columns.${name}`)}
            error={error(name)}
          >
            <NumberInput value={values[name]} onChange={(figure) => onChange({ [name]: figure })} />
          </Field>
        )),
      )}
      <Field label={words('versions.fields.state')}>
        <Select
          value={values.state}
          onChange={({ target }) => onChange({ state: target.value as Values['state'] })}
        >
          <option value="as it is">{t('form.asItIs')}</option>
          <option value="postponed">{words('state.postponed')}</option>
          <option value="cancelled">{words('state.cancelled')}</option>
        </Select>
      </Field>
    </>
  )
}
