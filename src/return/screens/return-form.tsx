import type { FormFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { longDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { SelectField } from '#ui/field.tsx'
import type { viewReturns } from '../endpoints.ts'
import type { ReturnReason } from '../rules/return-offer.ts'
import styles from './return-page.module.css'

export type Returns = ReplyOf<typeof viewReturns>

const reasonTexts = {
  'changed-mind': 'I changed my mind',
  'not-as-expected': 'It’s not what I expected',
  'ordered-by-mistake': 'I ordered it by mistake',
  other: 'Another reason',
} as const satisfies Record<ReturnReason, string>

type Line = Returns['lines'][number]

/** The field of a line: how many of it come back. */
export const lineField = (position: number): string => `line-${position}`

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

const countText = (count: number): string => (count === 0 ? 'None' : String(count))

/** What a whole line was paid with. */
export const refundHint = ({
  refund,
  currency,
  quantity,
}: Pick<Line, 'refund' | 'currency' | 'quantity'>): string =>
  `${priceText(refund, currency)}${quantity === 1 ? '' : ` for all ${quantity}`}, including tax`

interface LineFieldProps {
  readonly line: Line
  readonly isOnly: boolean
  readonly typed: Typed
}

const LineField = ({ line, isOnly, typed }: LineFieldProps) => (
  <SelectField
    name={lineField(line.position)}
    label={line.name}
    hint={refundHint(line)}
    options={Array.from({ length: line.quantity + 1 }, (_, count) => ({
      value: String(count),
      label: countText(count),
    }))}
    defaultValue={ownValue(typed, lineField(line.position)) ?? (isOnly ? String(line.quantity) : '0')}
  />
)

interface ReturnFormProps {
  readonly returns: Returns
  /** Of a guest; empty for a member. */
  readonly email: string
  readonly requestId: string
  readonly typed: Typed
  readonly failure: FormFailure | null
}

/** What goes back, and why. */
export const ReturnForm = ({ returns, email, requestId, typed, failure }: ReturnFormProps) => (
  <form method="post" action="/return" className={styles.form} noValidate>
    <input type="hidden" name="step" value="request" />
    <input type="hidden" name="number" value={returns.number} />
    <input type="hidden" name="email" value={email} />
    <input type="hidden" name="request_id" value={requestId} />
    <fieldset className={styles.lines}>
      <legend className={styles.legend}>What are you returning?</legend>
      {returns.lines.map((line) => (
        <LineField key={line.position} line={line} isOnly={returns.lines.length === 1} typed={typed} />
      ))}
    </fieldset>
    <ChoiceRows legend="Why?" id="reason" error={failure?.fields['reason']}>
      {Object.entries(reasonTexts).map(([value, label]) => (
        <ChoiceRow
          key={value}
          name="reason"
          value={value}
          label={label}
          defaultChecked={value === (ownValue(typed, 'reason') ?? 'changed-mind')}
        />
      ))}
    </ChoiceRows>
    <p>
      {returns.until === null ? '' : `You can return it until ${longDate(returns.until)}. `}
      {returns.postage === 'shop'
        ? 'Return shipping is free: we’ll give you a label to print. '
        : 'You pay for return shipping with a carrier of your choice. '}
      Jars and packets must be unopened. We’ll refund you when we receive the package. Shipping fees are not
      refunded. Your subscription continues.
    </p>
    <Button kind="primary" wide>
      Request return
    </Button>
  </form>
)
