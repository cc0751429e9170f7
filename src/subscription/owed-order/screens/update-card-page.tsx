import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { isLink } from '#shared/card-face.ts'
import { cardInSentence } from '#shared/messages/card-text.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { secretAddress } from '#account/screens/mailed-link.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { viewCardEntry } from '#payment/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { isShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { localProblem } from '#subscription/dunning/rules/dunning.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import layout from '#ui/layout.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { owedMessages } from '../../messages/owed-messages.ts'
import { viewOwedOrder } from '../owed-endpoints.ts'
import { ConfirmForm, OwedSummary, WaitingPayment } from './owed-summary.tsx'
import type { OwedOrder } from './owed-summary.tsx'
import { updateCardAction, updateCardPath } from './update-card-action.ts'
import { UpdateCardForm } from './update-card-form.tsx'
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

const Expired = () => {
  const t = useMessages(owedMessages)
  return (
    <PictureSplit picture="expired-link">
      <PageHead title={`${t('expired')} | ${brand.name}`} unlisted />
      <h1 className={text.d2}>{t('expired')}</h1>
      <p className={styles.lead}>{t('expiredLead')}</p>
      <p className={styles.actions}>
        <ButtonLink kind="secondary" href="/account/subscriptions">
          {t('subscriptions')}
        </ButtonLink>
      </p>
    </PictureSplit>
  )
}

const Paid = ({ order }: { readonly order: OwedOrder }) => {
  const t = useMessages(owedMessages)
  const locale = useLocale()
  return (
    <>
      <h1 className={text.d2}>{t('paid')}</h1>
      <Note kind="ok" isAnswer className={styles.note}>
        {t('paidNote')}
        {order.next_order_on === null
          ? ''
          : ` ${t('nextOrder', { day: longDate(order.next_order_on, locale) })}`}
      </Note>
      <p className={styles.actions}>
        <ButtonLink kind="secondary" href="/account/subscriptions">
          {t('subscriptions')}
        </ButtonLink>
      </p>
    </>
  )
}

type Translate = ReturnType<typeof owedMessages.in>

const declinedText = (order: OwedOrder, plan: string, t: Translate): string =>
  t('declined', {
    card: isLink(order.card) ? 'Link' : t('theCard', { last4: order.card.last4 }),
    plan,
  })

const nextTryText = ({ card, next_try_card: next, next_try_on: on }: OwedOrder, locale: Locale): string => {
  if (on === null) return ''
  const t = owedMessages.in(locale)
  const isSame = card.brand === next.brand && card.last4 === next.last4
  const name = isSame ? t('sameCard') : cardInSentence(next, locale)
  return ` ${t('nextTry', { card: name, day: longDate(on, locale) })}`
}

type View = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>

const Owed = ({ view }: { readonly view: View }) => {
  const refused = useActionData<typeof action>()
  const t = useMessages(owedMessages)
  const locale = useLocale()
  const { order } = view
  return (
    <>
      <h1 className={text.d2}>{order.can_confirm ? t('confirmTitle') : t('otherTitle')}</h1>
      {refused ? (
        <ErrorSummary
          message={t('notPaid')}
          fields={{ card: refused.failure.message }}
          className={styles.note}
        />
      ) : null}
      <p className={styles.lead}>{declinedText(order, useCatalogueText()(order.plan_name), t)}</p>
      <p className={text.prose}>
        {localProblem(order.problem, locale)}
        {nextTryText(order, locale)}
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
  const t = useMessages(owedMessages)
  if (view === null) return <Expired />
  return (
    <div className={layout.sixFour}>
      <PageHead title={`${t('payOrder')} | ${brand.name}`} unlisted />
      <div>
        <Outcome view={view} />
      </div>
      <OwedSummary order={view.order} />
    </div>
  )
}

export default UpdateCardPage
