import { addCartItem, setPromoCode } from '#cart/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import { requestReturn } from '#return/endpoints.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { brand } from '#shared/brand.ts'
import { applyRetention } from '../../src/app/retention.ts'
import { buys, gives, receivesCredit, recover } from '../simulation/actions.ts'
import { callAs, subscriptionsOf, type Person } from '../simulation/people.ts'
import { giftLinksTo } from '../simulation/gifts.ts'
import { newBrowser, type SimulatedShop } from '../simulation/simulated-shop.ts'
import { ordersMailed } from '../support/invariants.ts'
import { places, type Place } from '../support/places.ts'
import { hireStaff } from './desk-actors.ts'

const personIn = (number: number, place: Place): Person => ({
  email: `person-${number}@example.com`,
  browser: newBrowser(`203.0.113.${number}`, places[place].country, places[place].region || 'XX'),
  place,
  cards: [],
  plans: [],
})

/** The same person at another browser that is signed in as the first one is. */
export const atAnotherBrowser = (person: Person): Person => ({
  ...person,
  browser: { ...person.browser, cookies: new Map(person.browser.cookies) },
})

type Filled = PayloadInput<typeof purchase>

/** Members in the middle of something, the input of actions. */
export interface Fixture {
  /** A member whose subscription to VS-01 is due today, who has 10.00 of credit, and fills in the checkout form besides. */
  readonly ada: Person
  readonly adasForm: Filled
  readonly subscriptionId: string
  /** Has filled in the checkout form, and submits it. */
  readonly ben: Person
  readonly bensForm: Filled
  /** Has bought something that has not shipped. */
  readonly cara: Person
  readonly carasOrder: string
  /** Has bought a gift for Eve, who has the mail. */
  readonly dan: Person
  readonly dansOrder: string
  readonly eve: Person
  readonly claimToken: string
  /** Was charged, but the answer was lost; the webhook is on its way. */
  readonly fay: Person
  readonly faysForm: Filled
  /** Has two jars of one order, and sends one of them back. */
  readonly gus: Person
  readonly gusOrder: string
  readonly gusReturn: string
}

const orderTo = (shop: SimulatedShop, { email }: Person): string =>
  ordersMailed(shop.outside.mails.filter(({ to }) => to === email)).at(-1) ?? ''

const giftOrderTo = (shop: SimulatedShop, { email }: Person): string => {
  const mine = shop.outside.mails.filter(({ to }) => to === email)
  return (
    ordersMailed(mine).find((number) =>
      mine.some(({ text }) => text.includes(number) && /Noor/.test(text)),
    ) ?? ''
  )
}

const filledForm = async (shop: SimulatedShop, person: Person, card: string): Promise<Filled> => {
  const address = places[person.place]
  const { country, region, zip } = address
  const seen = await callAs(shop, person, previewPurchase, { country, region, zip })
  if (seen.kind !== 'answered') throw new Error('the fixture has no preview')
  const { total, credit, shipping } = seen.answer
  return {
    request_id: `request-of-${person.email}`,
    email: person.email,
    address,
    shipping: { method_code: shipping.method_code },
    total,
    credit,
    card: { token: await shop.outside.tokenFor(card) },
  }
}

/** Buys two jars; their package comes within the month. */
const buysTwo = async (shop: SimulatedShop, person: Person): Promise<void> => {
  await callAs(shop, person, addCartItem, { code: 'vs-rst', quantity: 2 })
  await callAs(shop, person, purchase, await filledForm(shop, person, 'approve'))
}

const opensReturn = async (
  shop: SimulatedShop,
  { email, browser }: Person,
  number: string,
): Promise<string> => {
  const lines = [{ position: 0, quantity: 1 }]
  const request = { number, email, request_id: 'the-first-jar', reason: 'changed-mind' as const, lines }
  return (await shop.call(browser, requestReturn, request)).number
}

const dueMoment = (day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: brand.timeZone, plainTime: '10:00' }).toInstant()

/** What Ada has; less than either of the things that she can spend it on. */
export const creditCents = 1_000

/** Moves the shop to the morning on which Ada's subscription is due, and leaves everything else open as the fixture says. */
export const prepare = async (shop: SimulatedShop): Promise<Fixture> => {
  const [ada, ben, cara] = [personIn(1, 'oregon'), personIn(2, 'california'), personIn(3, 'oregon')]
  const [dan, eve, fay] = [personIn(4, 'oregon'), personIn(5, 'california'), personIn(6, 'oregon')]
  const gus = personIn(7, 'oregon')
  await hireStaff(shop)
  await buys(ada, 'vs-rf', 'approve')(shop)
  await buysTwo(shop, gus)
  const [subscription] = (await subscriptionsOf(shop, ada)) ?? []
  if (!subscription?.next_order_on) throw new Error('the fixture has no subscription')
  const due = dueMoment(subscription.next_order_on)
  await shop.travelTo(due.subtract({ hours: 48 }))
  await gives(dan, eve.email, 0, 'vs-rst', 'approve')(shop)
  await shop.travelTo(due.subtract({ hours: 20 }))
  await buys(cara, 'vs-rst', 'approve')(shop)
  await recover(shop)
  const gusOrder = orderTo(shop, gus)
  const gusReturn = await opensReturn(shop, gus, gusOrder)
  await recover(shop)
  await callAs(shop, fay, addCartItem, { code: 'pds-wk' })
  const faysForm = await filledForm(shop, fay, 'approve')
  await callAs(shop, ben, addCartItem, { code: 'syn-wk' })
  await callAs(shop, ben, setPromoCode, { code: 'FIRST100' })
  const bensForm = await filledForm(shop, ben, 'approve')
  // Members who are still signed in when the day comes.
  if ((await subscriptionsOf(shop, ada)) === null) throw new Error('the fixture has no session')
  await receivesCredit(ada, creditCents)(shop)
  await callAs(shop, ada, addCartItem, { code: 'vs-rst' })
  const adasForm = await filledForm(shop, ada, 'approve')
  await shop.deliver(() => 1)
  shop.outside.moveTo(due)
  shop.outside.injectFaults(() => 'time-out after success')
  await callAs(shop, fay, purchase, faysForm)
  shop.outside.injectFaults(() => null)
  shop.outside.moveTo(due.add({ seconds: 61 }))
  // Done for this hour, or the end of every order would do it.
  await applyRetention(shop.services())
  return {
    ada,
    ben,
    cara,
    dan,
    eve,
    fay,
    adasForm,
    bensForm,
    faysForm,
    subscriptionId: subscription.id,
    carasOrder: orderTo(shop, cara),
    dansOrder: giftOrderTo(shop, dan),
    claimToken: giftLinksTo(shop, eve.email).at(-1) ?? '',
    gus,
    gusOrder,
    gusReturn,
  }
}
