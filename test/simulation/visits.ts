import { allowWrites, endImpersonation } from '#agent/endpoints.ts'
import { startDeskImpersonation } from '#desk/impersonation-endpoints.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { listSubscriptions } from '#subscription/endpoints.ts'
import { rowsOf } from './arrivals.ts'
import type { StaffAction } from './order-actions.ts'
import { confirmAs, deskTokenOf, type Packing } from './packing.ts'
import { callAs, describeOutcome, outcomeOf } from './people.ts'
import { makeRandomChange } from './subscription-changes.ts'

const done = (): string => 'done'

/** Acts inside a member's own pages: begins, changes something as the member would, and ends it or lets its time run out. */
export const impersonates = async ({ shop, random, staff, people }: Packing): Promise<StaffAction> => {
  const rows = await rowsOf<{ id: string; email: string }>(
    { shop },
    `select distinct a.id::text, a.email from account a join subscription s on s.account_id = a.id order by a.email`,
  )
  const members = rows.filter(({ email }) => people.some((one) => one.email === email))
  if (members.length === 0) return { log: 'has nobody to act for', broken: [] }
  const { id, email } = random.oneOf(members)
  const person = people.find((one) => one.email === email) ?? random.oneOf(people)
  const names = shop.staffCookies()
  const cookies = new Map([[names.desk, deskTokenOf(staff)]])
  const minutes = 5 + random.intBelow(56)
  const hasPasskey = random.isWithinPercent(90)
  if (hasPasskey) await confirmAs(shop, staff, stepUpActions.impersonate(id, minutes))
  const form = { id, reason: 'They called about the next box.', minutes }
  const begun = await outcomeOf(shop, shop.callBy(staff, startDeskImpersonation, form, { cookies }))
  const what = `acts for ${email}`
  if (begun.kind !== 'answered') return { log: `${what}: ${describeOutcome(begun, done)}`, broken: [] }
  const visitor = { ...person, browser: { ...person.browser, cookies } }
  const broken = hasPasskey ? [] : [`${staff.email} acts for ${email} without a passkey`]
  await callAs(shop, visitor, allowWrites, { intent: 'The next box' })
  const change = await makeRandomChange(shop, random, visitor)
  const ends = random.isWithinPercent(60)
  if (ends) await callAs(shop, visitor, endImpersonation, {})
  else shop.outside.moveTo(shop.outside.clock.now().add({ minutes }))
  const after = await callAs(shop, visitor, listSubscriptions, {})
  if (after.kind === 'answered') broken.push(`${staff.email} still sees ${email} after the visit`)
  return { log: `${what}, ${change.log}`, broken: [...broken, ...change.broken] }
}
