import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { longDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { SelectField } from '#ui/field.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import type { viewReturns } from '../endpoints.ts'
import { returnPagesMessages } from '../messages/return-pages-messages.ts'
import type { ReturnReason } from '../rules/return-offer.ts'
import styles from './return-page.module.css'

export type Returns = ReplyOf<typeof viewReturns>

const reasonTexts = (t: Translate) =>
  ({
    'changed-mind': t('changedMind'),
    'not-as-expected': t('notExpected'),
    'ordered-by-mistake': t('mistake'),
    other: t('otherReason'),
  }) satisfies Record<ReturnReason, string>

type Line = Returns['lines'][number]
type Translate = ReturnType<typeof returnPagesMessages.in>

/** The field of a line: how many of it come back. */
const lineField = (position: number): string => `line-${position}`

/** What a form chose of the lines of an order, by the names of its fields: reading the order for it counts as a look-up. */
export const chosenLines = (form: FormData) =>
  [...new Set(form.keys())].flatMap((name) => {
    const position = Number(/^line-(\d{1,3})$/.exec(name)?.[1] ?? Number.NaN)
    const quantity = Number(formText(form, name))
    return Number.isInteger(position) && Number.isInteger(quantity) && quantity > 0
      ? [{ position, quantity }]
      : []
  })

/** What was typed, by field; empty before. */
export type Typed = Readonly<Record<string, string>>

interface LineFieldProps {
  readonly line: Pick<Line, 'position' | 'name' | 'quantity' | 'refund' | 'currency'>
  readonly isOnly: boolean
  readonly typed: Typed
}

/** How many of a line, and what the whole line was paid with. */
export const LineField = ({ line, isOnly, typed }: LineFieldProps) => {
  const t = useMessages(returnPagesMessages)
  const { position, quantity, refund, currency } = line
  const name = useCatalogueText()(line.name)
  const amount = priceText(refund, currency, useLocale())
  return (
    <SelectField
      name={lineField(position)}
      label={name}
      hint={t('refund', { amount, count: quantity })}
      options={Array.from({ length: quantity + 1 }, (_, count) => ({
        value: String(count),
        label: count === 0 ? t('none') : String(count),
      }))}
      defaultValue={ownValue(typed, lineField(position)) ?? (isOnly ? String(quantity) : '0')}
    />
  )
}

interface ReturnFormProps {
  readonly returns: Returns
  /** Of a guest; empty for a member. */
  readonly email: string
  readonly requestId: string
  readonly typed: Typed
  readonly failure: FormFailure | null
}

/** Until when, who pays for the way, and what is refunded. */
const Rules = ({ returns }: Pick<ReturnFormProps, 'returns'>) => {
  const t = useMessages(returnPagesMessages)
  const locale = useLocale()
  return (
    <p>
      {returns.until === null ? '' : `${t('until', { day: longDate(returns.until, locale) })} `}
      {returns.postage === 'shop' ? t('postageShop') : t('postageBuyer')} {t('rules')}
    </p>
  )
}

/** What goes back, and why. */
export const ReturnForm = ({ returns, email, requestId, typed, failure }: ReturnFormProps) => {
  const t = useMessages(returnPagesMessages)
  return (
    <form method="post" action="/return" className={styles.form} noValidate>
      <input type="hidden" name="step" value="request" />
      <input type="hidden" name="number" value={returns.number} />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="request_id" value={requestId} />
      <fieldset className={styles.lines}>
        <legend className={styles.legend}>{t('what')}</legend>
        {returns.lines.map((line) => (
          <LineField key={line.position} line={line} isOnly={returns.lines.length === 1} typed={typed} />
        ))}
      </fieldset>
      <ChoiceRows legend={t('why')} id="reason" error={failure?.fields['reason']}>
        {Object.entries(reasonTexts(t)).map(([value, label]) => (
          <ChoiceRow
            key={value}
            name="reason"
            value={value}
            label={label}
            defaultChecked={value === (ownValue(typed, 'reason') ?? 'changed-mind')}
          />
        ))}
      </ChoiceRows>
      <Rules returns={returns} />
      <Button kind="primary" wide>
        {t('request')}
      </Button>
    </form>
  )
}
