import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { brandedCardText } from '#shared/messages/card-text.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions, ShopContext } from '#web/request/shop-context.ts'
import { changeBilling, chooseDefaultCard, listCards, removeCard, viewCardRequest } from '../endpoints.ts'
import { cardsMessages } from '../messages/cards-messages.ts'
import { BankQuestion } from './bank-question.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { listSubscriptions } from '#subscription/endpoints.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { longDate } from '#shared/dates.ts'
import { isShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { priceText } from '#shared/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { SettingsLinks } from '#account/screens/settings-frame.tsx'
import styles from '#account/screens/settings-page.module.css'

export const handle = { takesCards: true } satisfies PageOptions

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const cardRequestId = query.get('card')
  const requestStatus = cardRequestId === null ? null : await cardRequestStatus(call, cardRequestId)
  const [{ cards }, { subscriptions }] = await Promise.all([
    call(listCards, {}),
    call(listSubscriptions, { limit: 50 }),
  ])
  const live = subscriptions.filter(({ state }) => liveStates.includes(state))
  const uses = cards.map(({ id, ids }) => ({
    id,
    paysFor: live.filter((one) => ids.includes(one.payment_method_id)).map(({ plan }) => plan.name),
    pending: subscriptions.flatMap(({ plan, charge_in_flight: charge, waiting_payment_method_id: waiting }) =>
      waiting !== null && ids.includes(waiting) && charge !== null ? [{ name: plan.name, charge }] : [],
    ),
  }))
  const names = subscriptions.map(({ id, plan }) => ({ id, name: plan.name }))
  return { cards, uses, names, live: live.length, done: query.get('done'), requestStatus }
}

const liveStates: readonly string[] = ['active', 'future', 'paused']

/** Null for an address that was made up. */
const cardRequestStatus = async (call: ShopContext['call'], id: string) => {
  try {
    return await call(viewCardRequest, { id })
  } catch (thrown) {
    if (isShopError(thrown) && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(thrown.code)) return null
    throw thrown
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const { call } = context.get(shopContext)
  const [id, intent] = [formText(form, 'id'), formText(form, 'intent')]
  try {
    if (intent === 'all') {
      const { refused } = await call(changeBilling, {
        card: { payment_method_id: id },
        all_subscriptions: true,
      })
      if (refused.length > 0) return data({ failure: null, refused }, { status: 409 })
    } else await call(intent === 'remove' ? removeCard : chooseDefaultCard, { id })
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ failure, refused: [] }, { status: failure.status })
  }
  return redirect(`/account/settings/payment-methods?done=${intent === 'all' ? 'all' : 'saved'}`, 303)
}

type Card = ReplyOf<typeof listCards>['cards'][number]
type Refusals = ReplyOf<typeof changeBilling>['refused']

type Translate = ReturnType<typeof cardsMessages.in>

const expiry = ({ exp_month: month, exp_year: year }: Card, t: Translate): string =>
  month === null || year === null
    ? ''
    : `, ${t('goodTo', { month: `${String(month).padStart(2, '0')}/${year}` })}`

/** A subscription that switches to a card once its pending charge is settled. */
interface PendingSwitch {
  readonly name: string
  readonly charge: NonNullable<Subscription['charge_in_flight']>
}

interface CardRowProps {
  readonly card: Card
  /** Names of the live subscriptions that it pays. */
  readonly paysFor: readonly string[]
  readonly pending: readonly PendingSwitch[]
  /** How many there are. */
  readonly live: number
}

/** `DS-01 Daily Synbiotic, refill, 1 month` → `DS-01 Daily Synbiotic (refill, 1 month)`, for a list with commas. */
const nameInList = (name: string): string => name.replace(/, (.*)$/, ' ($1)')

const usageText = (paysFor: readonly string[], live: number, t: Translate): string => {
  const names = paysFor.join(', ')
  if (paysFor.length === 0) return t('noneUse')
  return paysFor.length === live && live > 1 ? t('allUse', { names }) : t('usedBy', { names })
}

const pendingSwitchText = ({ name, charge }: PendingSwitch, locale: Locale): string =>
  cardsMessages.in(locale)('pendingSwitch', {
    amount: priceText(charge.amount, charge.currency, locale),
    day: longDate(charge.on, locale),
    name,
  })

const CardFacts = ({ card, paysFor, pending, live }: CardRowProps) => {
  const t = useMessages(cardsMessages)
  const locale = useLocale()
  return (
    <div>
      {brandedCardText(card, locale)}
      <span className={text.mute}>
        {expiry(card, t)}
        {card.is_default ? `, ${t('defaultCard')}` : ''}
      </span>
      {live === 0 ? null : <p className={classNames(text.small, text.mute)}>{usageText(paysFor, live, t)}</p>}
      {pending.map((one) => (
        <p className={text.small} key={one.charge.cycle_id}>
          {pendingSwitchText(one, locale)}
        </p>
      ))}
      {card.status === 'good' ? null : <Note kind="plain">{t(card.status)}</Note>}
    </div>
  )
}

