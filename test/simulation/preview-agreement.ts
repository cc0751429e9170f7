import {
  changeSubscription,
  ChangePreview,
  previewChange,
  undoChange,
} from '#subscription/change/change-endpoints.ts'
import type { ChangeReply } from '#subscription/change/change-endpoints.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { parsePrice } from '#shared/money.ts'
import { callAs, describeOutcome, type Outcome, type Person } from './people.ts'
import { reprice, type ChangeSimulation } from './change-simulation.ts'
import { randomChangeFor, compare, type Change } from './subscription-changes.ts'

/** What happens between a preview and the agreement: nothing, another price, another window, or some hours. */
const disturb = async (
  simulation: ChangeSimulation,
  person: Person,
  { id }: Subscription,
): Promise<boolean> => {
  const { shop, random, log } = simulation
  const roll = random.intBelow(100)
  if (roll < 60) return false
  if (roll < 80) await reprice(simulation)
  else if (roll < 92) {
    const change = { action: 'change-quantity', quantity: 1 + random.intBelow(3) } as const
    const other = await callAs(shop, person, changeSubscription, { id, change })
    log.push(`another window asks for ${change.quantity}: ${describeOutcome(other, ({ charge }) => charge)}`)
  } else shop.outside.moveTo(shop.outside.clock.now().add({ minutes: 1 + random.intBelow(60) }))
  return true
}

/** The new preview of a 409; null for every other outcome. */
const newPreviewOf = (outcome: Outcome<ChangeReply>): ChangePreview | null =>
  outcome.kind === 'refused' && outcome.code === 'TOTAL_CHANGED'
    ? ChangePreview.parse(outcome.data?.['preview'])
    : null

/** What is charged at once is what was seen, and is charged once. */
const compareImmediateCharge = async (
  simulation: ChangeSimulation,
  seen: ChangePreview,
  made: ChangeReply,
  customer: string,
): Promise<void> => {
  const charged = (await simulation.newCharges()).map((charge) => `${charge.customer} ${charge.cents}`).join()
  const cents = seen.charged_now === null ? 0 : parsePrice(seen.charged_now.total, seen.charged_now.currency)
  const expected = cents === 0 ? '' : `${customer} ${cents}`
  if (charged !== expected)
    simulation.broken.push(`agreed to ${expected || 'nothing'} at once, charged ${charged || 'nothing'}`)
  if (cents > 0) simulation.count('charged at once')
  simulation.broken.push(...compare(seen, made))
}

/** Agrees to what was seen; where the shop shows another sum instead, to that one. */
const commit = async (
  simulation: ChangeSimulation,
  person: Person,
  id: string,
  change: Change,
  first: { readonly seen: ChangePreview; readonly disturbed: boolean },
) => {
  const { shop, broken, count } = simulation
  const commitPreview = ({ token }: ChangePreview) =>
    callAs(shop, person, changeSubscription, { id, change, token })
  const outcome = await commitPreview(first.seen)
  const newPreview = newPreviewOf(outcome)
  if (newPreview === null) return { seen: first.seen, outcome }
  count('shown anew')
  if (!first.disturbed) broken.push(`${change.action}: 409 although nothing had changed`)
  const again = await commitPreview(newPreview)
  if (newPreviewOf(again) !== null) broken.push(`${change.action}: 409 for the sum that was just shown`)
  return { seen: newPreview, outcome: again }
}

/**
 * Looks at one change and agrees to it; now and then takes it back. Answers what it is after that; null when nothing
 * was changed.
 */
export const agree = async (
  simulation: ChangeSimulation,
  person: Person,
  subscription: Subscription,
  customer: string,
): Promise<ChangeReply | null> => {
  const { shop, random, log, count } = simulation
  const { id } = subscription
  const change = await randomChangeFor(shop, random, person, subscription)
  if (change === null) return null
  const previewed = await callAs(shop, person, previewChange, { id, change })
  if (previewed.kind !== 'answered') {
    log.push(`${person.email} asks for ${change.action}: ${describeOutcome(previewed, () => '')}`)
    return null
  }
  const disturbed = await disturb(simulation, person, subscription)
  const { seen, outcome } = await commit(simulation, person, id, change, {
    seen: previewed.answer,
    disturbed,
  })
  log.push(
    `${person.email} agrees to ${change.action}, ${seen.charged_now?.total ?? 'nothing'} now and ` +
      `${seen.upcoming_order?.total ?? 'nothing'} next: ${describeOutcome(outcome, ({ charge }) => charge)}`,
  )
  if (outcome.kind !== 'answered') return null
  count(change.action)
  await compareImmediateCharge(simulation, seen, outcome.answer, customer)
  if (outcome.answer.undo_until === null || !random.isWithinPercent(15)) return outcome.answer
  const undone = await callAs(shop, person, undoChange, { id, change_id: outcome.answer.change_id })
  log.push(`and takes it back: ${describeOutcome(undone, ({ state }) => state)}`)
  return undone.kind === 'answered' ? { ...outcome.answer, subscription: undone.answer } : outcome.answer
}
