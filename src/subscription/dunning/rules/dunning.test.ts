import { expect, test } from 'vitest'
import { newChangeFacts, day, newTerms } from '../../../../test/support/terms-cases.ts'
import { afterDecline, caseStateAfter, termsAfterDunning, termsWhileOwed } from './dunning.ts'
import type { DunningPolicy, Refusal } from './dunning.ts'
import { decideChange } from '#subscription/change/rules/decide-change.ts'
import type { Change } from '#subscription/change/rules/change.ts'
import { dueOn } from '#subscription/record/rules/subscription-terms.ts'

const policy: DunningPolicy = {
  gaps_in_days: [1, 2, 2],
  link_days: 30,
  card_limits: [
    { brand: 'visa', tries: 3, days: 30 },
    { brand: 'mastercard', tries: 2, days: 1 },
    { brand: null, tries: 15, days: 30 },
  ],
  end: 'failed',
}

const refusal = (changes: Partial<Refusal> = {}): Refusal => ({
  kind: 'soft',
  tries: 1,
  cardBrand: 'amex',
  cardRefusedOn: [day('2031-02-28')],
  today: day('2031-02-28'),
  ...changes,
})

test.each([
  [1, '2031-01-31', '2031-02-01'],
  [2, '2031-02-01', '2031-02-03'],
  [3, '2031-02-03', '2031-02-05'],
] as const)('soft-schedule: after try %i on %s the next try is on %s', (tries, today, on) => {
  expect(afterDecline(policy, refusal({ tries, today: day(today) }))).toEqual({ kind: 'retry', on: day(on) })
})

test.each([
  ['soft', 4],
  ['hard', 1],
  ['expired', 1],
] as const)('no-more-tries: after a %s decline of try %i there is no further try', (kind, tries) => {
  expect(afterDecline(policy, refusal({ kind, tries }))).toEqual({ kind: 'ended' })
})

test('card-limit: the next try waits until enough declines are outside the networks’ window', () => {
  const cardRefusedOn = ['2031-02-10', '2031-02-20', '2031-02-28'].map(day)
  // Three refusals in 30 days are all a visa bears here; the first is forgotten on March 12.
  const next = afterDecline(policy, refusal({ cardBrand: 'Visa', cardRefusedOn }))
  expect(next).toEqual({ kind: 'retry', on: day('2031-03-12') })
})

test('card-limit: a card that allows no further try within 30 days is not tried again', () => {
  const cardRefusedOn = ['2031-02-28', '2031-02-28', '2031-02-28'].map(day)
  expect(afterDecline(policy, refusal({ cardBrand: 'visa', cardRefusedOn }))).toMatchObject({
    kind: 'retry',
    on: day('2031-03-30'),
  })
  const strict = { ...policy, card_limits: [{ brand: 'visa', tries: 1, days: 40 }] }
  expect(afterDecline(strict, refusal({ cardBrand: 'visa', cardRefusedOn }))).toEqual({ kind: 'ended' })
})

test('card-limit: a brand without its own limit uses the common one, and a limit can be per day', () => {
  const cardRefusedOn = ['2031-02-28', '2031-02-28', '2031-02-28'].map(day)
  expect(afterDecline(policy, refusal({ cardRefusedOn }))).toMatchObject({ on: day('2031-03-01') })
  expect(afterDecline(policy, refusal({ cardBrand: 'mastercard', cardRefusedOn }))).toMatchObject({
    on: day('2031-03-01'),
  })
})

const owedTerms = newTerms({ nextAttemptOn: '2031-03-01' })
const opened = { state: 'open', cycle: 1, dueOn: '2031-02-28', endedAs: null } as const
const today = day('2031-02-28')

const after = (change: Change) =>
  decideChange(newChangeFacts(owedTerms, { today, cycleTried: true }), change).next

test('a dunning case stays with its order, and ends when the member decides otherwise', () => {
  expect(caseStateAfter(opened, after({ action: 'change-quantity', quantity: 2 }))).toBe('open')
  expect(caseStateAfter(opened, after({ action: 'add-one-time', plan_code: 'vs-rst', quantity: 1 }))).toBe(
    'open',
  )
  for (const change of [
    { action: 'skip' },
    { action: 'pause' },
    { action: 'cancel' },
    { action: 'move', on: '2031-03-20' },
  ] as const)
    expect([change.action, caseStateAfter(opened, after(change))]).toEqual([change.action, 'closed'])
  // Taking the change back is owing again.
  expect(caseStateAfter({ ...opened, state: 'closed' }, owedTerms)).toBe('open')
  expect(caseStateAfter({ ...opened, state: 'recovered' }, owedTerms)).toBe('recovered')
})

const now = Temporal.Instant.from('2031-03-05T15:00:00Z')

test.each(['failed', 'paused', 'canceled'] as const)(
  'after an end as %s nothing is retried, the case stays, and a payment restarts the subscription from its day',
  (end) => {
    const stopped = termsAfterDunning(owedTerms, end, now, day('2031-03-05'))
    expect(stopped).toMatchObject({ state: end, nextAttemptOn: null })
    const ended = { ...opened, state: 'ended', endedAs: end } as const
    expect(caseStateAfter(ended, stopped)).toBe('ended')
    const recovered = termsWhileOwed(stopped, ended, now, day('2031-03-20'))
    expect(recovered).toMatchObject({ state: 'active', pausedOn: null, anchorOn: '2031-03-20' })
    expect(dueOn(recovered).toString()).toBe('2031-03-20')
    expect(
      caseStateAfter(
        ended,
        decideChange(
          newChangeFacts(stopped, { cycleTried: true }),
          end === 'paused' ? { action: 'resume' } : { action: 'reactivate', order_now: false },
        ).next,
      ),
    ).toBe('closed')
  },
)

test('while retries are scheduled the dates stay unchanged', () => {
  expect(termsWhileOwed(owedTerms, opened, now, today)).toBe(owedTerms)
})
