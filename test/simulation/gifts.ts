import { addCartItem } from '#cart/endpoints.ts'
import { setGift } from '#cart/gift-endpoints.ts'
import { giftCode } from '../support/gift-code.ts'
import { claimGift } from '#gift/endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import type { SeededRandom } from '../support/random.ts'
import { ordersMailed } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { callAs, buy, homes, describeOutcome, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** The tokens of the links that were mailed to somebody, or to anybody, the oldest first. */
export const giftLinksTo = (shop: SimulatedShop, email?: string): readonly string[] =>
  shop.outside.mails
    .filter(({ to }) => email === undefined || to === email)
    .flatMap(({ text }) => /\/gift\/claim\/([\w.-]+)/.exec(text)?.[1] ?? [])

const give = async (shop: SimulatedShop, random: SeededRandom, person: Person): Promise<string> => {
  const added = await callAs(shop, person, addCartItem, { code: giftCode, quantity: 1 + random.intBelow(2) })
  if (added.kind !== 'answered') return `gives nothing: ${describeOutcome(added, () => '')}`
  const startsOn = Temporal.PlainDate.from(added.answer.gift_days.from).add({ days: random.intBelow(4) })
  const details = {
    recipient_name: 'Noor',
    recipient_email: `friend-${random.intBelow(3)}@example.com`,
    message: '',
    starts_on: startsOn.toString(),
  }
  await callAs(shop, person, setGift, details)
  return `gives: ${await buy(shop, random, person)}`
}

/** Gives or claims a gift, sometimes while its giver cancels an order. */
export const giveOrClaim = async (
  shop: SimulatedShop,
  random: SeededRandom,
  person: Person,
): Promise<string> => {
  const links = giftLinksTo(shop)
  if (links.length === 0 || random.isWithinPercent(40)) return give(shop, random, person)
  const claimRequest = { token: random.oneOf(links), address: places[random.oneOf(homes)] }
  const claim = callAs(shop, person, claimGift, claimRequest)
  const mine = ordersMailed(shop.outside.mails.filter(({ to }) => to === person.email))
  const canceled =
    mine.length > 0 && random.isWithinPercent(40)
      ? callAs(shop, person, withdraw, { number: random.oneOf(mine), email: person.email })
      : null
  const summary = describeOutcome(await claim, ({ state }) => state)
  const cancellation =
    canceled === null ? '' : `, takes back: ${describeOutcome(await canceled, ({ kind }) => kind)}`
  return `claims: ${summary}${cancellation}`
}
