import { use } from 'react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { choosePassword } from '#account/endpoints.ts'
import { refusalOf } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { trackedRevenue, trackedTotals } from '#cart/rules/tracked-cart.ts'
import { BankQuestion } from '#payment/screens/bank-question.tsx'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ShopError, errorCatalogue, isShopError } from '#shared/errors.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { PollUntilSettled } from '#ui/poll-until-settled.tsx'
import { Note } from '#ui/note.tsx'
import { PageEvent } from '#ui/page-event.tsx'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { viewPurchase } from '../endpoints.ts'
import { OrderSummary } from './order-summary.tsx'
import { PlacedOrder } from './placed-order.tsx'
import type { PasswordAnswer } from './placed-order.tsx'
import styles from './thank-you-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { thankYouMessages } from '../messages/thank-you-messages.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'

export const handle = { takesCards: true } satisfies PageOptions

/** The checkout's id finds this page; what it shows depends on the visitor and the time. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const id = new URL(request.url).searchParams.get('checkout') ?? ''
  if (id === '') return data(null, { status: 404 })
  try {
    return await context.get(shopContext).call(viewPurchase, { id })
  } catch (thrown) {
    if (isShopError(thrown) && thrown.code === 'VALIDATION_ERROR') throw new ShopError('NOT_FOUND')
    throw thrown
  }
}

/** The only form of this page: a password for the account of the order. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const purchase = new URL(request.url).searchParams.get('checkout') ?? ''
  const payload = { purchase, password: formText(form, 'password') }
  const refusal = await refusalOf(context.get(shopContext).call(choosePassword, payload))
  return refusal ?? data({ failure: null })
}

/** What the form of this page led to; null before it was sent. */
const usePasswordAnswer = (): PasswordAnswer | null => {
  const answer = useActionData<typeof action>()
  return answer === undefined ? null : { isSaved: answer.failure === null, failure: answer.failure }
}

type Purchase = ReplyOf<typeof viewPurchase>
type Details = NonNullable<Purchase['details']>

interface OwnPurchaseProps {
  readonly purchase: Purchase
  readonly details: Details
}

/** The codes that were typed, as one text; empty without any. */
const couponOf = ({ totals }: Details): { readonly coupon?: string } => {
  const codes = totals.discounts.map(({ code }) => code).filter((code) => code !== '')
  return codes.length === 0 ? {} : { coupon: codes.join(',') }
}

const Completed = ({ purchase, details }: OwnPurchaseProps) => {
  const products = use(ProductsContext)
  return purchase.order === null ? null : (
    <PageEvent
      name="Order Completed"
      properties={{
        order_id: purchase.order.number,
        ...trackedTotals(details.totals, products),
        shipping: Number(details.totals.shipping.amount),
        tax: Number(details.totals.tax),
        revenue: trackedRevenue(details.totals),
        ...couponOf(details),
      }}
    />
  )
}

const Waiting = ({ purchase }: { readonly purchase: Purchase }) => {
  const t = useMessages(thankYouMessages)
  return (
    <>
      <h1 className={text.d2}>{t('oneMoment')}</h1>
      <Note className={layout.gap5}>{refusalText(errorCatalogue.PAYMENT_PENDING.detail, useLocale())}</Note>
      <p className={styles.actions}>
        <ButtonLink kind="secondary" href={`/thank-you?checkout=${purchase.checkout_id}`}>
          {t('checkAgain')}
        </ButtonLink>
        {purchase.challenge_url === null || purchase.page_challenge !== null ? null : (
          <ButtonLink kind="link" href={purchase.challenge_url}>
            {t('continueToBank')}
          </ButtonLink>
        )}
      </p>
      {purchase.page_challenge === null ? (
        <PollUntilSettled />
      ) : (
        <BankQuestion {...purchase.page_challenge} />
      )}
    </>
  )
}

