import { use } from 'react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { lookupPage, lookupPayload } from '#order/screens/order-lookup.ts'
import type { OrderLookup } from '#order/screens/order-lookup.ts'
import { OrderLookupPage } from '#order/screens/order-lookup-page.tsx'
import { OrderPageLink } from '#order/screens/order-links.tsx'
import { shopDay } from '#order/screens/shop-day.ts'
import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice } from '#shared/money.ts'
import { Note } from '#ui/note.tsx'
import { SiteContext } from '#ui/page-head.tsx'
import { WirePrice } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import { previewWithdrawal, withdraw } from '../endpoints.ts'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import styles from './withdraw-page.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { withdrawalMessages } from '../messages/withdrawal-messages.ts'
import type { Locale } from '#shared/locale.ts'

/** The result. */
const WithdrawalDone = ({ done }: { readonly done: ReplyOf<typeof withdraw> }) => {
  const t = useMessages(withdrawalMessages)

  const locale = useLocale()
  const price = () => <WirePrice of={done.refund} currency={done.currency} />
  return (
    <>
      <h1 className={text.d2}>
        {done.kind === 'cancel'
          ? t('isCanceled', { number: done.number })
          : t('withdrew', { number: done.number })}
      </h1>
      <Note kind="ok" isAnswer className={styles.message}>
        <p>{t('received', { day: shopDay(done.received_at, locale) })}</p>
        {isNoPrice(done.refund) ? null : done.state === 'closed' ? (
          <p>
            {rich(t.rich('doneRefund', { price, target: refundTargetText(done.refund_to, locale) }))}
            {done.refund_to === 'credit' ? '' : ` ${t('bankTime')}`}
          </p>
        ) : (
          <p>{rich(t.rich('doneReturn', { price, target: refundTargetText(done.refund_to, locale) }))}</p>
        )}
      </Note>
    </>
  )
}

const page = lookupPage<ReplyOf<typeof previewWithdrawal>, ReplyOf<typeof withdraw>>({
  what: 'order',
  find: (call, entered) => call(previewWithdrawal, lookupPayload(entered)),
  action: async (call, form, entered) => {
    if (formText(form, 'step') !== 'confirm') return null
    const done = await call(withdraw, { ...lookupPayload(entered), name: formText(form, 'name') })
    return { done, found: null }
  },
})

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  page.load({ request, shop: context.get(shopContext) })

export const action = ({ request, context }: ActionFunctionArgs) =>
  page.submit({ request, shop: context.get(shopContext) })

const labels = (locale: Locale) => {
  const t = withdrawalMessages.in(locale)
  return { number: t('number'), email: t('email') }
}
const hint = (locale: Locale): string => {
  const t = withdrawalMessages.in(locale)
  return t('hint')
}

/** Where the law gives the right to withdraw, the page and its button name it; elsewhere they name what there is. */
const pageTexts = (locale: Locale) => {
  const t = withdrawalMessages.in(locale)
  return {
    withdraw: {
      title: t('tabWithdraw'),
      heading: t('headingWithdraw'),
      lead: t('leadWithdraw'),
      labels: { ...labels(locale), button: t('withdraw') },
      hint: hint(locale),
    },
    cancel: {
      title: t('tabCancel'),
      heading: t('tabCancel'),
      lead: t('leadCancel'),
      labels: { ...labels(locale), button: t('find') },
      hint: hint(locale),
    },
  } as const
}

const returnable: readonly (string | undefined)[] = ['packed', 'shipped', 'too-late']

/** The way on for an order that can be neither canceled nor withdrawn from. */
const ReturnInstead = ({ entered: { number, email } }: { readonly entered: OrderLookup }) => {
  const t = useMessages(withdrawalMessages)
  return (
    <div className={styles.after}>
      <OrderPageLink
        order={{ number }}
        guestEmail={email === '' ? null : email}
        to="/return"
        label={t('returnInstead')}
      />
    </div>
  )
}

/** Two steps, as Directive (EU) 2023/2673 requires: say which contract, then confirm; for members and guests. */
const WithdrawPage = () => {
  const locale = useLocale()

  const { isMember, answer: loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded
  const { found: preview, done, failure } = answer
  const { mayWithdraw } = use(SiteContext)
  return (
    <OrderLookupPage
      text={mayWithdraw ? pageTexts(locale).withdraw : pageTexts(locale).cancel}
      picture="withdrawal"
      action="/withdraw"
      entered={answer.entered}
      failure={failure}
      isMember={isMember}
      after={returnable.includes(failure?.reason) ? <ReturnInstead entered={answer.entered} /> : null}
      content={
        done ? (
          <WithdrawalDone done={done} />
        ) : preview ? (
          <ConfirmWithdrawal preview={preview} email={answer.entered.email} failure={failure} />
        ) : null
      }
    />
  )
}

export default WithdrawPage
