import { steps } from '#platform/steps.ts'
import { CallFailed } from './caller.ts'
import type { Chance } from './chance.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const plans = ['syn-wk', 'syn-rf', 'syn-wk-3mo', 'syn-rf-6mo', 'vs-wk', 'vs-rf-3mo', 'pds-wk', 'syn-wk-gift-2020', 'syn-wk-duo'] // prettier-ignore
const codes = ['FOREVER15', 'FIRST100', 'DS-01-25-OFF', 'WELCOME10', 'PAIR5', 'SPRING26', 'NOBODY-KNOWS']
const cards = [
  'approve', 'approve', 'approve', 'approve', 'mastercard', 'no-funds', 'stolen', 'expired', 'challenge',
  'renewal-no-funds', 'renewal-stolen', 'slow', 'time-out', 'reset', 'lost', 'duplicate-webhooks', 'reversed-webhooks',
] // prettier-ignore
const homes = ['oregon', 'california', 'toronto', 'berlin'] as const

/** What may come of anything somebody does: an answer, an error of the catalogue, or a server that died meanwhile. */
const whatever = async <T>(act: Promise<T>): Promise<T | null> => {
  try {
    return await act
  } catch (thrown) {
    const isCut = thrown instanceof TypeError
    const isTyped = thrown instanceof CallFailed && thrown.code !== 'UNKNOWN'
    // A void charge is told as UNKNOWN: nothing was charged, and the cart is as it was.
    const isGivenUp = thrown instanceof CallFailed && thrown.status === 500
    if (isCut || isTyped || isGivenUp) return null
    throw thrown
  }
}

const fillCart = async (visitor: Visitor, chance: Chance): Promise<void> => {
  for (let times = 1 + chance.below(3); times > 0; times -= 1) {
    await whatever(visitor.add(chance.oneOf(plans), 1 + chance.below(2)))
  }
  if (chance.happens(50)) await whatever(visitor.enterCode(chance.oneOf(codes)))
}

const buy = async (shop: TestShop, chance: Chance): Promise<string> => {
  const place = chance.oneOf(homes)
  const visitor = shop.visitor()
  await fillCart(visitor, chance)
  const card = chance.oneOf(cards)
  const filled = await whatever(visitor.fill({ place, card }))
  if (filled === null) return `somebody looked around with ${card}`
  const windows = 1 + chance.below(3)
  const answers = await Promise.all(Array.from({ length: windows }, () => whatever(visitor.send(filled))))
  const asked = answers.find((answer) => answer?.status === 'challenge')
  if (asked && chance.happens(70)) {
    await shop.pages.answerChallenge(asked.challenge_url ?? '', chance.oneOf(['approve', 'refuse']))
  }
  return `bought with ${card} in ${windows} windows: ${answers.map((answer) => answer?.status ?? 'nothing').join(' ')}`
}

const revive = async (shop: TestShop, crashAt: string | null): Promise<void> => {
  await Promise.all(shop.house.children.map((child) => child.kill()))
  await shop.house.start(crashAt)
}

const act = async (shop: TestShop, chance: Chance): Promise<string> => {
  const roll = chance.below(100)
  if (roll < 55) return buy(shop, chance)
  if (roll < 80) {
    const days = 1 + chance.below(40)
    await whatever(shop.moveOn(days))
    return `${days} days passed`
  }
  if (roll < 90) {
    const step = chance.oneOf(steps)
    await revive(shop, step)
    return `armed to die at "${step}"`
  }
  if (roll < 95) {
    await revive(shop, null)
    return 'killed and opened again'
  }
  const cents = 3_000 + chance.below(4_000)
  await shop.changePrice(chance.oneOf(['syn-wk', 'syn-rf', 'vs-wk']), cents)
  return `a price became ${cents}`
}

/** Lets a shop live through so many events of chance, then opens it once more and lets two days pass. Tells them all. */
export const liveThrough = async (shop: TestShop, chance: Chance, events: number): Promise<string[]> => {
  const told: string[] = []
  for (let event = 0; event < events; event += 1) {
    told.push(await act(shop, chance))
    if (!(await shop.isOpen())) {
      told.push('died and was opened again')
      await revive(shop, null)
    }
  }
  await revive(shop, null)
  await shop.travelDays(2)
  return told
}
