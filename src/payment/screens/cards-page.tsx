import { brandedCardText } from '#shared/messages/card-text.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions, ShopContext } from '#web/request/shop-context.ts'
import { changeBilling, chooseDefaultCard, listCards, removeCard, viewCardRequest } from '../endpoints.ts'
import { BankQuestion } from './bank-question.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { listSubscriptions } from '#subscription/endpoints.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { longDate } from '#shared/dates.ts'
import { isShopError } from '#shared/errors.ts'
import { priceText } from '#shared/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
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
    paysFor: live
      .filter((one) => ids.includes(one.payment_method_id))
      .map(({ plan }) => nameInList(plan.name)),
    pending: subscriptions.flatMap(({ plan, charge_in_flight: charge, waiting_payment_method_id: waiting }) =>
      waiting !== null && ids.includes(waiting) && charge !== null
        ? [{ name: nameInList(plan.name), charge }]
        : [],
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

const expiryMessages = {
  good: null,
  expiring: 'This card expires soon.',
  expired: 'This card has expired.',
} as const satisfies Record<Card['status'], string | null>

const expiry = ({ exp_month: month, exp_year: year }: Card): string =>
  month === null || year === null ? '' : `, good to ${String(month).padStart(2, '0')}/${year}`

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

const usageText = (paysFor: readonly string[], live: number): string => {
  if (paysFor.length === 0) return 'No subscriptions use this card.'
  if (paysFor.length === live && live > 1)
    return `All your subscriptions use this card: ${paysFor.join(', ')}.`
  return `Used by ${paysFor.join(', ')}.`
}

const pendingSwitchText = ({ name, charge }: PendingSwitch): string =>
  `${priceText(charge.amount, charge.currency)} is being charged for your ${longDate(charge.on)} order. ${name} will use this card after that payment is complete.`

const CardRow = ({ card, paysFor, pending, live }: CardRowProps) => (
  <li className={styles.row}>
    <div>
      {brandedCardText(card)}
      <span className={text.mute}>
        {expiry(card)}
        {card.is_default ? ', default' : ''}
      </span>
      {live === 0 ? null : <p className={classNames(text.small, text.mute)}>{usageText(paysFor, live)}</p>}
      {pending.map((one) => (
        <p className={text.small} key={one.charge.cycle_id}>
          {pendingSwitchText(one)}
        </p>
      ))}
      {expiryMessages[card.status] === null ? null : <Note kind="plain">{expiryMessages[card.status]}</Note>}
    </div>
    <form method="post" className={styles.actions}>
      <input type="hidden" name="id" value={card.id} />
      {paysFor.length + pending.length >= live || card.status === 'expired' ? null : (
        <Button
          kind="link"
          name="intent"
          value="all"
          label={`Use ${brandedCardText(card)} for ${live === 1 ? 'my subscription' : 'all subscriptions'}`}
        >
          {live === 1 ? 'Use it for my subscription' : 'Use it for all subscriptions'}
        </Button>
      )}
      {card.is_default ? null : (
        <Button kind="link" name="intent" value="default" label={`Make ${brandedCardText(card)} the default`}>
          Make default
        </Button>
      )}
      <Button kind="link" name="intent" value="remove" label={`Remove ${brandedCardText(card)}`}>
        Remove
      </Button>
    </form>
  </li>
)

const requestMessages = {
  saved: { kind: 'ok', message: 'Your card is saved. You can see below which subscriptions use it.' },
  pending: {
    kind: 'plain',
    message: 'Your bank hasn’t answered yet. Please check again in a moment.',
  },
  challenge: {
    kind: 'plain',
    message: 'Your bank still needs to confirm the card. Please check again in a moment.',
  },
  declined: {
    kind: 'error',
    message: 'Your bank didn’t confirm the card, so we didn’t save it. Please try another card.',
  },
} as const

type View = ReturnType<typeof useLoaderData<typeof loader>>

const doneMessage = ({ done, uses }: View): string => {
  if (done !== 'all') return 'Your cards are saved.'
  return uses.some(({ pending }) => pending.length > 0)
    ? 'Saved. You can see below which subscriptions use this card from their next order, and which switch after a payment in progress.'
    : 'All your subscriptions will use this card from their next order. You were not charged.'
}

/** Which subscriptions cannot have the card, and why; the others have it. */
const Refused = ({ view, refused }: { readonly view: View; readonly refused: Refusals }) => (
  <Note kind="error" className={styles.note}>
    {refused.map(({ subscription_id: id, detail }) => (
      <p key={id}>
        {`${view.names.find((one) => one.id === id)?.name ?? 'One subscription'} still uses its current card. ${detail}`}
      </p>
    ))}
  </Note>
)

/** A member's saved cards: the default one, those that expire, and a link to add one. */
const CardsPage = () => {
  const view = useLoaderData<typeof loader>()
  const { cards, uses, live, done, requestStatus } = view
  const refused = useActionData<typeof action>()
  return (
    <AccountFrame at="settings" title="Payment methods">
      <SettingsLinks at="/account/settings/payment-methods" />
      {refused?.failure ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      {refused?.refused.length ? <Refused view={view} refused={refused.refused} /> : null}
      {done !== null && !refused ? (
        <Note kind="ok" isAnswer className={styles.note}>
          {doneMessage(view)}
        </Note>
      ) : null}
      {requestStatus && !refused ? (
        <Note kind={requestMessages[requestStatus.status].kind} className={styles.note}>
          {requestMessages[requestStatus.status].message}
        </Note>
      ) : null}
      {requestStatus?.page_challenge && !refused ? <BankQuestion {...requestStatus.page_challenge} /> : null}
      <ul className={cards.length === 0 ? undefined : styles.own}>
        {cards.map((card) => (
          <CardRow
            key={card.id}
            card={card}
            paysFor={uses.find(({ id }) => id === card.id)?.paysFor ?? []}
            pending={uses.find(({ id }) => id === card.id)?.pending ?? []}
            live={live}
          />
        ))}
      </ul>
      {cards.length === 0 ? <p className={classNames(text.mute, styles.note)}>No saved cards yet.</p> : null}
      <p className={styles.note}>
        <ButtonLink kind="secondary" size="small" href="/account/settings/payment-methods/new">
          Add a card
        </ButtonLink>
      </p>
    </AccountFrame>
  )
}

export default CardsPage
