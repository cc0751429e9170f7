import { cardEndingText } from '#payment/card/rules/card.ts'
import { priceText } from '#shared/money.ts'
import { changeText } from '#subscription/change/screens/change-text.ts'
import { frequencyText } from '#subscription/record/screens/subscription-text.ts'
import { actionTitle } from '#subscription/record/screens/member-action.ts'
import { subscriptionMark } from '../rules/order-marks.ts'
import { staffChanges } from '../rules/staff-changes.ts'
import type { StaffChangeAction } from '../rules/staff-changes.ts'
import type { DeskSubscription } from '../subscription-endpoints.ts'
import { JarSection } from './jar-chart.tsx'
import { OrderCalendar } from './order-calendar.tsx'
import { ActionButton } from './parts/action.tsx'
import { ComingStrip } from './parts/coming-strip.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { ProductName, StateMark } from './parts/mark.tsx'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment, dayText } from './parts/times.tsx'
import styles from './subscription-parts.module.css'

interface HeadProps {
  readonly view: DeskSubscription
  readonly mayAct: boolean
  readonly current: StaffChangeAction | null
}

const Actions = ({ view, current }: Omit<HeadProps, 'mayAct'>) => {
  const allowed = staffChanges.filter((action) =>
    view.subscription.actions.some((one) => one.action === action && one.allowed),
  )
  return (
    <nav className={styles.actions} aria-label="Changes">
      {allowed.map((action) => (
        <a key={action} href={`?change=${action}`} aria-current={action === current ? 'page' : undefined}>
          {actionTitle(action)}
        </a>
      ))}
    </nav>
  )
}

/** What it is, its state, and what can be changed of it. */
export const SubscriptionHead = ({ view, mayAct, current }: HeadProps) => {
  const { subscription, account_id: accountId, person } = view
  const { plan, state, price, currency, interval_months: months, upcoming_order: next } = subscription
  const name = subscription.quantity > 1 ? `${subscription.quantity} × ${plan.name}` : plan.name
  return (
    <>
      <DeskHead
        crumb={<a href={`/desk/members/${accountId}`}>{person?.name || 'Member'}</a>}
        title={name}
        sub={
          <>
            <StateMark mark={subscriptionMark(state)} />
            {priceText(price, currency)} {frequencyText(months)}, since {dayText(subscription.activated_at)}.{' '}
            {next === null ? 'No order is coming.' : `Next order ${dayText(next.on)}.`}
          </>
        }
      />
      {mayAct ? <Actions view={view} current={current} /> : null}
    </>
  )
}

/** The contract: what it costs, how it is paid, where it ships. */
export const SubscriptionAside = ({ view }: { readonly view: DeskSubscription }) => {
  const { subscription, person, product } = view
  const { card, prepaidTerm: term, coupon_code: code, remaining_orders: left } = subscription
  const address = person?.address
  return (
    <Section title="Contract">
      <Facts
        facts={[
          ['Product', <ProductName key="product" product={product} name={subscription.plan.name} />],
          [
            'Price',
            `${priceText(subscription.price, subscription.currency)} ${frequencyText(subscription.interval_months)}`,
          ],
          ['Card', card === null ? 'missing' : cardEndingText(card)],
          ['Prepaid', term === null ? 'not yet' : `${dayText(term.first_on)} to ${dayText(term.last_on)}`],
          ['Code', code ?? 'none'],
          ['End', left === null ? 'none' : `after ${left} more`],
          ...(address
            ? [['Ships to', `${address.city}, ${address.region} ${address.zip}, ${address.country}`] as const]
            : []),
        ]}
      />
    </Section>
  )
}

type ChangeRow = DeskSubscription['changes'][number]

const byText = ({ by, staff }: ChangeRow): string => {
  if (staff !== null)
    return staff.reason === '' ? staff.name : `${staff.name}, for the member: “${staff.reason}”`
  return by === 'member' ? 'The member' : 'The shop'
}

const BeingCharged = ({
  charge,
}: {
  readonly charge: DeskSubscription['subscription']['charge_in_flight']
}) =>
  charge === null ? null : (
    <DeskNote>
      <p>{`${priceText(charge.amount, charge.currency)} is being charged for the order of ${dayText(charge.on)}.`}</p>
    </DeskNote>
  )

interface ParkedProps {
  readonly parked: DeskSubscription['parked']
  readonly mayAct: boolean
  readonly requestId: string
}

/** The shop itself failed on it: why, and the way to take it up again. */
export const ParkedNote = ({ parked, mayAct, requestId }: ParkedProps) =>
  parked === null ? null : (
    <DeskNote kind="danger">
      <p>
        Its renewals are parked since <Moment at={parked.at} />: {parked.text}.
        {parked.times > 1 ? ` It failed ${parked.times} times since.` : ''}
      </p>
      {parked.reason === '' ? null : <p>The shop said: “{parked.reason}”</p>}
      {mayAct ? (
        <form method="post" className={styles.retry}>
          <input type="hidden" name="step" value="retry" />
          <input type="hidden" name="request_id" value={requestId} />
          <p>The next run tries it again. If it fails once more, it is parked once more.</p>
          <ActionButton kind="primary">Try again</ActionButton>
        </form>
      ) : null}
    </DeskNote>
  )

/** The orders to come, and what changed, the newest first. */
export const SubscriptionHistory = ({ view }: { readonly view: DeskSubscription }) => {
  const { coming, changes, payment_problem: problem, subscription } = view
  return (
    <>
      <BeingCharged charge={subscription.charge_in_flight} />
      {problem === null && subscription.stopped_message === null ? null : (
        <DeskNote kind="danger">
          <p>{problem ?? subscription.stopped_message}</p>
        </DeskNote>
      )}
      <Section title="Coming orders" aside="prices of today with tax">
        {coming.length === 0 ? (
          <p>No order is coming.</p>
        ) : (
          <ComingStrip orders={coming} today={view.today} />
        )}
      </Section>
      <JarSection view={view} />
      <OrderCalendar coming={coming} today={view.today} />
      <Section title="History">
        {changes.length === 0 ? <p>Nothing was changed yet.</p> : null}
        <ol className={styles.history}>
          {changes.map((change) => (
            <li key={change.id}>
              <p>
                {change.undone_at === null ? changeText(change) : <s>{changeText(change)}</s>}
                <Moment at={Temporal.Instant.from(change.at).toString()} />
              </p>
              <p>
                {byText(change)}
                {change.undone_at === null ? '' : ', undone'}
              </p>
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}
