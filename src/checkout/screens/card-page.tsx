import type { LoaderFunctionArgs } from 'react-router'
import { redirect, useLoaderData } from 'react-router'
import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { CardCheck } from '#payment/screens/card-field.tsx'
import { brand } from '#shared/brand.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { draftOf } from './checkout-form.ts'
import { checkoutView } from './checkout-view.ts'
import { OrderSummary } from './order-summary.tsx'
import { payButton } from './checkout-fields.ts'
import { PaymentTerms } from './pay-buttons.tsx'
import styles from './card-page.module.css'
import { shipTo } from './ship-to.ts'
import { priceText } from '#shared/money.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'
import { shippingLabel } from '#pricing/rules/shipping-methods.ts'

/** Its form may end up at the bank's question. */
export const handle = { takesCards: true, hasHumanCheck: true } satisfies PageOptions

/**
 * Where the processor's card page comes back to, with a card that can be charged once. Nothing is charged by arriving:
 * the button does it.
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const cardToken = new URL(request.url).searchParams.get('card_token')
  if (cardToken === null) throw redirect('/checkout', 303)
  const { entered, requestId, totals, memberEmail, check } = await checkoutView(
    context.get(shopContext),
    null,
  )
  if (totals === null) throw redirect('/checkout', 303)
  const chosen = { ...entered, methodCode: totals.shipping.method_code }
  const shippedTo = shipTo(entered.address)
  return {
    cardToken,
    entered: chosen,
    shippedTo,
    fields: draftOf(chosen, requestId),
    totals,
    memberEmail,
    check,
  }
}

const HiddenFields = ({ fields }: { readonly fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** The last look before the order, for browsers without scripts. */
const CardPage = () => {
  const { cardToken, entered, shippedTo, fields, totals, memberEmail, check } = useLoaderData<typeof loader>()
  const t = useMessages(checkoutMessages)
  const locale = useLocale()
  return (
    <div className={layout.sixFour}>
      <PageHead title={`${t('placeYourOrder')} | ${brand.name}`} unlisted />
      <div>
        <h1 className={text.d2}>{t('placeYourOrder')}</h1>
        <div className={styles.facts}>
          <Facts
            facts={[
              { term: t('email'), fact: memberEmail ?? entered.email },
              { term: t('shipsTo'), fact: <AddressLines address={shippedTo} /> },
              { term: t('shipping'), fact: shippingLabel(totals.shipping.label, locale) },
              { term: t('payment'), fact: t('cardYouEntered') },
            ]}
          />
        </div>
        <form method="post" action="/checkout" className={styles.form}>
          <HiddenFields
            fields={{ ...fields, total: totals.total, credit: totals.credit, card_token: cardToken }}
          />
          <CardCheck check={check} />
          <PaymentTerms totals={totals} />
          <Button kind="primary" wide {...payButton} end={priceText(totals.to_pay, totals.currency, locale)}>
            {t('placeOrder')}
          </Button>
        </form>
        <ButtonLink kind="link" href="/checkout">
          {t('makeChange')}
        </ButtonLink>
      </div>
      <OrderSummary totals={totals} promoCode={null} />
    </div>
  )
}

export default CardPage
