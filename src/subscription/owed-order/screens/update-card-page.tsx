import { isLink } from '#shared/card-face.ts'
import { cardInSentence } from '#shared/messages/card-text.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { secretAddress } from '#account/screens/mail-link.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { viewCardEntry } from '#payment/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { isShopError } from '#shared/errors.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { viewOwedOrder } from '../owed-endpoints.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { OwedSummary } from './owed-summary.tsx'
import type { OwedOrder } from './owed-summary.tsx'
import { updateCardAction, updateCardPath } from './update-card-action.ts'
import { UpdateCardForm } from './update-card-form.tsx'
import { WaitingPayment } from './waiting-payment.tsx'
import styles from './update-card-page.module.css'

export const handle = { takesCards: true, hasHumanCheck: true } satisfies PageOptions

/** Arriving charges nothing, also when the processor's card page leads back with a card. */
export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const token = params['token'] ?? ''
  const here = updateCardPath(token)
  try {
    const [order, card] = await Promise.all([
      call(viewOwedOrder, { token }),
      call(viewCardEntry, { return_path: here }),
    ])
    const cardToken = new URL(request.url).searchParams.get('card_token')
    return { here, order, card, cardToken }
  } catch (thrown) {
    if (!isShopError(thrown) || (thrown.code !== 'LINK_EXPIRED' && thrown.code !== 'VALIDATION_ERROR'))
      throw thrown
    return data(null, { status: 410 })
  }
}

export const headers = () => secretAddress

export const action = updateCardAction

const Expired = () => (
  <PictureSplit picture="expired-link">
    <PageHead title={`This link has expired | ${brand.name}`} unlisted />
    <h1 className={text.d2}>This link has expired</h1>
    <p className={styles.lead}>
      The link works for a limited time and only while an order is unpaid. See your subscriptions for the
      current status.
    </p>
    <p className={styles.actions}>
      <ButtonLink kind="secondary" href="/account/subscriptions">
        See your subscriptions
      </ButtonLink>
    </p>
  </PictureSplit>
)

const Paid = ({ order }: { readonly order: OwedOrder }) => (
  <>
    <h1 className={text.d2}>Payment received</h1>
    <Note kind="ok" isAnswer className={styles.note}>
      Your order is placed and ships soon. We’ll use the new card for this subscription from now on.
      {order.next_order_on === null ? '' : ` Your next order is on ${longDate(order.next_order_on)}.`}
    </Note>
    <p className={styles.actions}>
      <ButtonLink kind="secondary" href="/account/subscriptions">
        See your subscriptions
      </ButtonLink>
    </p>
  </>
)

const nextTryCard = ({ card, next_try_card: next }: OwedOrder): string =>
  card.brand === next.brand && card.last4 === next.last4 ? 'the same card again' : cardInSentence(next)

type View = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>

const Owed = ({ view }: { readonly view: View }) => {
  const refused = useActionData<typeof action>()
  const { order } = view
  return (
    <>
      <h1 className={text.d2}>{order.can_confirm ? 'Confirm with your bank' : 'Pay with another card'}</h1>
      {refused ? (
        <ErrorSummary
          message="Your order isn’t paid yet."
          fields={{ card: refused.failure.message }}
          className={styles.note}
        />
      ) : null}
      <p className={styles.lead}>
        {isLink(order.card) ? 'Link' : `The card ending ${order.card.last4}`} was declined for your{' '}
        {order.plan_name}. You were not charged and nothing has shipped.
      </p>
      <p className={text.prose}>
        {order.problem}
        {order.next_try_on === null
          ? ''
          : ` Otherwise, we’ll try ${nextTryCard(order)} on ${longDate(order.next_try_on)}.`}
      </p>
      {order.can_confirm ? <ConfirmForm here={view.here} order={order} /> : null}
      {/* A card from the query was used up when it was declined. */}
      <UpdateCardForm
        here={view.here}
        order={order}
        card={view.card}
        cardToken={refused ? null : view.cardToken}
        error={refused?.failure.message}
      />
    </>
  )
}

const Outcome = ({ view }: { readonly view: View }) => {
  const { status, challenge_url: challenge, page_challenge: pageChallenge } = view.order
  switch (status) {
    case 'owed':
      return <Owed view={view} />
    case 'challenge':
    case 'pending':
      return <WaitingPayment here={view.here} challengeUrl={challenge} pageChallenge={pageChallenge} />
    case 'paid':
      return <Paid order={view.order} />
    default:
      return status satisfies never
  }
}

/** Opened by the mail about a refused card, without a session: one order, what it costs, and a field for a card. */
const UpdateCardPage = () => {
  const view = useLoaderData<typeof loader>()
  if (view === null) return <Expired />
  return (
    <div className={layout.sixFour}>
      <PageHead title={`Pay your order | ${brand.name}`} unlisted />
      <div>
        <Outcome view={view} />
      </div>
      <OwedSummary order={view.order} />
    </div>
  )
}

export default UpdateCardPage
