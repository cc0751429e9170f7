import { changeSubscription, ChangePreview, previewChange, undoChange } from '#subscription/change-calls.ts'
import type { ChangeReply } from '#subscription/change-calls.ts'
import type { Subscription } from '#subscription/calls.ts'
import { parsePrice } from '#shared/money.ts'
import { ask, wordsOf, type Outcome, type Person } from './people.ts'
import { reprice, type Steerings } from './steerings.ts'
import { changeFor, compare, type Change } from './steering.ts'

/** What happens between a look and the word: nothing, another price, another window, or some hours. */
const disturb = async (lives: Steerings, person: Person, { id }: Subscription): Promise<boolean> => {
  const { shop, chance, told } = lives
  const roll = chance.below(100)
  if (roll < 60) return false
  if (roll < 80) await reprice(lives)
  else if (roll < 92) {
    const change = { action: 'change-quantity', quantity: 1 + chance.below(3) } as const
    const other = await ask(shop, person, changeSubscription, { id, change })
    told.push(`another window asks for ${change.quantity}: ${wordsOf(other, ({ charge }) => charge)}`)
  } else shop.outside.moveTo(shop.outside.clock.now().add({ minutes: 1 + chance.below(60) }))
  return true
}

/** The new preview of a 409; null for every other outcome. */
const shownAnew = (outcome: Outcome<ChangeReply>): ChangePreview | null =>
  outcome.kind === 'refused' && outcome.code === 'TOTAL_CHANGED'
    ? ChangePreview.parse(outcome.data?.['preview'])
    : null

/** What is charged at once is what was seen, and is charged once. */
const compareNow = async (
  lives: Steerings,
  seen: ChangePreview,
  made: ChangeReply,
  customer: string,
): Promise<void> => {
  const charged = (await lives.newCharges()).map((charge) => `${charge.customer} ${charge.cents}`).join()
  const cents = seen.charged_now === null ? 0 : parsePrice(seen.charged_now.total)
  const wanted = cents === 0 ? '' : `${customer} ${cents}`
  if (charged !== wanted)
    lives.broken.push(`agreed to ${wanted || 'nothing'} at once, charged ${charged || 'nothing'}`)
  if (cents > 0) lives.count('charged at once')
  lives.broken.push(...compare(seen, made))
}

/** Agrees to what was seen; where the shop shows another sum instead, to that one. */
const commit = async (
  lives: Steerings,
  person: Person,
  id: string,
  change: Change,
  first: { readonly seen: ChangePreview; readonly disturbed: boolean },
) => {
  const { shop, broken, count } = lives
  const say = ({ token }: ChangePreview) => ask(shop, person, changeSubscription, { id, change, token })
  const outcome = await say(first.seen)
  const anew = shownAnew(outcome)
  if (anew === null) return { seen: first.seen, outcome }
  count('shown anew')
  if (!first.disturbed) broken.push(`${change.action}: 409 although nothing had changed`)
  const again = await say(anew)
  if (shownAnew(again) !== null) broken.push(`${change.action}: 409 for the sum that was just shown`)
  return { seen: anew, outcome: again }
}

/**
 * Looks at one change and agrees to it; now and then takes it back. Answers what it is after that; null when nothing
 * was changed.
 */
export const agree = async (
  lives: Steerings,
  person: Person,
  subscription: Subscription,
  customer: string,
): Promise<ChangeReply | null> => {
  const { shop, chance, told, count } = lives
  const { id } = subscription
  const change = await changeFor(shop, chance, person, subscription)
  if (change === null) return null
  const looked = await ask(shop, person, previewChange, { id, change })
  if (looked.kind !== 'answered') {
    told.push(`${person.email} asks for ${change.action}: ${wordsOf(looked, () => '')}`)
    return null
  }
  const disturbed = await disturb(lives, person, subscription)
  const { seen, outcome } = await commit(lives, person, id, change, { seen: looked.answer, disturbed })
  told.push(
    `${person.email} agrees to ${change.action}, ${seen.charged_now?.total ?? 'nothing'} now and ` +
      `${seen.upcoming_order?.total ?? 'nothing'} next: ${wordsOf(outcome, ({ charge }) => charge)}`,
  )
  if (outcome.kind !== 'answered') return null
  count(change.action)
  await compareNow(lives, seen, outcome.answer, customer)
  if (outcome.answer.undo_until === null || !chance.happens(15)) return outcome.answer
  const undone = await ask(shop, person, undoChange, { id, change_id: outcome.answer.change_id })
  told.push(`and takes it back: ${wordsOf(undone, ({ state }) => state)}`)
  return undone.kind === 'answered' ? { ...outcome.answer, subscription: undone.answer } : outcome.answer
}