const CardActions = ({ card: row, paysFor, pending, live }: CardRowProps) => {
  const t = useMessages(cardsMessages)
  const card = brandedCardText(row, useLocale())
  const isOnly = live === 1
  return (
    <form method="post" className={styles.actions}>
      <input type="hidden" name="id" value={row.id} />
      {paysFor.length + pending.length >= live || row.status === 'expired' ? null : (
        <Button
          kind="link"
          name="intent"
          value="all"
          label={isOnly ? t('useMineCard', { card }) : t('useAllCard', { card })}
        >
          {isOnly ? t('useMine') : t('useAll')}
        </Button>
      )}
      {row.is_default ? null : (
        <Button kind="link" name="intent" value="default" label={t('makeDefaultCard', { card })}>
          {t('makeDefault')}
        </Button>
      )}
      <Button kind="link" name="intent" value="remove" label={t('removeCard', { card })}>
        {t('remove')}
      </Button>
    </form>
  )
}

const CardRow = (props: CardRowProps) => (
  <li className={styles.row}>
    <CardFacts {...props} />
    <CardActions {...props} />
  </li>
)

const requestKinds = { saved: 'ok', pending: 'plain', challenge: 'plain', declined: 'error' } as const

type View = ReturnType<typeof useLoaderData<typeof loader>>

const doneMessage = ({ done, uses }: View, t: Translate): string => {
  if (done !== 'all') return t('doneSaved')
  return uses.some(({ pending }) => pending.length > 0) ? t('doneAllPending') : t('doneAll')
}

/** Which subscriptions cannot have the card, and why; the others have it. */
const Refused = ({ view, refused }: { readonly view: View; readonly refused: Refusals }) => {
  const t = useMessages(cardsMessages)
  const locale = useLocale()
  const named = useCatalogueText()
  return (
    <Note kind="error" className={styles.note}>
      {refused.map(({ subscription_id: id, detail }) => (
        <p key={id}>
          {t('stillUses', {
            name: named(view.names.find((one) => one.id === id)?.name ?? t('oneSubscription')),
            detail: refusalText(detail, locale),
          })}
        </p>
      ))}
    </Note>
  )
}

type Refusal = ReturnType<typeof useActionData<typeof action>>

/** What the last form did, or what became of a card that was sent to the bank. */
const Outcome = ({ view, refused }: { readonly view: View; readonly refused: Refusal }) => {
  const t = useMessages(cardsMessages)
  const { done, requestStatus } = view
  if (refused)
    return (
      <>
        {refused.failure ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
        {refused.refused.length > 0 ? <Refused view={view} refused={refused.refused} /> : null}
      </>
    )
  return (
    <>
      {done === null ? null : (
        <Note kind="ok" isAnswer className={styles.note}>
          {doneMessage(view, t)}
        </Note>
      )}
      {requestStatus ? (
        <Note kind={requestKinds[requestStatus.status]} className={styles.note}>
          {t(requestStatus.status)}
        </Note>
      ) : null}
      {requestStatus?.page_challenge ? <BankQuestion {...requestStatus.page_challenge} /> : null}
    </>
  )
}

/** A member's saved cards: the default one, those that expire, and a link to add one. */
const CardsPage = () => {
  const view = useLoaderData<typeof loader>()
  const { cards, uses, live } = view
  const t = useMessages(cardsMessages)
  const named = useCatalogueText()
  const listed = (name: string): string => nameInList(named(name))
  const usesOf = (card: Card) => uses.filter(({ id }) => id === card.id)
  return (
    <AccountFrame at="settings" title={t('title')}>
      <SettingsLinks at="/account/settings/payment-methods" />
      <Outcome view={view} refused={useActionData<typeof action>()} />
      <ul className={cards.length === 0 ? undefined : styles.own}>
        {cards.map((card) => (
          <CardRow
            key={card.id}
            card={card}
            paysFor={usesOf(card).flatMap(({ paysFor }) => paysFor.map(listed))}
            pending={usesOf(card).flatMap(({ pending }) =>
              pending.map(({ name, charge }) => ({ name: listed(name), charge })),
            )}
            live={live}
          />
        ))}
      </ul>
      {cards.length === 0 ? <p className={classNames(text.mute, styles.note)}>{t('noCards')}</p> : null}
      <p className={styles.note}>
        <ButtonLink kind="secondary" size="small" href="/account/settings/payment-methods/new">
          {t('add')}
        </ButtonLink>
      </p>
    </AccountFrame>
  )
}

export default CardsPage
