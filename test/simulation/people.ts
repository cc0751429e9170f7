import { sendMagicLink, useMagicLink } from '#account/registration-endpoints.ts'
import { addCartItem, setPromoCode } from '#cart/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { isShopError, type ShopError } from '#shared/errors.ts'
import { listSubscriptions, type Subscription } from '#subscription/endpoints.ts'
import type { SeededRandom } from '../support/random.ts'
import { places, type Place } from '../support/places.ts'
import { newBrowser, type Browser, type SimulatedShop } from './simulated-shop.ts'

/** Somebody with habits. */
export interface Person {
  readonly email: string
  readonly browser: Browser
  readonly place: Place
  readonly cards: readonly string[]
  readonly plans: readonly string[]
}

const tastes = [
  ['syn-wk', 'syn-rf', 'syn-wk-duo'],
  ['syn-wk-3mo', 'syn-rf-6mo', 'syn-rf-3mo'],
  ['vs-wk', 'vs-rf', 'syn-wk'],
  ['pds-wk', 'pds-rf', 'vs-rf-3mo', 'vs-rst'],
] as const

const wallets = [
  ['approve', 'mastercard'],
  ['approve', 'no-funds', 'challenge'],
  ['renewal-no-funds', 'approve'],
  ['renewal-stolen', 'approve', 'expired'],
  ['duplicate-webhooks', 'reversed-webhooks', 'approve'],
] as const

export const homes = ['oregon', 'california', 'toronto', 'berlin'] as const
const codes = ['FOREVER15', 'FIRST100', 'DS-01-25-OFF', 'WELCOME10', 'PAIR5', 'SPRING26', 'NOBODY-KNOWS']

export const newPerson = (random: SeededRandom, number: number): Person => {
  const place = random.oneOf(homes)
  const { country, region } = places[place]
  return {
    email: `person-${number}@example.com`,
    browser: newBrowser(`203.0.113.${number}`, country, region === '' ? 'XX' : region),
    place,
    cards: random.oneOf(wallets),
    plans: random.oneOf(tastes),
  }
}

/** What came of a call: its answer, or the error that refused it, or that the shop ended meanwhile. */
export type Outcome<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'refused'; readonly code: string; readonly data: ShopError['data'] }
  | { readonly kind: 'interrupted' }

/** Anything else that is thrown is a fault of the shop and ends the simulation. */
export const outcomeOf = async <T>(shop: SimulatedShop, action: Promise<T>): Promise<Outcome<T>> => {
  try {
    const answer = await action
    return shop.isRunning() ? { kind: 'answered', answer } : { kind: 'interrupted' }
  } catch (thrown) {
    if (!shop.isRunning()) return { kind: 'interrupted' }
    if (isShopError(thrown) && thrown.code !== 'UNKNOWN')
      return { kind: 'refused', code: thrown.code, data: thrown.data }
    throw thrown
  }
}

export const callAs = <C extends Endpoint>(
  shop: SimulatedShop,
  { browser }: Person,
  call: C,
  payload: PayloadInput<C>,
): Promise<Outcome<ReplyOf<C>>> => outcomeOf(shop, shop.call(browser, call, payload))

/** What came of it, in a word or two that are the same each time. */
export const describeOutcome = <T>(outcome: Outcome<T>, describeAnswer: (answer: T) => string): string => {
  switch (outcome.kind) {
    case 'answered':
      return describeAnswer(outcome.answer)
    case 'refused':
      return outcome.code
    case 'interrupted':
      return 'interrupted'
    default:
      return outcome satisfies never
  }
}

const fillCart = async (shop: SimulatedShop, random: SeededRandom, person: Person): Promise<void> => {
  for (let times = 1 + random.intBelow(2); times > 0; times -= 1) {
    const item = { code: random.oneOf(person.plans), quantity: 1 + random.intBelow(2) }
    await callAs(shop, person, addCartItem, item)
  }
  if (random.isWithinPercent(40)) await callAs(shop, person, setPromoCode, { code: random.oneOf(codes) })
}

const signIn = async (shop: SimulatedShop, person: Person): Promise<boolean> => {
  const sent = await callAs(shop, person, sendMagicLink, { email: person.email })
  if (sent.kind !== 'answered') return false
  await outcomeOf(shop, shop.runDueWork())
  const mine = shop.outside.mails.filter(({ to }) => to === person.email)
  const link = mine.flatMap(({ text }) => /\/magic-link\/([\w-]+)/.exec(text)?.[1] ?? []).at(-1)
  if (link === undefined) return false
  return (await callAs(shop, person, useMagicLink, { id: link })).kind === 'answered'
}

/** Fills a cart and buys it, now and then in two windows at once. */
export const buy = async (shop: SimulatedShop, random: SeededRandom, person: Person): Promise<string> => {
  if (random.isWithinPercent(30)) await signIn(shop, person)
  await fillCart(shop, random, person)
  const address = places[person.place]
  const { country, region, zip } = address
  const seen = await callAs(shop, person, previewPurchase, { country, region, zip })
  if (seen.kind !== 'answered') return `looks around: ${describeOutcome(seen, () => '')}`
  const { total, credit, shipping } = seen.answer
  const card = random.oneOf(person.cards)
  const filled = {
    request_id: `request-${random.intBelow(1_000_000_000)}`,
    email: person.email,
    address,
    shipping: { method_code: shipping.method_code, amount: shipping.amount },
    total,
    credit,
    card: { token: await shop.outside.tokenFor(card) },
  }
  const windows = random.isWithinPercent(20) ? 2 : 1
  const answers = await Promise.all(
    Array.from({ length: windows }, () => callAs(shop, person, purchase, filled)),
  )
  for (const answer of answers) {
    if (answer.kind !== 'answered' || answer.answer.challenge_url === null || random.isWithinPercent(30))
      continue
    await shop.outside.answerChallenge(answer.answer.challenge_url, random.oneOf(['approve', 'refuse']))
  }
  const came = answers.map((answer) => describeOutcome(answer, ({ status }) => status)).join(' and ')
  return `buys for ${total}, ${credit} of it by credit, with ${card}: ${came}`
}

/** Somebody's subscriptions as their page shows them; null when they cannot get in. */
export const subscriptionsOf = async (
  shop: SimulatedShop,
  person: Person,
): Promise<readonly Subscription[] | null> => {
  const viewSubscriptions = () => callAs(shop, person, listSubscriptions, { include_renewal_preview: 'true' })
  const first = await viewSubscriptions()
  if (first.kind === 'answered') return first.answer.subscriptions
  if (first.kind === 'interrupted' || !(await signIn(shop, person))) return null
  const second = await viewSubscriptions()
  return second.kind === 'answered' ? second.answer.subscriptions : null
}
