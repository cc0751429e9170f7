import { afterAll, expect, test } from 'vitest'
import { openSimulation } from './simulation-environment.ts'

// `npm run report:long` lives through twelve months with more people.
const months = Number(process.env['REPORT_MONTHS'] ?? 3)
const people = Number(process.env['REPORT_PEOPLE'] ?? 6)
const seed = Number(process.env['REPORT_SEED'] ?? 1)

const simulation = await openSimulation()
afterAll(() => simulation.close())

test('the report of each month equals what members saw and what the raw records add up to', async () => {
  const simulated = await simulation.year({ seed, months, people, actionsADay: people < 10 ? 1 : 3 })
  expect(simulated.broken).toEqual([])
  expect(simulated.subscriptions).toBeGreaterThan(0)
  const { subscriptions, chargedCents } = simulated
  console.info(`${months} months, ${subscriptions} subscriptions, ${chargedCents} cents charged: 0 cents off`)
}, 1_800_000)
