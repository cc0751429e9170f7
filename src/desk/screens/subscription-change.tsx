import { priceText } from '#shared/money.ts'
import type { ChangePreview } from '#subscription/change/change-endpoints.ts'
import { commitButtonText } from '#subscription/change/screens/commit-button-text.ts'
import { chargePreviewMessage } from '#subscription/renewal/rules/charge-in-flight.ts'
import { readCharge } from '#subscription/renewal/rules/charge-reply.ts'
import { actionTitle } from '#subscription/record/screens/member-action.ts'
import type { StaffChangeAction } from '../rules/staff-changes.ts'
import type { DeskSubscription } from '../subscription-endpoints.ts'
import { ChangeChoices, hasChoice } from './change-fields.tsx'
import type { Choices } from './change-fields.tsx'
import { ActionButton } from './parts/action.tsx'
import { Entry, Fields } from './parts/entry.tsx'
import { DeskNote } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'
import type { PreparedChange } from './prepare-staff-change.ts'
import styles from './subscription-change.module.css'

interface PanelProps {
  readonly view: DeskSubscription
  readonly action: StaffChangeAction
  readonly choices: Choices
  readonly prepared: PreparedChange
  readonly requestId: string
  /** What was typed before a refusal. */
  readonly reason: string | undefined
}

const datesText = (dates: readonly string[]): string =>
  dates.length === 0 ? 'none' : dates.map(dayText).join('; ')

const rowsOf = ({ subscription }: DeskSubscription, after: ChangePreview) => {
  const [now, next] = [subscription.upcoming_order, after.upcoming_order]
  const sum = (order: typeof now): string => (order === null ? '—' : priceText(order.total, order.currency))
  const items = (order: typeof now): string =>
    order === null ? '—' : order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
  return [
    ['State', subscription.state, after.state],
    ['Next order', now === null ? 'none' : dayText(now.on), next === null ? 'none' : dayText(next.on)],
    ['Then', datesText(now?.next_dates.slice(1, 3) ?? []), datesText(after.next_dates.slice(1, 3))],
    ['Contents', items(now), items(next)],
    [
      'Tax',
      now === null ? '—' : priceText(now.tax, now.currency),
      next === null ? '—' : priceText(next.tax, next.currency),
    ],
    ['Total', sum(now), sum(next)],
  ] as const
}

const BeforeAfter = ({
  view,
  preview,
}: {
  readonly view: DeskSubscription
  readonly preview: ChangePreview
}) => (
  <table className={styles.compare} aria-label="Before and after">
    <thead>
      <tr>
        <th scope="col">Fact</th>
        <th scope="col">Now</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      {rowsOf(view, preview).map(([name, now, after]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{now}</td>
          <td>{now === after ? 'the same' : <b>{after}</b>}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Confirm = ({
  action,
  prepared,
  preview,
  requestId,
  reason,
}: Omit<PanelProps, 'view' | 'choices'> & { readonly preview: ChangePreview }) => (
  <form method="post" className={styles.why}>
    {Object.entries(prepared.values).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <input type="hidden" name="token" value={preview.token} />
    <input type="hidden" name="request_id" value={requestId} />
    <Fields>
      <Entry
        label="Why. The member reads this"
        name="reason"
        required
        minLength={3}
        maxLength={200}
        autoComplete="off"
        defaultValue={reason}
        error={prepared.errors['reason']}
      />
      <p>
        <ActionButton kind={action === 'cancel' ? 'danger' : 'primary'} name="step" value="commit">
          {commitButtonText({ action, preview, formValues: prepared.values }).label}
        </ActionButton>
      </p>
      <p className={styles.quiet}>
        It is for exactly these sums and dates. The member gets a mail with your name and the reason.
      </p>
    </Fields>
  </form>
)

const ChoiceForm = ({ view, action, choices, prepared }: PanelProps) => (
  // A postal address does not belong in the URL.
  <form method={action === 'change-address' ? 'post' : 'get'}>
    <input type="hidden" name="change" value={action} />
    <Fields>
      <ChangeChoices
        action={action}
        view={view}
        choices={choices}
        values={prepared.values}
        errors={prepared.errors}
      />
      <p>
        <ActionButton name="step" value="preview" kind={prepared.preview === null ? 'primary' : 'secondary'}>
          {prepared.preview === null ? 'Preview' : 'Preview again'}
        </ActionButton>
      </p>
    </Fields>
  </form>
)

/** A change: what there is to choose, what comes of it, and why it is made. */
export const ChangePanel = (props: PanelProps) => {
  const { view, action, prepared } = props
  const { preview } = prepared
  return (
    <section className={styles.panel} aria-label={actionTitle(action)}>
      <div>
        <h2>{actionTitle(action)}</h2>
        {hasChoice(action) ? <ChoiceForm {...props} /> : <p>The same rules hold as for the member.</p>}
      </div>
      <div>
        {prepared.refusal === null ? null : (
          <DeskNote kind="danger" isAnswer>
            {prepared.refusal}
          </DeskNote>
        )}
        {preview === null || preview.charge_in_flight === null ? null : (
          <DeskNote kind="danger">
            <p>The member reads: “{chargePreviewMessage(action, readCharge(preview.charge_in_flight))}”</p>
          </DeskNote>
        )}
        {preview === null ? null : <BeforeAfter view={view} preview={preview} />}
      </div>
      {preview === null ? null : <Confirm {...props} preview={preview} />}
    </section>
  )
}
