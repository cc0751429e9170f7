import { shopDay } from '#order/screens/shop-day.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { OrderReturn } from '../endpoints.ts'
import styles from './return-page.module.css'

const Contents = ({ lines }: Pick<OrderReturn, 'lines'>) => (
  <>{lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</>
)

/** The label where the shop pays: its file, or a button that asks for it again while the carrier makes it. */
const Label = ({
  label,
  order,
}: { readonly label: NonNullable<OrderReturn['label']> } & Pick<ReturnListProps, 'order'>) => {
  if (label.state === 'ready')
    return (
      <p>
        <ButtonLink kind="primary" size="small" href={`/return-label.pdf?key=${label.key}`}>
          Open the label (PDF)
        </ButtonLink>
      </p>
    )
  if (label.state === 'refused')
    return (
      <p>
        Our carrier couldn’t create a label for your address. Please email{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> before you send it. We’ll pay for
        return shipping.
      </p>
    )
  return (
    <form method="post" action="/return">
      <p>
        Our carrier is creating your label. We’ll email it to you in a moment, and you can check here again.
      </p>
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={order.email} />
      <Button kind="secondary" size="small">
        Check again
      </Button>
    </form>
  )
}

const wayTexts = {
  label: 'attach the label and hand it to the carrier',
  own: 'send it with a carrier of your choice, at your expense,',
} as const

/** What the buyer does now. */
export const ReturnInstructions = ({
  one,
  order,
}: { readonly one: OrderReturn } & Pick<ReturnListProps, 'order'>) => (
  <Note kind="ok" isAnswer className={styles.message}>
    <p>
      Write <strong className={text.strong}>{one.number}</strong> on the package,{' '}
      {one.label === null ? wayTexts.own : wayTexts.label} by {longDate(one.send_by)}. It goes to:
    </p>
    <p>
      {[brand.seller.name, ...brand.seller.lines].map((line) => (
        <span key={line} className={text.block}>
          {line}
        </span>
      ))}
    </p>
    {one.label === null ? null : <Label label={one.label} order={order} />}
    <p>
      When we receive it, <WirePrice of={one.refund} currency={one.currency} /> will be refunded{' '}
      {refundTargetText(one.refund_to)}. We also emailed you these instructions.
    </p>
  </Note>
)

const travelTexts = {
  'in-transit': 'On its way back',
  lost: 'The carrier reported it lost. We’re looking into it',
  arrived: 'Arrived. We’re about to check it',
} as const

const stateText = ({ state, requested_at: at, send_by: by, travel }: OrderReturn): string => {
  switch (state) {
    case 'requested':
      return travel === null ? `Requested on ${shopDay(at)}, send by ${longDate(by)}` : travelTexts[travel]
    case 'received':
      return 'Received'
    case 'canceled':
      return 'Canceled'
    case 'expired':
      return 'Expired'
    default:
      return state satisfies never
  }
}

const hasRefund = ({ state }: OrderReturn): boolean => state === 'requested' || state === 'received'

/** The carrier's page of a package that is on its way. */
const Tracking = ({ label }: Pick<OrderReturn, 'label'>) =>
  label?.tracking_url && label.tracking ? (
    <span className={classNames(text.block, text.small)}>
      Carrier tracking: <a href={label.tracking_url}>{label.tracking}</a>
    </span>
  ) : null

interface ReturnListProps {
  readonly returns: readonly OrderReturn[]
  readonly order: { readonly number: string; readonly email: string }
  /** The number of the return whose instructions the page shows; null for none. */
  readonly shown: string | null
}

const CancelForm = ({
  one,
  order,
}: {
  readonly one: OrderReturn
  readonly order: ReturnListProps['order']
}) => (
  <form method="post" action="/return">
    <input type="hidden" name="step" value="cancel" />
    <input type="hidden" name="number" value={order.number} />
    <input type="hidden" name="email" value={order.email} />
    <input type="hidden" name="return_number" value={one.number} />
    <Button kind="secondary" size="small">
      Cancel this return<span className={text.hidden}> {one.number}</span>
    </Button>
  </form>
)

interface OneReturnProps extends Pick<ReturnListProps, 'order'> {
  readonly one: OrderReturn
  /** Whether its instructions are on the page already. */
  readonly isShown: boolean
}

const OneReturn = ({ one, order, isShown }: OneReturnProps) => (
  <li>
    <strong className={text.strong}>{one.number}</strong>
    <span className={classNames(text.block, text.small)}>
      <Contents lines={one.lines} />
    </span>
    <span className={classNames(text.block, text.small, text.mute)}>
      {stateText(one)}
      {hasRefund(one) ? (
        <>
          , <WirePrice of={one.refund} currency={one.currency} /> back
        </>
      ) : null}
    </span>
    <Tracking label={one.label} />
    {one.label && one.travel === null && !isShown ? <Label label={one.label} order={order} /> : null}
    {one.state === 'requested' && one.travel === null ? <CancelForm one={one} order={order} /> : null}
  </li>
)

/** The returns of an order so far. */
export const ReturnList = ({ returns, order, shown }: ReturnListProps) =>
  returns.length === 0 ? null : (
    <section aria-labelledby="returns" className={styles.section}>
      <h2 className={text.h4} id="returns">
        Returns of this order
      </h2>
      <ul className={styles.list}>
        {returns.map((one) => (
          <OneReturn key={one.number} one={one} order={order} isShown={one.number === shown} />
        ))}
      </ul>
    </section>
  )
