import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
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
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { changeMessages } from '../../messages/change-messages.ts'
import type { Locale } from '#shared/locale.ts'

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
  locale: Locale,
): string => {
  const t = changeMessages.in(locale)

  if (charge !== null) return t('noneAfter')
  const order =
    next === null
      ? t('noUpcoming')
      : t('ordersCanceled', {
          day: longDate(next.on, locale),
          amount: priceText(next.total, next.currency, locale),
        })
  return next === null && on !== null ? t('allCanceled', { day: longDate(on, locale) }) : order
}

const chargeMessage = (charge: ChargeInFlight | null, locale: Locale): string => {
  const t = changeMessages.in(locale)
  return charge === null ? t('notAgain') : chargePreviewMessage('cancel', readCharge(charge), locale)
}

const cancellationEffects = (
  subscription: Subscription,
  charge: ChargeInFlight | null,
  locale: Locale,
  named: (text: string) => string,
): readonly string[] => {
  const t = changeMessages.in(locale)

  const { upcoming_order: next, plan } = subscription
  const addOns = charge === null ? (next?.lines.filter(({ add_on_id: id }) => id !== null) ?? []) : []
  return [
    t('canceledNow', { plan: named(plan.name) }),
    ...(charge === null
      ? [orderMessage(subscription, charge, locale), chargeMessage(charge, locale)]
      : [chargeMessage(charge, locale), orderMessage(subscription, charge, locale)]),
    ...(addOns.length > 0
      ? [
          t('removedToo', {
            names: addOns.map(({ name }) => named(name)).join(` ${t('and')} `),
            count: addOns.length,
          }),
        ]
      : []),
    t('confirmation'),
  ]
}

/** Leaving: what stops and when, a reason if the member likes, and one button. */
const CancelPage = () => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  const named = useCatalogueText()

  const { subscription, reasons, refusal, token, charge } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <AccountFrame at="subscriptions" title={t('cancelTitle')}>
      <BackLink subscription={subscription} />
      {refused?.prepared.failure ? (
        <FormRefusal failure={refused.prepared.failure} className={styles.refusal} />
      ) : null}
      {refusal === null ? (
        <div className={styles.split}>
          <section aria-labelledby="stops">
            <h2 className={text.h4} id="stops">
              {t('whatHappens')}
            </h2>
            <ul className={own.stops}>
              {cancellationEffects(subscription, charge, locale, named).map((sentence) => (
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
