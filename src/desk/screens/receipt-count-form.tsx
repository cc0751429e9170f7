import { returnReasonText } from './return-marks.ts'
import { ActionButton } from './parts/action.tsx'
import { CheckEntry, Entry, Fields } from './parts/entry.tsx'
import { ProductName } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import type { EnteredReceipt } from './receipt-form.ts'
import type { FoundReturn } from './receive-page.tsx'
import styles from './receipt-form.module.css'

interface ReceiptCountFormProps {
  readonly found: FoundReturn
  readonly entered: EnteredReceipt | null
  /** Whether a preview is shown, so that the first action is to confirm it. */
  readonly isPreviewed: boolean
}

type Line = FoundReturn['lines'][number]

const UnitsEntry = ({
  label,
  name,
  line,
  value,
}: {
  readonly label: string
  readonly name: string
  readonly line: Line
  readonly value: number
}) => (
  <Entry
    label={label}
    aria-label={`${label}: ${line.name}`}
    type="number"
    inputMode="numeric"
    name={`${name}-${line.position}`}
    min={0}
    max={line.most}
    defaultValue={value}
  />
)

const LineEntry = ({ line, entered }: { readonly line: Line; readonly entered: EnteredReceipt | null }) => {
  const own = entered?.counted.lines.find(({ position }) => position === line.position)
  const isAnnounced = line.announced > 0
  return (
    <li>
      <p className={styles.name}>
        <ProductName name={line.name} product={line.product} />
        <small>
          {line.sku}, {isAnnounced ? `${line.announced} announced` : 'not announced'}
        </small>
      </p>
      <div className={styles.counts}>
        <UnitsEntry
          label="As good as new"
          name="restocked"
          line={line}
          // Announced units do not count before somebody has seen them.
          value={own?.restocked ?? 0}
        />
        <UnitsEntry label="Opened or damaged" name="written-off" line={line} value={own?.written_off ?? 0} />
        <Entry
          label="Note"
          aria-label={`Note: ${line.name}`}
          name={`note-${line.position}`}
          maxLength={200}
          autoComplete="off"
          defaultValue={own?.note}
        />
      </div>
    </li>
  )
}

/** What else is said of the package, and the button. */
const OtherFields = ({ found, entered, isPreviewed }: ReceiptCountFormProps) => (
  <Fields>
    <Entry
      label="Something that is not of this order"
      name="other_contents"
      maxLength={200}
      autoComplete="off"
      defaultValue={entered?.counted.other_contents}
      hint="For the team. Nothing is refunded for it."
    />
    <Entry
      label="To the member"
      name="message"
      maxLength={200}
      autoComplete="off"
      defaultValue={entered?.counted.message}
      hint="Needed when something is missing or is not of the order. It is in the mail and on the credit note."
    />
    {found.kind === 'withdrawal' ? (
      <CheckEntry
        label="Refund everything although something is missing"
        name="despite_missing"
        defaultChecked={entered?.counted.despite_missing ?? false}
      />
    ) : null}
    <p>
      <ActionButton kind={isPreviewed ? 'secondary' : 'primary'}>Preview the refund</ActionButton>
    </p>
  </Fields>
)

/** What is in the package, line by line; its button shows what is refunded for it. */
export const ReceiptCountForm = ({ found, entered, isPreviewed }: ReceiptCountFormProps) => {
  const lines = found.lines.filter(({ most }) => most > 0)
  return (
    <Section title="What is in the package" aside={returnReasonText(found.reason)}>
      <form method="post">
        <ul className={styles.lines}>
          {lines
            .toSorted((a, b) => Number(b.announced > 0) - Number(a.announced > 0))
            .map((line) => (
              <LineEntry key={line.position} line={line} entered={entered} />
            ))}
        </ul>
        {lines.length === 0 ? <p>Nothing of this order can come back any more.</p> : null}
        <OtherFields found={found} entered={entered} isPreviewed={isPreviewed} />
      </form>
    </Section>
  )
}
