import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { formText } from '#account/screens/form-text.ts'
import { lookupPage, lookupPayload } from '#order/screens/order-lookup.ts'
import type { LookupAnswer, OrderLookup } from '#order/screens/order-lookup.ts'
import { OrderLookupPage } from '#order/screens/order-lookup-page.tsx'
import { ShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { ownValue } from '#shared/own-value.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import { removeReview, viewReviews, writeReview } from '../endpoints.ts'
import { reviewMessages } from '../messages/review-messages.ts'
import { ReviewForm } from './review-form.tsx'
import type { Reviewable } from './review-form.tsx'
import styles from './review-page.module.css'

type Done = 'written' | 'removed'

/** By the key of a mail, or as every page about an order names it. */
const reviewedOrder = (entered: OrderLookup) => (entered.key ? { key: entered.key } : lookupPayload(entered))

const page = lookupPage<Reviewable, Done>({
  what: 'order',
  takesKey: true,
  find: (call, entered) => call(viewReviews, reviewedOrder(entered)),
  action: async (call, form, entered) => {
    const step = formText(form, 'step')
    if (step !== 'write' && step !== 'remove') return null
    const { products } = await call(viewReviews, reviewedOrder(entered))
    const product = products.find((one) => one.product === formText(form, 'product'))?.product
    if (product === undefined) throw new ShopError('NOT_FOUND')
    const named = { ...reviewedOrder(entered), product }
    if (step === 'remove') {
      await call(removeReview, named)
      return { done: 'removed' }
    }
    await call(writeReview, {
      ...named,
      stars: formText(form, 'stars'),
      title: formText(form, 'title'),
      text: formText(form, 'text'),
      name: formText(form, 'name'),
    })
    return { done: 'written' }
  },
})

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  page.load({ request, shop: context.get(shopContext) })

export const action = ({ request, context }: ActionFunctionArgs) =>
  page.submit({ request, shop: context.get(shopContext) })

interface OneOrderProps {
  readonly answer: LookupAnswer<Reviewable, Done>
  readonly order: Reviewable
}

const OneOrder = ({ answer: { entered, done, typed, failure }, order }: OneOrderProps) => {
  const isAbout = (product: string): boolean => ownValue(typed, 'product') === product
  const [only] = order.products
  const t = useMessages(reviewMessages)
  const locale = useLocale()
  return (
    <>
      <h1 className={text.d2}>
        {order.products.length === 1 && only
          ? t('reviewProduct', { product: only.name })
          : t('reviewOrder', { number: order.number })}
      </h1>
      {done === 'removed' ? (
        <Note kind="ok" isAnswer className={styles.message}>
          <p>{t('removed')}</p>
        </Note>
      ) : null}
      {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
      {order.refusal ? (
        <Note className={styles.message}>
          <p>{refusalText(order.refusal.message, locale)}</p>
        </Note>
      ) : null}
      {order.products.map((item) => (
        <ReviewForm
          key={item.product}
          order={order}
          item={item}
          named={entered}
          typed={isAbout(item.product) ? typed : {}}
          failure={isAbout(item.product) ? failure : null}
        />
      ))}
    </>
  )
}

const pageText = (locale: Locale) => {
  const t = reviewMessages.in(locale)
  return {
    title: t('write'),
    heading: t('write'),
    lead: t('lead'),
    labels: { number: t('number'), email: t('email'), button: t('button') },
    hint: t('numberHint'),
  }
}

/** A buyer's review of what has arrived: which order, then one form for each of its products. */
const ReviewPage = () => {
  const { isMember, answer: loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded
  const order = answer.found
  return (
    <OrderLookupPage
      text={pageText(useLocale())}
      picture="review"
      action="/review"
      entered={answer.entered}
      failure={answer.failure}
      isMember={isMember}
      content={order ? <OneOrder answer={answer} order={order} /> : null}
    />
  )
}

export default ReviewPage
