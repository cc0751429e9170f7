import { addCartItem } from '#cart/calls.ts'
import { setGift } from '#cart/gift-calls.ts'
import { giftCode } from '#cart/rules/gift-plan.ts'
import { claimGift } from '#gift/calls.ts'
import { withdraw } from '#withdrawal/calls.ts'
import type { Chance } from '../support/chance.ts'
import { ordersTold } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { ask, buy, homes, wordsOf, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** The tokens of the links that were mailed to somebody, or to anybody, the oldest first. */
export const giftLinksTo = (shop: SimulatedShop, email?: string): readonly string[] =>
  shop.outside.mails
    .filter(({ to }) => email === undefined || to === email)
    .flatMap(({ text }) => /\/gift\/claim\/([\w.-]+)/.exec(text)?.[1] ?? [])

const give = async (shop: SimulatedShop, chance: Chance, person: Person): Promise<string> => {
  const added = await ask(shop, person, addCartItem, { code: giftCode, quantity: 1 + chance.below(2) })
  if (added.kind !== 'answered') return `gives nothing: ${wordsOf(added, () => '')}`
  const startsOn = Temporal.PlainDate.from(added.answer.gift_days.from).add({ days: chance.below(4) })
  const details = {
    recipient_name: 'Noor',
    recipient_email: `friend-${chance.below(3)}@example.com`,
    message: '',
    starts_on: startsOn.toString(),
  }
  await ask(shop, person, setGift, details)
  return `gives: ${await buy(shop, chance, person)}`
}

/** Gives somebody something, or claims what was given, now and then while its giver takes back an order. */
export const giveOrClaim = async (shop: SimulatedShop, chance: Chance, person: Person): Promise<string> => {
  const links = giftLinksTo(shop)
  if (links.length === 0 || chance.happens(40)) return give(shop, chance, person)
  const asked = { token: chance.oneOf(links), address: places[chance.oneOf(homes)] }
  const claim = ask(shop, person, claimGift, asked)
  const mine = ordersTold(shop.outside.mails.filter(({ to }) => to === person.email))
  const takenBack =
    mine.length > 0 && chance.happens(40)
      ? ask(shop, person, withdraw, { number: chance.oneOf(mine), email: person.email })
      : null
  const words = wordsOf(await claim, ({ state }) => state)
  const taken = takenBack === null ? '' : `, takes back: ${wordsOf(await takenBack, ({ kind }) => kind)}`
  return `claims: ${words}${taken}`
}
