import type { LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { longDate } from '#shared/dates.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import { WirePrice } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import { viewSubscription } from '#subscription/endpoints.ts'
import { viewSubscriptionChoices } from '../choice-endpoints.ts'
import { actionDescription } from './change-text.ts'
import { cardText } from '#subscription/record/screens/subscription-text.ts'
import { BackLink } from './back-link.tsx'
import { changeTargetIn, changeAction } from './change-action.ts'
import { changeFields } from './change-fields.tsx'
import { ChangePreviewBox } from './change-preview-box.tsx'
import { actionTitle } from '#subscription/record/screens/member-action.ts'
import { MonthCalendar } from './month-calendar.tsx'
import { prepareChange } from './prepare-change.ts'
import type { Prepared } from './prepare-change.ts'
import { formValuesIn } from './read-change.ts'
import styles from './change-page.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { changeMessages } from '../../messages/change-messages.ts'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { id, action } = changeTargetIn(params)
  const query = new URL(request.url).searchParams
  const [subscription, choices] = await Promise.all([
    call(viewSubscription, { id }),
    call(viewSubscriptionChoices, { id }),
  ])
  const refusal = subscription.actions.find((one) => one.action === action)?.message ?? null
  const formValues = formValuesIn(query.entries())
  const prepared: Prepared =
    refusal === null
      ? await prepareChange(call, { id, action, formValues })
      : { formValues, preview: null, failure: null }
  const view = { action, subscription, choices, prepared, refusal, month: query.get('month') }
  return data(view, { status: refusal === null ? (prepared.failure?.status ?? 200) : 409 })
}

export const action = changeAction

type View = ReturnType<typeof useLoaderData<typeof loader>>

/** The state before the change. */
const CurrentOrder = ({ subscription: { upcoming_order: next, card } }: Pick<View, 'subscription'>) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  return next === null ? null : (
    <p className={classNames(text.mute, styles.now)}>
      {rich(
        t.rich('currently', {
          day: longDate(next.on, locale),
          card: cardText(card, locale),
          price: () => <WirePrice of={next.to_pay} currency={next.currency} />,
        }),
      )}
    </p>
  )
}

/** The form of an action that needs a choice; it requests the preview. */
const ChangeForm = ({ view, prepared }: { readonly view: View; readonly prepared: Prepared }) => {
  const t = useMessages(changeMessages)

  const Fields = changeFields[view.action]
  if (Fields === null) return null
  // An address does not belong into an address line; everything else can be linked to.
  const method = view.action === 'change-address' ? 'post' : 'get'
  return (
    <form method={method} action="#result" className={styles.form} data-live-preview noValidate>
      <Fields
        subscription={view.subscription}
        choices={view.choices}
        formValues={prepared.formValues}
        errors={prepared.failure?.fields ?? {}}
      />
      <div>
        <Button kind={prepared.preview === null ? 'default' : 'secondary'} size="small">
          {prepared.preview === null ? t('preview') : t('updatePreview')}
        </Button>
      </div>
    </form>
  )
}

const Calendar = ({ view, prepared }: { readonly view: View; readonly prepared: Prepared }) => {
  const now = view.subscription.upcoming_order?.on ?? view.subscription.next_order_on ?? ''
  const chosen = prepared.formValues['on'] ?? null
  const month = view.month ?? (chosen ?? now).slice(0, 7)
  const days = view.choices.order_days
  const first = days.first.slice(0, 7)
  const shown = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && month >= first ? month : first
  return <MonthCalendar month={shown} days={days} current={now} chosen={chosen} />
}

const Result = ({ view, prepared }: { readonly view: View; readonly prepared: Prepared }) => {
  const t = useMessages(changeMessages)

  const { action: memberAction, subscription } = view
  if (prepared.preview === null && memberAction !== 'move') return null
  // Where the form was refused its address leads nowhere, so that the summary takes the focus.
  const id = prepared.failure === null ? 'result' : undefined
  return (
    <section className={styles.box} aria-label={t('whatChanges')} id={id}>
      {memberAction === 'move' ? <Calendar view={view} prepared={prepared} /> : null}
      {prepared.preview === null ? null : (
        <ChangePreviewBox
          action={memberAction}
          subscription={subscription}
          preview={prepared.preview}
          formValues={prepared.formValues}
        />
      )}
    </section>
  )
}

/** Why nothing can be chosen here now; a card for the orders after a charge in flight is chosen elsewhere. */
const Refusal = ({ view, refusal }: { readonly view: View; readonly refusal: string }) => {
  const t = useMessages(changeMessages)
  return (
    <Note className={styles.refusal}>
      {refusal}{' '}
      {view.action === 'change-payment-method' && view.subscription.charge_in_flight !== null ? (
        <a href="/account/settings/payment-methods">{t('laterCard')}</a>
      ) : null}
    </Note>
  )
}

/** One action: what it does, what there is to choose, and what comes of it before it is done. */
const ChangePage = () => {
  const locale = useLocale()

  const view = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const prepared = answer?.prepared ?? view.prepared
  const { subscription, action: memberAction, refusal } = view
  return (
    <AccountFrame at="subscriptions" title={actionTitle(memberAction, locale)}>
      <BackLink subscription={subscription} />
      {prepared.failure === null ? null : (
        <FormRefusal failure={prepared.failure} className={styles.refusal} />
      )}
      <div className={styles.split}>
        <div>
          <p className={styles.description}>{actionDescription(memberAction, subscription, locale)}</p>
          <CurrentOrder subscription={subscription} />
          {refusal === null ? (
            <ChangeForm view={view} prepared={prepared} />
          ) : (
            <Refusal view={view} refusal={refusal} />
          )}
        </div>
        {refusal === null ? (
          <div className={styles.place} data-live-preview-target aria-live="polite">
            <Result view={view} prepared={prepared} />
          </div>
        ) : null}
      </div>
    </AccountFrame>
  )
}

export default ChangePage
