import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { longDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { viewSubscription } from '#subscription/endpoints.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import type { ChangePreview } from '../change-endpoints.ts'
import { listCancellationReasons } from '../choice-endpoints.ts'
import { chargeInFlightMessage } from '#subscription/renewal/rules/charge-in-flight.ts'
import { BackLink } from './back-link.tsx'
import { CancelForm } from './cancel-form.tsx'
import { changeAction, subscriptionIdIn } from './change-action.ts'
import { prepareChange } from './prepare-change.ts'
import styles from './change-page.module.css'
import own from './cancel-page.module.css'

type ChargeInFlight = NonNullable<ChangePreview['charge_in_flight']>

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const id = subscriptionIdIn(params)
  const [subscription, reasons] = await Promise.all([
    call(viewSubscription, { id }),
    call(listCancellationReasons, { id }),
  ])
  const refusal = subscription.actions.find(({ action: name }) => name === 'cancel')?.message ?? null
  const { preview } =
    refusal === null ? await prepareChange(call, { id, action: 'cancel', formValues: {} }) : { preview: null }
  return data(
    {
      subscription,
      reasons,
      refusal,
      token: preview?.token ?? '',
      charge: preview?.charge_in_flight ?? null,
    },
    { status: refusal === null ? 200 : 409 },
  )
}

export const action = (args: ActionFunctionArgs) =>
  changeAction({ ...args, params: { ...args.params, action: 'cancel' } })

/** The order that is not placed anymore; one that is being charged is placed. */
const orderMessage = (
  { upcoming_order: next, next_order_on: on }: Subscription,
  charge: ChargeInFlight | null,
): string => {
  if (charge !== null) return 'No order comes after that one.'
  const order =
    next === null
      ? 'No order is coming, and none will be.'
      : `The order of ${longDate(next.on)} over ${priceText(next.total, next.currency)} does not come, and none after it.`
  return next === null && on !== null
    ? `The order of ${longDate(on)} does not come, and none after it.`
    : order
}

const chargeMessage = (charge: ChargeInFlight | null): string =>
  charge === null
    ? 'Nothing more is charged. An order that was already placed still arrives.'
    : `${chargeInFlightMessage(charge)} That payment is on its way and goes on; nothing else is charged.`

const cancellationEffects = (
  subscription: Subscription,
  charge: ChargeInFlight | null,
): readonly string[] => {
  const { upcoming_order: next, plan } = subscription
  const addOns = charge === null ? (next?.lines.filter(({ add_on_id: id }) => id !== null) ?? []) : []
  return [
    `${plan.name} stops at once.`,
    ...(charge === null
      ? [orderMessage(subscription, charge), chargeMessage(charge)]
      : [chargeMessage(charge), orderMessage(subscription, charge)]),
    ...(addOns.length > 0 ? [`${addOns.map(({ name }) => name).join(' and ')} is taken out with it.`] : []),
    'We mail you a confirmation at once. You can start again whenever you like.',
  ]
}

/** Leaving: what stops and when, a reason if the member likes, and one button. */
const CancelPage = () => {
  const { subscription, reasons, refusal, token, charge } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <AccountFrame at="subscriptions" title="Cancel subscription">
      <BackLink subscription={subscription} />
      {refused?.prepared.failure ? (
        <FormRefusal failure={refused.prepared.failure} className={styles.refusal} />
      ) : null}
      {refusal === null ? (
        <div className={styles.split}>
          <section aria-labelledby="stops">
            <h2 className={text.h4} id="stops">
              What stops, and when
            </h2>
            <ul className={own.stops}>
              {cancellationEffects(subscription, charge).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
          <CancelForm
            id={subscription.id}
            reasons={reasons}
            token={token}
            charge={charge}
            formValues={refused?.prepared.formValues ?? {}}
          />
        </div>
      ) : (
        <Note className={styles.refusal}>{refusal}</Note>
      )}
    </AccountFrame>
  )
}

export default CancelPage
