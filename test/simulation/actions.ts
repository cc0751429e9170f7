import { findAccountByEmail } from '#account/server/accounts.ts'
import { previewPurchase, purchase, viewPurchase } from '#checkout/endpoints.ts'
import { addCartItem, setPromoCode } from '#cart/endpoints.ts'
import { setGift } from '#cart/gift-endpoints.ts'
import { giftCode } from '../support/gift-code.ts'
import { claimGift } from '#gift/endpoints.ts'
import { grantCredit } from '#credit/server/credits.ts'
import { changeSubscription, previewChange } from '#subscription/change/change-endpoints.ts'
import { payOwedOrder, viewOwedOrder } from '#subscription/owed-order/owed-endpoints.ts'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { changeBilling } from '#payment/endpoints.ts'
import { inTransaction } from '#platform/transaction.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { ordersMailed } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { callAs, outcomeOf, subscriptionsOf, type Outcome, type Person } from './people.ts'
import { giftLinksTo } from './gifts.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** A charge that is retried until it is done, as a person without an answer would. */
export type Action = (shop: SimulatedShop) => Promise<void>

/** More tries than any single fault can spoil. */
const patience = 6

const waitAMinute = async (shop: SimulatedShop) => {
  if (!shop.isRunning()) await shop.reopen()
  shop.outside.moveTo(shop.outside.clock.now().add({ seconds: 60 }))
  return outcomeOf(shop, shop.runDueWork())
}

/** What a client does after an answer that decides nothing: waits a minute, or has the shop opened again. */
export const recover: Action = async (shop) => void (await waitAMinute(shop))

/** Does something until it is done, with a minute or another process between two tries. */
export const until = async (
  shop: SimulatedShop,
  what: string,
  /** True, or the other outcome. */
  isDone: () => Promise<boolean | string>,
): Promise<void> => {
  const happened: string[] = []
  for (let tries = 0; tries < patience; tries += 1) {
    const done = await isDone()
    if (done === true && shop.isRunning()) return
    const due = await waitAMinute(shop)
    happened.push(`${String(done)}, then ${JSON.stringify(due)}`)
  }
  throw new Error(`${what} is not done after ${patience} tries: ${happened.join('; ')}`)
}

/** The same request until it is answered; for a code that says so, null: it has to be another request. */
export const retryUntilAnswered = async <C extends Endpoint>(
  shop: SimulatedShop,
  person: Person,
  call: C,
  payload: PayloadInput<C>,
): Promise<Exclude<Outcome<ReplyOf<C>>, { kind: 'interrupted' }>> => {
  for (let tries = 0; tries < patience; tries += 1) {
    const outcome = await callAs(shop, person, call, payload)
    if (outcome.kind !== 'interrupted') return outcome
    await recover(shop)
  }
  throw new Error(`${call.name} was cut ${patience} times`)
}

/** Fills a cart and buys it. */
export const buys =
  (person: Person, code: string, card: string, promoCode?: string): Action =>
  async (shop) => {
    await retryUntilAnswered(shop, person, addCartItem, { code, only_if_absent: true })
    if (promoCode !== undefined) await retryUntilAnswered(shop, person, setPromoCode, { code: promoCode })
    await pays(person, code, card)(shop)
  }

/** Buys a gift and something else, for somebody who gets the mail some days later. */
export const gives =
  (person: Person, recipient: string, days: number, otherItem: string, card: string): Action =>
  async (shop) => {
    await retryUntilAnswered(shop, person, addCartItem, { code: giftCode, only_if_absent: true })
    const seen = await retryUntilAnswered(shop, person, addCartItem, {
      code: otherItem,
      only_if_absent: true,
    })
    if (seen.kind === 'refused') throw new Error(`no cart for a gift: ${seen.code}`)
    const startsOn = Temporal.PlainDate.from(seen.answer.gift_days.from).add({ days }).toString()
    const details = { recipient_name: 'Noor', recipient_email: recipient, message: '', starts_on: startsOn }
    await retryUntilAnswered(shop, person, setGift, details)
    await pays(person, giftCode, card)(shop)
  }

/** Follows the newest link that was mailed to somebody, and has the gift sent. */
export const claims =
  (person: Person): Action =>
  async (shop) => {
    await until(shop, 'the claim', async () => {
      const token = giftLinksTo(shop, person.email).at(-1) ?? ''
      const claimed = await retryUntilAnswered(shop, person, claimGift, {
        token,
        address: places[person.place],
      })
      return claimed.kind === 'answered' && claimed.answer.state !== 'sent'
    })
  }

