import { afterAll, expect, test } from 'vitest'
import { openStage } from './stage.ts'

// `npm run report:long` lives through twelve months with more people.
const months = Number(process.env['REPORT_MONTHS'] ?? 3)
const people = Number(process.env['REPORT_PEOPLE'] ?? 6)
const seed = Number(process.env['REPORT_SEED'] ?? 1)

const stage = await openStage()
afterAll(() => stage.close())

test('the report of each month is what members saw and what the raw records add up to, 0 cents off', async () => {
  const lived = await stage.year({ seed, months, people, actsADay: people < 10 ? 1 : 3 })
  expect(lived.broken).toEqual([])
  expect(lived.subscriptions).toBeGreaterThan(0)
  const { subscriptions, chargedCents } = lived
  console.info(`${months} months, ${subscriptions} subscriptions, ${chargedCents} cents charged: 0 cents off`)
}, 1_800_000)
