import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import type { ActionFunctionArgs } from 'react-router'
import { data, useActionData } from 'react-router'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { orderAgain } from '../endpoints.ts'
import styles from './order-again-page.module.css'
import { lookupFailure, lookupPayload, orderLookup } from './order-lookup.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const entered = orderLookup(await postedForm(request))
  try {
    const again = await context.get(shopContext).call(orderAgain, lookupPayload(entered))
    return { again, failure: null }
  } catch (thrown) {
    const failure = lookupFailure(thrown, 'order', context.get(shopContext).locale)
    return data({ again: null, failure }, { status: failure.status })
  }
}

type Again = ReplyOf<typeof orderAgain>

const LeftOut = ({ again: { left_out: leftOut, removed } }: { readonly again: Again }) => {
  const t = useMessages(orderPagesMessages)
  const locale = useLocale()
  const named = useCatalogueText()
  return leftOut.length + removed.length === 0 ? null : (
    <Note className={styles.part}>
      {leftOut.map(({ name, quantity, message }) => (
        <p key={name}>
          {t('notAdded', { count: quantity, name: named(name), message: refusalText(message, locale) })}
        </p>
      ))}
      {removed.map((name) => (
        <p key={name}>{t('removedFromCart', { name: named(name) })}</p>
      ))}
    </Note>
  )
}

const InCart = ({ again }: { readonly again: Again }) => {
  const t = useMessages(orderPagesMessages)
  return (
    <>
      <h1 className={text.d2}>{again.in_cart.length > 0 ? t('added') : t('addedNothing')}</h1>
      {again.in_cart.length === 0 ? null : (
        <ul className={classNames(styles.list, styles.part)}>
          {again.in_cart.map(({ name, quantity }) => (
            <li key={name}>
              {quantity} × <PlanName of={name} />
            </li>
          ))}
        </ul>
      )}
      <LeftOut again={again} />
      <div className={classNames(layout.actions, styles.part)}>
        {again.in_cart.length > 0 ? (
          <ButtonLink kind="primary" href="/cart">
            {t('goToCart')}
          </ButtonLink>
        ) : (
          <ButtonLink kind="primary" href="/">
            {t('goToShop')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** For visitors without an order. */
const NoOrder = () => {
  const t = useMessages(orderPagesMessages)
  return (
    <>
      <h1 className={text.d2}>{t('orderAgain')}</h1>
      <p className={styles.part}>
        {rich(
          t.rich('chooseOrder', {
            orders: (words) => <a href="/account/orders">{words}</a>,
            find: (words) => <a href="/order">{words}</a>,
          }),
        )}
      </p>
    </>
  )
}

/** Which items of an order are in the cart again, and which are not. */
const OrderAgainPage = () => {
  const t = useMessages(orderPagesMessages)

  const answer = useActionData<typeof action>()
  return (
    <div className={layout.page}>
      <PageHead title={t('orderAgainTab', { brand: brand.name })} unlisted />
      {answer?.again ? <InCart again={answer.again} /> : <NoOrder />}
      {answer?.failure ? <FormRefusal failure={answer.failure} className={styles.part} /> : null}
    </div>
  )
}

export default OrderAgainPage
