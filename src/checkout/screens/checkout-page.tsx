import { use } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { refusedCode, trackedCart, trackedTotals } from '#cart/rules/tracked-cart.ts'
import { promoCodeOf } from '#cart/screens/promo-code-fields.tsx'
import { Upsells } from '#cart/screens/upsells.tsx'
import { CardCheck, CardField } from '#payment/screens/card-field.tsx'
import { brand } from '#shared/brand.ts'
import { isNoPrice, parsePrice } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import layout from '#ui/layout.module.css'
import { PageEvent } from '#ui/page-event.tsx'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import type { Totals } from '../endpoints.ts'
import { AddressStep } from './address-step.tsx'
import { WalletPlace } from '../wallet/screens/wallet-place.tsx'
import { checkoutAction } from './checkout-action.ts'
import type { CheckoutAnswer } from './checkout-action.ts'
import styles from './checkout-page.module.css'
import { cardChoice, newCard, payButton, refusedField } from './checkout-fields.ts'
import { checkoutView, needsCard } from './checkout-view.ts'
import type { CheckoutView } from './checkout-view.ts'
import { ContactStep, ShippingStep } from './steps.tsx'
import { CreditCheckbox, PaymentStep } from './payment-step.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PayButtons, useTerms } from './pay-buttons.tsx'
import type { CheckoutFailure } from './place-order.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'

export const handle = {
  takesCards: true,
  takesWallets: true,
  hasHumanCheck: true,
} satisfies PageOptions

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  checkoutView(context.get(shopContext), new URL(request.url).searchParams.get('declined'))

export const action = checkoutAction

/** Errors, at the top of the form. */
const Problem = ({
  view,
  failure,
}: {
  readonly view: CheckoutView
  readonly failure: CheckoutFailure | null
}) => {
  const t = useMessages(checkoutMessages)
  if (failure === null && view.problem === null) return null
  // Errors that prevent sending the form are newer than those of the payment, and come first.
  const [message, fields] =
    view.problem === null ? [failure?.message ?? '', failure?.fields] : [view.problem, undefined]
  return (
    <div className={styles.problem}>
      <ErrorSummary message={message} fields={fields} />
      {failure?.code === 'SIGN_IN_REQUIRED' ? (
        <p>
          <a href="/login?return_to=/checkout">{t('signIn')}</a>
        </p>
      ) : null}
    </div>
  )
}

const Card = ({ view, totals }: { readonly view: CheckoutView; readonly totals: Totals }) => (
  <CardField
    entry={view.cardEntry}
    amountCents={parsePrice(totals.to_pay, totals.currency)}
    currency={totals.currency}
    savesCard={totals.terms.length > 0}
    payButton={payButton}
    choice={view.savedCards.length > 0 ? { name: cardChoice, value: newCard } : undefined}
  />
)

const cardWithoutScripts = (view: CheckoutView, card: boolean) => {
  if (!card || view.savedCards.length > 0) return 'not-needed'
  return view.cardPageUrl === null ? 'impossible' : 'own-page'
}

interface StepsProps {
  readonly view: CheckoutView
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>
  readonly failure: CheckoutFailure | null
}

const Steps = ({ view, errors, failure }: StepsProps) => {
  const { totals, entered } = view
  const t = useMessages(checkoutMessages)
  const card = totals !== null && needsCard(totals)
  return (
    <>
      <ContactStep email={entered.email} memberEmail={view.memberEmail} error={errors['email']} />
      <AddressStep entered={entered.address} place={view.place.label} errors={errors} />
      <div className={styles.update}>
        <Button kind="secondary" size="small" name="intent" value="update">
          {t('updateTotals')}
        </Button>
      </div>
      <ShippingStep
        totals={totals}
        country={entered.address.country}
        error={errors['shipping.method_code']}
      />
      {totals === null ? null : (
        <>
          <PaymentStep
            cardField={card ? <Card view={view} totals={totals} /> : null}
            hasCardPage={view.cardPageUrl !== null}
            savedCards={view.savedCards}
            error={errors['card']}
          >
            <CreditCheckbox totals={totals} isChecked={entered.usesCredit} />
          </PaymentStep>
          <CardCheck check={view.check} missed={failure?.code === 'CAPTCHA_FAILED'} />
          <PayButtons totals={totals} cardWithoutScripts={cardWithoutScripts(view, card)} />
        </>
      )}
    </>
  )
}

