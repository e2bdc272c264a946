import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { GROUNDS, needsLaw } from '../reasons.ts'
import type { CaseFile } from './cases.ts'
import { ChoiceRow } from './choice-row.tsx'
import { type Chosen, DAYS, measuresOf } from './use-choice.ts'

const SECTION = 'grid gap-0.5 border-b border-line px-3 py-4'
const HEADING = 'mb-1 px-2 font-semibold'

/** Reasons and measure, each under its key. */
export function Choices({ about, chosen }: { about: CaseFile; chosen: Chosen }) {
  const { t } = useTranslation('moderation')
  const masks = chosen.parts !== null || about.findings.some(({ offset }) => offset !== null)
  const row = ({ reason, rule }: (typeof GROUNDS)[number], letter?: string) => (
    <ChoiceRow
      key={reason}
      {...(letter ? { letter } : {})}
      label={t(`reasons.${reason}`)}
      aside={rule ? t('decision.rule', { rule }) : t('decision.law')}
      on={chosen.reasons.includes(reason)}
      onChoose={() => chosen.toggle(reason)}
    />
  )
  return (
    <>
      <section className={SECTION}>
        <h2 className={HEADING}>{t('decision.reasons')}</h2>
        {GROUNDS.slice(0, 6).map((ground, place) => row(ground, String(place + 1)))}
        <details open={GROUNDS.slice(6).some(({ reason }) => chosen.reasons.includes(reason))}>
          <summary className="cursor-pointer px-2 py-1.5 text-13 text-muted">{t('decision.others')}</summary>
          {GROUNDS.slice(6).map((ground) => row(ground))}
        </details>
        {needsLaw(chosen.reasons) && (
          <Field label={t('decision.whichLaw')} className="px-2 pt-2">
            <Input
              value={chosen.law}
              maxLength={200}
              onChange={({ target }) => chosen.setLaw(target.value)}
            />
          </Field>
        )}
      </section>
      <section className={SECTION}>
        <h2 className={HEADING}>{t('decision.measure')}</h2>
        {measuresOf(about, chosen.measure, chosen.parts).map(({ letter, measure }) => (
          <ChoiceRow
            key={measure}
            single
            letter={letter}
            label={t(about.idea && measure === 'mask' ? 'decision.maskIdea' : `decision.acts.${measure}`)}
            {...(measure === 'warn'
              ? {}
              : {
                  aside:
                    measure === 'mute'
                      ? t('decision.days', { count: chosen.days })
                      : t(`decision.notes.${measure}`),
                })}
            on={chosen.measure === measure}
            onChoose={() => chosen.setMeasure(measure)}
          />
        ))}
        {chosen.measure === 'mute' && (
          <Field label={t('decision.howLong')} className="px-2 pt-2">
            <Select value={chosen.days} onChange={({ target }) => chosen.setDays(Number(target.value))}>
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {t('decision.days', { count: days })}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {chosen.against && about.kind === 'post' && (
          <Field label={t('decision.words')} className="px-2 pt-2">
            <Select
              value={chosen.words ?? ''}
              onChange={({ target }) => chosen.setWords((target.value || null) as 'mask' | 'hide' | null)}
            >
              <option value="">{t('decision.wordsStay')}</option>
              {masks && <option value="mask">{t('measures.mask')}</option>}
              <option value="hide">{t('measures.hide')}</option>
            </Select>
          </Field>
        )}
        {chosen.needsSecond && (
          <OtherWay onChoose={() => chosen.setMeasure(chosen.measure === 'ban' ? 'close' : 'ban')}>
            {t(chosen.measure === 'ban' ? 'decision.closeToo' : 'decision.banOnly')}
          </OtherWay>
        )}
        {masks && about.kind === 'post' && (chosen.measure === 'mask' || chosen.measure === 'hide') && (
          <OtherWay onChoose={() => chosen.setMeasure(chosen.measure === 'mask' ? 'hide' : 'mask')}>
            {t(
              chosen.measure === 'mask'
                ? 'decision.hideAll'
                : chosen.parts
                  ? 'decision.maskChosen'
                  : 'decision.maskOnly',
            )}
          </OtherWay>
        )}
      </section>
    </>
  )
}

/** The other measure that a letter stands for. */
const OtherWay = ({ onChoose, children }: { onChoose: () => void; children: string }) => (
  <button
    type="button"
    className="min-h-8 px-2 text-left text-13 text-muted underline underline-offset-3 pointer-coarse:min-h-11"
    onClick={onChoose}
  >
    {children}
  </button>
)