/** The checkout with everything as it was typed, and the bank's refusal at the card. */
const checkoutAfter = ({ checkout_id: id }: Purchase): string => `/checkout?declined=${id}`

const Declined = ({ purchase }: { readonly purchase: Purchase }) => {
  const t = useMessages(thankYouMessages)
  return (
    <>
      <h1 className={text.d2}>{t('noOrder')}</h1>
      <Note kind="error" className={layout.gap5}>
        {refusalText(purchase.error?.detail ?? errorCatalogue.CARD_DECLINED.detail, useLocale())}
      </Note>
      <p className={text.prose}>{t('itemsKept')}</p>
      <p className={styles.actions}>
        <ButtonLink kind="primary" href={checkoutAfter(purchase)}>
          {t('backToCheckout')}
        </ButtonLink>
      </p>
    </>
  )
}

const Outcome = ({ purchase, details }: OwnPurchaseProps) => {
  const password = usePasswordAnswer()
  switch (purchase.status) {
    case 'ordered':
      return <PlacedOrder purchase={purchase} details={details} password={password} />
    case 'challenge':
    case 'pending':
      return <Waiting purchase={purchase} />
    case 'declined':
      return <Declined purchase={purchase} />
    default:
      return purchase.status satisfies never
  }
}

const titles = {
  ordered: 'thanks',
  challenge: 'oneMoment',
  pending: 'oneMoment',
  declined: 'noOrder',
} as const satisfies Record<Purchase['status'], string>

interface OrderNotShownProps {
  readonly heading: string
  /** Why the order is not shown, and how to find it. */
  readonly children: string
}

/** The page without an order: why, and the two ways to find one. */
const OrderNotShown = ({ heading, children }: OrderNotShownProps) => {
  const t = useMessages(thankYouMessages)
  return (
    <div className={layout.sixFour}>
      <PageHead title={`${t('yourOrder')} | ${brand.name}`} unlisted />
      <div>
        <h1 className={text.d2}>{heading}</h1>
        <p className={styles.reason}>{children}</p>
        <p className={styles.actions}>
          <ButtonLink kind="primary" href="/account/orders">
            {t('orderHistory')}
          </ButtonLink>
          <ButtonLink kind="secondary" href="/order">
            {t('findOrder')}
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

/** The address lacks the checkout's id. */
const WithoutKey = () => {
  const t = useMessages(thankYouMessages)
  return <OrderNotShown heading={t('findYourOrder')}>{t('findInAccount')}</OrderNotShown>
}

/** In another browser, or after a day: only the order's number. */
const NumberOnly = ({ number }: { readonly number: string | null }) => {
  const t = useMessages(thankYouMessages)
  return (
    <OrderNotShown heading={number === null ? t('yourOrder') : t('orderNumbered', { number })}>
      {t('privacy')}
    </OrderNotShown>
  )
}

/** The result of a checkout. Opening this page changes nothing, no matter how often. */
const ThankYouPage = () => {
  const purchase = useLoaderData<typeof loader>()
  if (purchase === null) return <WithoutKey />
  return purchase.details === null ? (
    <NumberOnly number={purchase.order_number} />
  ) : (
    <PurchaseResult purchase={purchase} details={purchase.details} />
  )
}

const PurchaseResult = ({ purchase, details }: OwnPurchaseProps) => {
  const t = useMessages(thankYouMessages)
  return (
    <div
      className={classNames(layout.sixFour, purchase.status === 'ordered' && styles.thanksFirst)}
      data-bought={purchase.status === 'ordered' ? '' : undefined}
      data-after-refusal={purchase.status === 'declined' ? checkoutAfter(purchase) : undefined}
    >
      <PageHead title={`${t(titles[purchase.status])} | ${brand.name}`} unlisted />
      <Completed purchase={purchase} details={details} />
      <div>
        <Outcome purchase={purchase} details={details} />
      </div>
      <OrderSummary totals={details.totals} promoCode={null} />
    </div>
  )
}

export default ThankYouPage
