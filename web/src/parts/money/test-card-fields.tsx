import { useTranslation } from '#lib/language/i18n.ts'
import type { MoneyRefusal, TestCard } from '#lib/money/money.ts'
import { Chip } from '#ui/chip.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'

/** The sandbox's cards, each with its outcome. None belongs to anybody. */
const CARDS = [
  { key: 'accepted', number: '4242 4242 4242 4242' },
  { key: 'secure', number: '4000 0025 0000 3155' },
  { key: 'funds', number: '4000 0000 0000 9995' },
  { key: 'expired', number: '4000 0000 0000 0069' },
] as const

/** An accepted test card, valid until August in two years. */
export function acceptedCard(year: number): TestCard {
  return { number: CARDS[0].number, expires: `08/${(year + 2) % 100}`, cvc: '123' }
}

type Props = { card: TestCard; onChange: (card: TestCard) => void; refusal?: MoneyRefusal | null }

/** The card fields of the sandbox: its test cards are one click away, and no other card is accepted. */
export function TestCardFields({ card, onChange, refusal }: Props) {
  const { t } = useTranslation('payment')
  const error = (wrong: boolean) => (wrong && refusal ? t(`refusals.${refusal}`) : undefined)
  return (
    <div className="grid gap-4">
      <fieldset>
        <legend className="mb-2 text-13 font-medium text-muted">{t('card.tests')}</legend>
        <div className="flex flex-wrap gap-2">
          {CARDS.map(({ key, number }) => (
            <Chip
              key={key}
              selected={digits(card.number) === digits(number)}
              onClick={() => onChange({ ...card, number })}
            >
              {t(`card.${key}`)}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Field
          className="max-sm:col-span-2"
          label={t('card.number')}
          error={error(refusal === 'not_a_test_card')}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="tabular"
            value={card.number}
            onChange={(event) => onChange({ ...card, number: inFours(event.target.value) })}
          />
        </Field>
        <Field label={t('card.expires')} error={error(refusal === 'expiry_wrong')}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('card.expiresFormat')}
            className="tabular"
            value={card.expires}
            onChange={(event) => onChange({ ...card, expires: event.target.value.slice(0, 7) })}
          />
        </Field>
        <Field label={t('card.cvc')}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="tabular"
            value={card.cvc}
            onChange={(event) => onChange({ ...card, cvc: digits(event.target.value).slice(0, 4) })}
          />
        </Field>
      </div>
    </div>
  )
}

const digits = (text: string) => text.replace(/\D/g, '')
const inFours = (text: string) =>
  digits(text)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ')
