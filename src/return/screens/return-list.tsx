import { PlanQuantities } from '#catalogue/screens/parts/plan-name.tsx'
import { shopDay } from '#order/screens/shop-day.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import type { Locale } from '#shared/locale.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { OrderReturn } from '../endpoints.ts'
import { returnPagesMessages } from '../messages/return-pages-messages.ts'
import styles from './return-page.module.css'

/** The label where the shop pays: its file, or a button that asks for it again while the carrier makes it. */
const Label = ({
  label,
  order,
}: { readonly label: NonNullable<OrderReturn['label']> } & Pick<ReturnListProps, 'order'>) => {
  const t = useMessages(returnPagesMessages)
  if (label.state === 'ready')
    return (
      <p>
        <ButtonLink kind="primary" size="small" href={`/return-label.pdf?key=${label.key}`}>
          {t('openLabel')}
        </ButtonLink>
      </p>
    )
  if (label.state === 'refused')
    return (
      <p>
        {rich(
          t.rich('labelRefused', {
            email: brand.supportEmail,
            link: (email) => <a href={`mailto:${brand.supportEmail}`}>{email}</a>,
          }),
        )}
      </p>
    )
  return (
    <form method="post" action="/return">
      <p>{t('labelPreparing')}</p>
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={order.email} />
      <Button kind="secondary" size="small">
        {t('checkAgain')}
      </Button>
    </form>
  )
}

/** What the buyer does now. */
export const ReturnInstructions = ({
  one,
  order,
}: { readonly one: OrderReturn } & Pick<ReturnListProps, 'order'>) => {
  const t = useMessages(returnPagesMessages)
  const locale = useLocale()
  return (
    <Note kind="ok" isAnswer className={styles.message}>
      <p>
        {rich(
          t.rich('sendIt', {
            number: () => <strong className={text.strong}>{one.number}</strong>,
            label: one.label === null ? 'no' : 'yes',
            day: longDate(one.send_by, locale),
          }),
        )}
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
        {rich(
          t.rich('refundWhenReceived', {
            price: () => <WirePrice of={one.refund} currency={one.currency} />,
            target: refundTargetText(one.refund_to, locale),
          }),
        )}{' '}
        {t('byMail')}
      </p>
    </Note>
  )
}

const travelKeys = {
  'in-transit': 'inTransit',
  lost: 'lost',
  arrived: 'arrived',
} as const

const stateText = ({ state, requested_at: at, send_by: by, travel }: OrderReturn, locale: Locale): string => {
  const t = returnPagesMessages.in(locale)
  switch (state) {
    case 'requested':
      return travel === null
        ? t('requestedOn', { day: shopDay(at, locale), by: longDate(by, locale) })
        : t(travelKeys[travel])
    case 'received':
    case 'canceled':
    case 'expired':
      return t(state)
    default:
      return state satisfies never
  }
}

const hasRefund = ({ state }: OrderReturn): boolean => state === 'requested' || state === 'received'

/** The carrier's page of a package that is on its way. */
const Tracking = ({ label }: Pick<OrderReturn, 'label'>) => {
  const t = useMessages(returnPagesMessages)
  if (!label?.tracking_url || !label.tracking) return null
  const { tracking: number, tracking_url: href } = label
  return (
    <span className={classNames(text.block, text.small)}>
      {rich(t.rich('tracking', { number, link: (inside) => <a href={href}>{inside}</a> }))}
    </span>
  )
}

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
      {rich(
        useMessages(returnPagesMessages).rich('cancel', {
          number: one.number,
          hidden: (inside) => <span className={text.hidden}>{inside}</span>,
        }),
      )}
    </Button>
  </form>
)

interface OneReturnProps extends Pick<ReturnListProps, 'order'> {
  readonly one: OrderReturn
  /** Whether its instructions are on the page already. */
  readonly isShown: boolean
}

const OneReturn = ({ one, order, isShown }: OneReturnProps) => {
  const t = useMessages(returnPagesMessages)
  const state = stateText(one, useLocale())
  const price = () => <WirePrice of={one.refund} currency={one.currency} />
  return (
    <li>
      <strong className={text.strong}>{one.number}</strong>
      <span className={classNames(text.block, text.small)}>
        <PlanQuantities lines={one.lines} />
      </span>
      <span className={classNames(text.block, text.small, text.mute)}>
        {hasRefund(one) ? rich(t.rich('refundBack', { state, price })) : state}
      </span>
      <Tracking label={one.label} />
      {one.label && one.travel === null && !isShown ? <Label label={one.label} order={order} /> : null}
      {one.state === 'requested' && one.travel === null ? <CancelForm one={one} order={order} /> : null}
    </li>
  )
}

/** The returns of an order so far. */
export const ReturnList = ({ returns, order, shown }: ReturnListProps) => {
  const t = useMessages(returnPagesMessages)
  return returns.length === 0 ? null : (
    <section aria-labelledby="returns" className={styles.section}>
      <h2 className={text.h4} id="returns">
        {t('returnsOfOrder')}
      </h2>
      <ul className={styles.list}>
        {returns.map((one) => (
          <OneReturn key={one.number} one={one} order={order} isShown={one.number === shown} />
        ))}
      </ul>
    </section>
  )
}
