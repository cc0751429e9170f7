import { expect, test } from 'vitest'
import { mergeSegments } from './merge-segment.ts'
import { everySubscriber } from './segment.ts'

const base = { ...everySubscriber, countries: ['US'], subscribedFrom: '2026-01-01' }

test('conditions that two people changed apart are both there', () => {
  const theirs = { ...base, countries: ['US', 'CA'], cart: 'abandoned' as const }
  const mine = { ...base, plans: ['syn-rf'], subscribedFrom: null }
  const value = { ...theirs, plans: ['syn-rf'], subscribedFrom: null }
  expect(mergeSegments(base, theirs, mine)).toEqual({ value, conflicts: [] })
  expect(mergeSegments(base, mine, theirs)).toEqual({ value, conflicts: [] })
  expect(mergeSegments(base, theirs, theirs)).toEqual({ value: theirs, conflicts: [] })
})

test('a condition that both changed is a conflict that keeps what the second one entered', () => {
  const theirs = { ...base, countries: ['CA'], membership: 'members' as const }
  const mine = { ...base, countries: ['DE'], cart: 'abandoned' as const }
  expect(mergeSegments(base, theirs, mine)).toEqual({
    value: { ...base, countries: ['DE'], membership: 'members', cart: 'abandoned' },
    conflicts: ['countries'],
  })
})

test('the two days of a span are one condition, so that no merge ends before it begins', () => {
  const theirs = { ...base, subscribedFrom: '2026-06-01' }
  const mine = { ...base, subscribedUntil: '2026-03-01' }
  expect(mergeSegments(base, theirs, mine)).toEqual({
    value: { ...base, subscribedUntil: '2026-03-01' },
    conflicts: ['subscribedFrom', 'subscribedUntil'],
  })
})
