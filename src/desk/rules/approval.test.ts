import { expect, test } from 'vitest'
import { decisionRefusal, readKinds, waitingText } from './approval.ts'

const now = Temporal.Instant.from('2031-01-06T10:00:00Z')

const facts = {
  kind: 'refund',
  state: 'open',
  requestedBy: 'sam',
  expiresAt: now.add({ hours: 1 }),
  actor: { staffId: 'olive', role: 'owner' },
  now,
} as const

test.each([
  ['an open request of somebody else', {}, null],
  ['one’s own', { requestedBy: 'olive' }, 'You requested it'],
  [
    'by another person of support',
    { actor: { staffId: 'sue', role: 'support' } },
    'finance or an owner decides',
  ],
  ['at the moment of its end', { expiresAt: now }, 'It expired'],
  ['approved before', { state: 'approved' }, 'approved before'],
  ['refused before', { state: 'refused' }, 'refused before'],
  ['withdrawn', { state: 'withdrawn' }, 'withdrawn by the person'],
  [
    'an import by finance',
    { kind: 'tracking-import', actor: { staffId: 'fay', role: 'finance' } },
    'Operations or an owner',
  ],
  [
    'a return by finance',
    { kind: 'return-receipt', actor: { staffId: 'fay', role: 'finance' } },
    'Operations or an owner',
  ],
  ['a return by an owner', { kind: 'return-receipt' }, null],
  [
    'an import by operations',
    { kind: 'tracking-import', actor: { staffId: 'dario', role: 'operations' } },
    null,
  ],
] as const)('%s', (_what, but, sentence) => {
  const refusal = decisionRefusal({ ...facts, ...but })
  if (sentence === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(sentence)
})

test('the worklist describes a waiting request by its kind', () => {
  const texts = readKinds.map((kind) => waitingText(kind, 'LA5'))
  expect(new Set(texts).size).toBe(readKinds.length)
  expect([waitingText('refund', 'LA5'), waitingText('page', null), waitingText('newsletter', null)]).toEqual([
    'Refund of order LA5',
    'Changed claim on a page',
    'Newsletter campaign',
  ])
})