/** Pays what is in the cart; a form whose payment came to nothing is followed by another one. */
const pays =
  (person: Person, code: string, card: string): Action =>
  async (shop) => {
    const address = places[person.place]
    let form = 0
    await until(shop, `the purchase of ${code}`, async () => {
      const { country, region, zip } = address
      const seen = await retryUntilAnswered(shop, person, previewPurchase, { country, region, zip })
      if (seen.kind === 'refused') return false
      const { total, credit, shipping } = seen.answer
      form += 1
      const filled = {
        request_id: `request-${person.email}-${form}`,
        email: person.email,
        address,
        shipping: { method_code: shipping.method_code },
        total,
        credit,
        card: { token: await shop.outside.tokenFor(card) },
      }
      const sent = await retryUntilAnswered(shop, person, purchase, filled)
      if (sent.kind === 'refused') return false
      if (sent.answer.status === 'ordered') return true
      await recover(shop)
      const became = await retryUntilAnswered(shop, person, viewPurchase, { id: sent.answer.checkout_id })
      return became.kind === 'answered' && became.answer.status === 'ordered'
    })
  }

/** Time passes, whatever process is killed meanwhile. */
export const passes =
  (days: number): Action =>
  async (shop) => {
    const moment = shop.outside.clock.now().add({ hours: days * 24 })
    await until(shop, `the passing of ${days} days`, async () => {
      const passed = await outcomeOf(shop, shop.travelTo(moment))
      return passed.kind === 'answered'
    })
  }

/** Has the next order come today. */
export const ordersNow =
  (person: Person): Action =>
  async (shop) => {
    let form = 0
    await until(shop, 'the order at once', async () => {
      const [subscription] = (await subscriptionsOf(shop, person)) ?? []
      if (subscription === undefined) return false
      const change = { action: 'order-now' } as const
      const seen = await retryUntilAnswered(shop, person, previewChange, { id: subscription.id, change })
      if (seen.kind === 'refused') return false
      form += 1
      const request = {
        id: subscription.id,
        change,
        token: seen.answer.token,
        request_id: `order-now-${form}`,
      }
      const made = await retryUntilAnswered(shop, person, changeSubscription, request)
      if (made.kind === 'refused') return false
      if (made.answer.charge === 'charged') return true
      await recover(shop)
      const again = await retryUntilAnswered(shop, person, changeSubscription, request)
      return again.kind === 'answered' && again.answer.charge === 'charged'
    })
  }

/** Follows the link of the newest mail about a refused card, and pays with another one. */
export const paysOwed =
  (person: Person, card: string): Action =>
  async (shop) => {
    await until(shop, 'the owed order', async () => {
      const links = shop.outside.mails
        .filter(({ to }) => to === person.email)
        .flatMap(({ text }) => /\/update-card\/([^\s?#]+)/.exec(text)?.[1] ?? [])
      const token = decodeURIComponent(links.at(-1) ?? '')
      const owed = await retryUntilAnswered(shop, person, viewOwedOrder, { token })
      if (owed.kind === 'refused') return false
      if (owed.answer.status === 'paid') return true
      const { total, credit } = owed.answer
      const paid = await retryUntilAnswered(shop, person, payOwedOrder, {
        token,
        total,
        credit,
        card: { token: await shop.outside.tokenFor(card) },
      })
      return paid.kind === 'answered' && paid.answer.status === 'paid'
    })
  }

/** Brings another card, which pays all subscriptions from then on; nothing is charged. */
export const bringsCard =
  (person: Person, card: string): Action =>
  async (shop) => {
    let form = 0
    await until(shop, 'the new card', async () => {
      if ((await subscriptionsOf(shop, person)) === null) return false
      form += 1
      const brought = {
        card: { token: await shop.outside.tokenFor(card) },
        all_subscriptions: true,
        request_id: `new-card-${form}`,
      }
      const saved = await retryUntilAnswered(shop, person, changeBilling, brought)
      return saved.kind === 'answered' && saved.answer.status === 'saved'
    })
  }

/** Cancels the order of the newest mail: before it has shipped, or by returning the shipment. */
export const cancelsOrder =
  (person: Person, becomes: 'closed' | 'awaiting-return' = 'closed'): Action =>
  async (shop) => {
    await until(shop, 'taking the order back', async () => {
      const mine = shop.outside.mails.filter(({ to }) => to === person.email)
      const number = ordersMailed(mine).at(-1)
      if (number === undefined) return false
      const taken = await retryUntilAnswered(shop, person, withdraw, { number, email: person.email })
      if (taken.kind !== 'answered') return taken.code
      return taken.answer.state === becomes || taken.answer.state
    })
  }

/** The shop gives somebody credit, once; answers false while it does not know them. */
export const grantCreditOnce = async (
  shop: SimulatedShop,
  { email }: Pick<Person, 'email'>,
  cents: number,
  source: string,
): Promise<boolean> => {
  const deps = shop.deps()
  const account = await findAccountByEmail(deps.database, email)
  if (account === null) return false
  const gift = { accountId: account.id, cents, currency: 'USD', source, reason: 'operator' } as const
  await inTransaction(deps, (tx) => grantCredit(tx, gift))
  return true
}

/** Gets credit from the shop. */
export const receivesCredit =
  (person: Person, cents: number, why = 'action'): Action =>
  async (shop) => {
    await until(shop, 'the credit', async () => {
      const granted = await outcomeOf(shop, grantCreditOnce(shop, person, cents, `${why}:${person.email}`))
      return granted.kind === 'answered' && granted.answer
    })
  }
