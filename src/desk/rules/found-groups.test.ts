import { expect, test } from 'vitest'
import { foundGroups, placesNamed } from './found-groups.ts'

test('what is found is grouped by its kinds, people first, in the order of the search within each', () => {
  const found = [
    { kind: 'order', id: 1 },
    { kind: 'coupon', id: 2 },
    { kind: 'subscription', id: 5 },
    { kind: 'member', id: 3 },
    { kind: 'order', id: 4 },
  ] as const
  expect(foundGroups(found).map(({ title, rows }) => [title, rows.map(({ id }) => id)])).toEqual([
    ['People', [3]],
    ['Subscriptions', [5]],
    ['Orders', [1, 4]],
    ['Coupons', [2]],
  ])
})

test('places are found by the beginning of their words, and only those of the role', () => {
  expect(placesNamed('owner', 'LOG')).toEqual([
    { title: 'Open Audit log', href: '/desk/team/log', keys: 'G L' },
  ])
  expect(placesNamed('support', 'log')).toEqual([])
  expect(placesNamed('owner', 'l')).toEqual([])
})
