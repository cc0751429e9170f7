import type { DeskOrder } from '../endpoints.ts'
import { kindOf } from './refund-form.ts'
import type { EnteredRefund, RefundKind } from './refund-form.ts'
import { isNoPrice, priceText } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import { CheckEntry, Entry, Fields, ReasonEntry } from './parts/entry.tsx'
import { ProductName } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import styles from './refund-form.module.css'
import type { Column } from './parts/data-table.tsx'

interface RefundChoiceFormProps {
  readonly order: DeskOrder
  readonly entered: EnteredRefund | null
  readonly errors: ReadonlyMap<string, string>
  /** Whether a preview is shown, so that the first action is to confirm it. */
  readonly isPreviewed: boolean
}

type Line = DeskOrder['lines'][number]

interface KindsProps {
  readonly kind: RefundKind
  /** Of the whole order, as it is shown. */
  readonly left: string
}

const Kinds = ({ kind, left }: KindsProps) => (
  <fieldset className={styles.kinds}>
    <legend>What is refunded</legend>
    {(
      [
        ['lines', 'Units of lines'],
        ['sum', 'A sum'],
        ['all', `All that is left: ${left}`],
      ] as const
    ).map(([value, text]) => (
      <label key={value} className={styles.kind}>
        <input type="radio" name="kind" value={value} defaultChecked={kind === value} />
        {text}
      </label>
    ))}
  </fieldset>
)

const unitsOf = (entered: EnteredRefund | null, { position }: Line): number =>
  entered?.wanted.units.find((one) => one.position === position)?.quantity ?? 0

const columnsOf = (entered: EnteredRefund | null, currency: Currency): readonly Column<Line>[] => [
  {
    name: 'Line',
    cell: ({ name, product }) => <ProductName name={name} product={product} />,
    wraps: true,
  },
  {
    name: 'Units',
    isFigure: true,
    cell: (line) => (
      <>
        <input
          className={styles.units}
          type="number"
          name={`units-${line.position}`}
          min={0}
          max={line.left_units}
          defaultValue={unitsOf(entered, line)}
          aria-label={`Units of ${line.name}, of ${line.left_units}`}
        />{' '}
        of {line.left_units}
      </>
    ),
  },
  { name: 'Can be refunded', cell: ({ left }) => priceText(left, currency), isFigure: true },
]

const Lines = ({ order, entered }: Pick<RefundChoiceFormProps, 'order' | 'entered'>) => (
  <DataTable
    label="Lines of the order"
    isInside
    rows={order.lines}
    keyOf={({ position }) => String(position)}
    columns={columnsOf(entered, order.currency)}
  />
)

/** The shipping fee beside lines, or the sum; of each only what belongs to the choice is shown. */
const Amounts = ({ order, entered, errors }: Omit<RefundChoiceFormProps, 'isPreviewed'>) => (
  <>
    {isNoPrice(order.shipping_left) ? null : (
      <div className={styles.ofLines}>
        <CheckEntry
          label={`The shipping fee: ${priceText(order.shipping_left, order.currency)}`}
          name="shipping"
          defaultChecked={entered?.wanted.with_shipping ?? false}
        />
      </div>
    )}
    <div className={styles.ofSum}>
      <Entry
        label="Sum"
        name="sum"
        inputMode="decimal"
        placeholder="0.00"
        defaultValue={entered?.wanted.sum}
        error={errors.get('sum')}
      />
    </div>
  </>
)

/** What is refunded, and why; its button shows what that gives. */
export const RefundChoiceForm = ({ order, entered, errors, isPreviewed }: RefundChoiceFormProps) => (
  <Section title="Refund">
    <form method="post">
      <Kinds kind={entered ? kindOf(entered) : 'lines'} left={priceText(order.left, order.currency)} />
      <div className={styles.ofLines}>
        <Lines order={order} entered={entered} />
      </div>
      <Fields>
        <Amounts order={order} entered={entered} errors={errors} />
        <CheckEntry
          label="All of it as credit, and nothing to the card"
          name="as_credit"
          defaultChecked={entered?.wanted.as_credit ?? false}
        />
        <ReasonEntry
          entered={entered?.reason}
          error={errors.get('reason')}
          hint="The member reads it, in the mail and on the credit note."
        />
        <p className={styles.actions}>
          <ActionButton kind={isPreviewed ? 'secondary' : 'primary'}>Preview the refund</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)
