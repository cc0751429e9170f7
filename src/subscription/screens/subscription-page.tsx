import type { ComponentProps } from 'react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useActionData, useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { ListPages, placeInQuery } from '#account/screens/list-pages.tsx'
import { refusalOf } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { localAddressMessages } from '#location/rules/address-validation.ts'
import { listOrders } from '#order/endpoints.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { viewSubscription } from '../endpoints.ts'
import type { Subscription } from '../endpoints.ts'
import { cancelChargedOrder, undoChange } from '../change/change-endpoints.ts'
import { chargeInFlightMessage } from '../renewal/rules/charge-in-flight.ts'
import { readChargeAmount } from '../renewal/rules/charge-reply.ts'
import { memberActions } from '../record/rules/subscription-state.ts'
import { ActionGroups, CancelLink } from '../record/screens/action-links.tsx'
import { ChangeHistory, ChangeConfirmation } from './change-history.tsx'
import { listProducts } from '#catalogue/endpoints.ts'
import { maxShipments, ShipmentList, shipmentsOf } from './shipment-list.tsx'
import { subscriptionPath } from '../record/screens/member-action.ts'
import { subscriptionIdIn } from '../change/screens/change-action.ts'
import { NextOrderPanel } from './next-order.tsx'
import { SubscriptionSection } from './subscription-section.tsx'
import styles from './subscription-page.module.css'
import { listSubscriptionChanges } from '../change/choice-endpoints.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { call, locale } = context.get(shopContext)
  const id = subscriptionIdIn(params)
  const after = placeInQuery(request)
  const [{ today, ...subscription }, { changes, next }, { orders }, products] = await Promise.all([
    call(viewSubscription, { id }),
    call(listSubscriptionChanges, { id, after }),
    call(listOrders, { subscription: id, limit: maxShipments }),
    call(listProducts, {}),
  ])
  const query = new URL(request.url).searchParams
  const lastChange = changes.find((change) => change.id === query.get('done')) ?? null
  const shipments = shipmentsOf(orders, id, products)
  const addressProblems =
    subscription.upcoming_order === null || subscription.address === null
      ? []
      : Object.values(localAddressMessages(subscription.address, locale))
  const history = { changes, next, isOlder: after !== undefined }
  return { subscription, history, shipments, today, lastChange, addressProblems, charge: query.get('charge') }
}

/** Undoes a change, or cancels the order whose charge was in flight. */
export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const id = subscriptionIdIn(params)
  const form = await postedForm(request)
  const changeId = formText(form, 'change_id')
  const endpoint = formText(form, 'step') === 'cancel-order' ? cancelChargedOrder : undoChange
  const refusal = await refusalOf(context.get(shopContext).call(endpoint, { id, change_id: changeId }))
  return refusal ?? redirect(`${subscriptionPath(id)}?done=${changeId}`, 303)
}

/** Address and card are changed where they are shown. */
const actionsElsewhere = [
  'change-address',
  'change-payment-method',
  'remove-one-time',
  'skip-item',
  'unskip-item',
  'cancel',
]

const offeredActions = memberActions.filter((name) => !actionsElsewhere.includes(name))

interface HistoryProps {
  readonly subscription: Subscription
  readonly history: View['history']
}

const History = ({ subscription, history: { changes, next, isOlder } }: HistoryProps) => {
  const t = useMessages(subscriptionMessages)
  return changes.length === 0 ? null : (
    <section className={styles.section} aria-labelledby="history">
      <h2 className={text.h4} id="history">
        {t('history')}
      </h2>
      <ChangeHistory id={subscription.id} changes={changes} />
      <ListPages of="changes" at={subscriptionPath(subscription.id)} next={next} isOlder={isOlder} />
    </section>
  )
}

/** What is wrong with an address that was saved earlier, if anything. */
const AddressCheckNote = ({
  id,
  addressProblems,
}: {
  readonly id: string
  readonly addressProblems: readonly string[]
}) => {
  const t = useMessages(subscriptionMessages)
  return addressProblems.length === 0 ? null : (
    <Note className={styles.note}>
      {rich(
        t.rich('checkShipping', {
          problems: addressProblems.join('. '),
          link: (words) => <a href={`${subscriptionPath(id)}/change-address`}>{words}</a>,
        }),
      )}
    </Note>
  )
}

/** What can be changed while a charge is in flight, and the state of a card that was chosen meanwhile. */
const ChargeInFlightNote = ({
  state,
  charge_in_flight: charge,
  waiting_payment_method_id: waitingCardId,
}: Subscription) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  return charge === null || state === 'canceled' ? null : (
    <Note className={styles.note}>
      {chargeInFlightMessage(readChargeAmount(charge), locale)}{' '}
      {waitingCardId === null ? t('changesAfter') : t('laterCard')}
    </Note>
  )
}

type View = ReturnType<typeof useLoaderData<typeof loader>>

/** What was just changed, what happens next, and what needs attention. */
const Notes = ({
  subscription,
  lastChange,
  addressProblems,
  charge,
}: Omit<View, 'history' | 'shipments' | 'today'>) => (
  <>
    {lastChange === null ? null : (
      <div className={classNames(styles.note, styles.toast)}>
        <ChangeConfirmation
          id={subscription.id}
          change={lastChange}
          nextOn={subscription.upcoming_order?.on ?? null}
          charge={charge}
        />
      </div>
    )}
    <ChargeInFlightNote {...subscription} />
    <AddressCheckNote id={subscription.id} addressProblems={addressProblems} />
  </>
)

const Deliveries = ({ shipments }: ComponentProps<typeof ShipmentList>) => {
  const t = useMessages(subscriptionMessages)
  return shipments.length === 0 ? null : (
    <section className={styles.section} aria-labelledby="deliveries">
      <h2 className={text.h4} id="deliveries">
        {t('deliveries')}
      </h2>
      <ShipmentList shipments={shipments} />
    </section>
  )
}

/** One subscription: its facts, its next order, all actions, and its history. */
const SubscriptionPage = () => {
  const t = useMessages(subscriptionMessages)
  const { subscription, history, shipments, today, lastChange, addressProblems, charge } =
    useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { upcoming_order: order } = subscription
  return (
    <AccountFrame at="subscriptions" title={t('subscription')}>
      <p>
        <ButtonLink kind="link" href="/account/subscriptions">
          {t('allSubscriptions')}
        </ButtonLink>
      </p>
      {refused ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      <Notes
        subscription={subscription}
        lastChange={lastChange}
        addressProblems={addressProblems}
        charge={charge}
      />
      <SubscriptionSection
        subscription={subscription}
        today={today}
        aside={order === null ? null : <NextOrderPanel subscription={subscription} order={order} />}
      >
        <ActionGroups subscription={subscription} actions={offeredActions} />
        <div className={styles.links}>
          <CancelLink subscription={subscription} />
        </div>
      </SubscriptionSection>
      <Deliveries shipments={shipments} />
      <History subscription={subscription} history={history} />
    </AccountFrame>
  )
}

export default SubscriptionPage
