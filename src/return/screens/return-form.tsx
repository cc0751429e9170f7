import type { FormFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { longDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { SelectField } from '#ui/field.tsx'
import type { viewReturns } from '../endpoints.ts'
import type { ReturnReason } from '../rules/return-offer.ts'
import styles from './return-page.module.css'

export type Returns = ReplyOf<typeof viewReturns>

const reasonTexts = {
  'changed-mind': 'I changed my mind',
  'not-as-expected': 'It is not what I expected',
  'ordered-by-mistake': 'I ordered it by mistake',
  other: 'Another reason',
} as const satisfies Record<ReturnReason, string>

type Line = Returns['lines'][number]

/** The field of a line: how many of it come back. */
export const lineField = (position: number): string => `line-${position}`

/** What a form chose of the lines of an order. */
export const chosenLines = (form: FormData, lines: readonly Pick<Line, 'position'>[]) =>
  lines.flatMap(({ position }) => {
    const quantity = Number(formText(form, lineField(position)))
    return Number.isInteger(quantity) && quantity > 0 ? [{ position, quantity }] : []
  })

const countText = (count: number): string => (count === 0 ? 'None' : String(count))

const LineField = ({ line, isOnly }: { readonly line: Line; readonly isOnly: boolean }) => (
  <SelectField
    name={lineField(line.position)}
    label={line.name}
    hint={`${formatPrice(parsePrice(line.refund), 'USD')} back for ${line.quantity === 1 ? 'it' : `all ${line.quantity}`}, with its tax`}
    options={Array.from({ length: line.quantity + 1 }, (_, count) => ({
      value: String(count),
      label: countText(count),
    }))}
    defaultValue={isOnly ? String(line.quantity) : '0'}
  />
)

interface ReturnFormProps {
  readonly returns: Returns
  /** Of a guest; empty for a member. */
  readonly email: string
  readonly requestId: string
  readonly failure: FormFailure | null
}

/** What goes back, and why. */
export const ReturnForm = ({ returns, email, requestId, failure }: ReturnFormProps) => (
  <form method="post" action="/return" className={styles.form} noValidate>
    <input type="hidden" name="step" value="request" />
    <input type="hidden" name="number" value={returns.number} />
    <input type="hidden" name="email" value={email} />
    <input type="hidden" name="request_id" value={requestId} />
    <fieldset className={styles.lines}>
      <legend className={styles.legend}>What do you send back?</legend>
      {returns.lines.map((line) => (
        <LineField key={line.position} line={line} isOnly={returns.lines.length === 1} />
      ))}
    </fieldset>
    <ChoiceRows legend="Why?" id="reason" error={failure?.fields['reason']}>
      {Object.entries(reasonTexts).map(([value, label]) => (
        <ChoiceRow
          key={value}
          name="reason"
          value={value}
          label={label}
          defaultChecked={value === 'changed-mind'}
        />
      ))}
    </ChoiceRows>
    <p>
      {returns.until === null ? '' : `You can return it until ${longDate(returns.until)}. `}
      {returns.postage === 'shop'
        ? 'We pay for the way: you get a label to print. '
        : 'You pay for the way, by a carrier of your choice. '}
      Jars and packets are to be unopened. The refund follows when the package is here; shipping is not
      refunded. A subscription goes on as it is.
    </p>
    <Button kind="primary" wide>
      Request the return
    </Button>
  </form>
)
