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
import { chargePreviewMessage } from '#subscription/renewal/rules/charge-in-flight.ts'
import { readCharge } from '#subscription/renewal/rules/charge-reply.ts'
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
  if (charge !== null) return 'There are no orders after that one.'
  const order =
    next === null
      ? 'You have no upcoming orders.'
      : `Your ${longDate(next.on)} order (${priceText(next.total, next.currency)}) and all later orders are canceled.`
  return next === null && on !== null
    ? `Your ${longDate(on)} order and all later orders are canceled.`
    : order
}

const chargeMessage = (charge: ChargeInFlight | null): string =>
  charge === null
    ? 'You won’t be charged again. Orders you already placed will still arrive.'
    : chargePreviewMessage('cancel', readCharge(charge))

const cancellationEffects = (
  subscription: Subscription,
  charge: ChargeInFlight | null,
): readonly string[] => {
  const { upcoming_order: next, plan } = subscription
  const addOns = charge === null ? (next?.lines.filter(({ add_on_id: id }) => id !== null) ?? []) : []
  return [
    `${plan.name} is canceled right away.`,
    ...(charge === null
      ? [orderMessage(subscription, charge), chargeMessage(charge)]
      : [chargeMessage(charge), orderMessage(subscription, charge)]),
    ...(addOns.length > 0 ? [`${addOns.map(({ name }) => name).join(' and ')} is removed too.`] : []),
    'We’ll email you a confirmation. You can start again at any time.',
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
              What happens when you cancel
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
