import { expect, test } from 'vitest'
import { allows, seesNames, staffRoles } from './staff.ts'
import type { StaffPermission } from './staff.ts'

const everybody = staffRoles.join(' ')

/** Who may do what, said a second time: the matrix of the endpoints asks the same table as the endpoints do. */
const expected: readonly (readonly [permission: StaffPermission, roles: string])[] = [
  ['own', everybody],
  ['orders:read', 'owner operations support finance read-only'],
  ['orders:ship', 'owner operations support'],
  ['orders:refund', 'owner operations support finance'],
  ['disputes', 'owner operations finance'],
  ['finance:read', 'owner operations finance read-only'],
  ['finance:act', 'owner finance'],
  ['report:read', everybody],
  ['members:read', everybody],
  ['members:act', 'owner operations support'],
  ['system', 'owner operations'],
  ['reviews', 'owner support'],
  ['messages', 'owner operations support'],
  ['coupons:read', everybody],
  ['coupons:change', 'owner operations marketing'],
  ['catalogue:read', 'owner operations marketing finance read-only'],
  ['catalogue:change', 'owner operations'],
  ['catalogue:draft', 'owner operations marketing'],
  ['price-increases:ask', 'owner operations marketing'],
  ['pages', 'owner operations marketing'],
  ['experiments:read', 'owner operations marketing finance read-only'],
  ['experiments:change', 'owner marketing'],
  ['newsletters:read', 'owner marketing'],
  ['newsletters:change', 'owner marketing'],
  ['suppressions', 'owner support marketing'],
  ['partners:read', 'owner operations'],
  ['partners:act', 'owner'],
  ['approvals', 'owner operations support marketing finance'],
  ['approvals:decide', 'owner operations marketing finance'],
  ['team', 'owner'],
]

test.each(expected)('the permission %s is for %s and nobody else', (permission, roles) => {
  expect(staffRoles.filter((role) => allows(role, permission)).join(' ')).toBe(roles)
})

test('a role without names decides on no money and reads no messages', () => {
  const masked = staffRoles.filter((role) => !seesNames(role))
  expect(masked).toEqual(['marketing', 'read-only'])
  const withPeople: readonly StaffPermission[] = [
    'orders:ship',
    'orders:refund',
    'disputes',
    'members:act',
    'messages',
    'reviews',
    'finance:act',
    'team',
  ]
  for (const role of masked)
    for (const permission of withPeople)
      expect([role, permission, allows(role, permission)]).toEqual([role, permission, false])
})
