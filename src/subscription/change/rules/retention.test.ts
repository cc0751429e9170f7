import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CancellationReasons, offersFor } from './cancellation-reasons.ts'
import { retentionOutcomeOf, cancelPageOptions } from './retention.ts'
import { newChangeFacts, day, newTerms, plans } from '../../../../test/support/terms-cases.ts'

const file: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../content/cancellation-reasons.json'), 'utf8'),
)
const reasons = CancellationReasons.parse(file)

test('every variant and offer also has a way to cancel', () => {
  for (const variant of ['offer', 'none', 'something new', undefined])
    for (const offer of [null, { action: 'pause' }, { action: 'skip' }] as const)
      expect(cancelPageOptions(variant, offer).canCancel).toBe(true)
  expect(cancelPageOptions('none', { action: 'skip' }).offer).toBeNull()
  expect(cancelPageOptions('offer', { action: 'skip' }).offer).toEqual({ action: 'skip' })
})

test('each reason has its own offers, and the first available one is shown', () => {
  const facts = newChangeFacts(newTerms({ quantity: 2 }))
  const found = (id: string, of = facts) =>
    offersFor(reasons.reasons.find((reason) => reason.id === id)?.offers ?? [], of, plans).map(
      ({ change }) => change,
    )
  expect(found('too-much')).toEqual([{ action: 'skip' }])
  expect(found('away')).toEqual([{ action: 'pause' }])
  expect(found('health')).toEqual([])
  expect(found('too-expensive')).toEqual([
    { action: 'change-quantity', quantity: 1 },
    { action: 'apply-coupon', code: 'STAY15' },
  ])
  // Already the smallest, and already discounted: an unavailable offer is never made.
  const reduced = newChangeFacts(newTerms({ couponCode: 'FOREVER15' }), { today: day('2031-02-10') })
  expect(found('too-expensive', reduced)).toEqual([])
})

test('a change counts as retained only when it was offered for a reason of the file', () => {
  const skip = { action: 'skip' } as const
  expect(retentionOutcomeOf(reasons, { action: 'cancel' }, undefined)).toEqual({
    outcome: 'left',
    reasonId: 'prefer-not-to-say',
  })
  expect(retentionOutcomeOf(reasons, skip, 'too-much')).toEqual({ outcome: 'stayed', reasonId: 'too-much' })
  expect(retentionOutcomeOf(reasons, skip, 'nonsense')).toBeNull()
  expect(retentionOutcomeOf(reasons, skip, undefined)).toBeNull()
})