/** The wallets, above the form that they replace, with what paying agrees to. */
const ExpressCheckout = ({ view: { wallet, totals } }: { readonly view: CheckoutView }) => {
  const t = useMessages(checkoutMessages)
  const terms = useTerms(totals)
  return wallet === null || totals === null || isNoPrice(totals.to_pay) ? null : (
    <div
      className={styles.express}
      data-amount={parsePrice(totals.to_pay, totals.currency)}
      data-currency={totals.currency}
      data-saves={totals.terms.length > 0 ? '' : undefined}
    >
      <WalletPlace entry={wallet} or="below">
        {totals.terms.length === 0 ? null : (
          <p className={classNames(text.small, styles.expressTerms)}>
            {terms.join(' ')} {t('walletNote')} <a href="/subscription-terms">{t('subscriptionTerms')}</a>
          </p>
        )}
      </WalletPlace>
    </div>
  )
}

/** What the form says it was shown. */
const AgreedTotals = ({
  view,
  failure,
}: {
  readonly view: CheckoutView
  readonly failure: CheckoutFailure | null
}) => (
  <>
    {failure === null ? null : <input type="hidden" name={refusedField} value={failure.code} />}
    <input type="hidden" name="request_id" value={view.requestId} />
    <input type="hidden" name="total" value={view.totals?.total ?? ''} />
    <input type="hidden" name="credit" value={view.totals?.credit ?? '0.00'} />
  </>
)

const noAnswer: CheckoutAnswer = { failure: null, entered: null, place: {}, promoCode: null }

/** Messages by field; those of the answer replace older ones. */
const errorsOf = (
  { placeErrors, declined }: CheckoutView,
  { place, failure }: CheckoutAnswer,
): Readonly<Record<string, string>> => ({
  ...placeErrors,
  ...declined?.fields,
  ...place,
  ...failure?.fields,
})

interface SummaryProps {
  readonly view: CheckoutView
  readonly entered: Parameters<typeof promoCodeOf>[1]
}

const Summary = ({ view, entered }: SummaryProps) => (
  <OrderSummary
    totals={view.totals}
    promoCode={promoCodeOf(view.cart, entered, useLocale())}
    refused={entered}
    isPlaceKnown={view.place.isComplete}
  />
)

/** Contact, address, shipping and payment on one page, next to the totals (spec §2). A script keeps it current. */
const CheckoutPage = () => {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? noAnswer
  const view = answer.entered === null ? loaded : { ...loaded, entered: answer.entered }
  const failure = answer.failure ?? loaded.declined
  const products = use(ProductsContext)
  const t = useMessages(checkoutMessages)
  return (
    <form method="post" action="/checkout" className={layout.sixFour} noValidate data-checkout-page="">
      <PageHead title={`${t('checkout')} | ${brand.name}`} unlisted />
      <PageEvent
        name="Checkout Started"
        properties={trackedTotals(view.cart, products)}
        cart={trackedCart(view.cart, refusedCode(answer.promoCode), products)}
      />
      <div className={styles.steps}>
        <h1 className={text.d2}>{t('checkout')}</h1>
        <p
          className={styles.unreachable}
          role="alert"
          data-checkout-message=""
          data-unreachable={t('unreachable')}
          data-no-answer={t('noAnswerYet')}
          data-drawn=""
        />
        <Problem view={view} failure={failure} />
        <AgreedTotals view={view} failure={answer.failure} />
        <ExpressCheckout view={view} />
        <Steps view={view} errors={errorsOf(loaded, answer)} failure={answer.failure} />
        <Upsells upsells={view.cart.upsells} />
      </div>
      <Summary view={view} entered={answer.promoCode} />
    </form>
  )
}

export default CheckoutPage
