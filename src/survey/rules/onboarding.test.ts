import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isGrouped, productGroup } from '#catalogue/rules/product.ts'
import { asksAlready, buyersOf, onboardingFor } from './onboarding.ts'
import { SurveyFile } from './survey.ts'

const folder = join(import.meta.dirname, '../../../content/surveys')
const surveys = readdirSync(folder).map((file) =>
  SurveyFile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
)

const byGroup = { ds: 'onboarding', vs: 'onboarding-vs01', vsds: 'onboarding-vsds', pds: 'onboarding-pds' }

/** As the code decided before surveys said it. */
const decided = (codes: readonly string[], surveyOf: (code: string) => string | undefined): string | null => {
  const grouped = codes.filter(isGrouped)
  if (grouped.length > 0) return byGroup[productGroup(grouped)]
  return codes.map(surveyOf).find((name) => name !== undefined) ?? null
}

test('whatever somebody bought in the present shop, in whatever order, is asked what was asked before surveys said it', () => {
  const plans = ['syn-wk', 'vs-rf', 'pds-once', 'syn-rf-3mo', 'kelp-wk', 'tea-wk']
  const surveyOf = (code: string) => (code === 'tea-wk' ? 'onboarding-tea' : undefined)
  const orders = (left: readonly string[]): readonly (readonly string[])[] => [
    [],
    ...left.flatMap((code) => orders(left.filter((one) => one !== code)).map((rest) => [code, ...rest])),
  ]
  const all = orders(plans)
  expect(all.length).toBe(1957)
  for (const codes of all)
    expect([codes, onboardingFor(codes, surveys, surveyOf)]).toEqual([codes, decided(codes, surveyOf)])
})

const named = (name: string, ...buyers: readonly string[]) => ({ name, buyers: [...buyers] })
const shop = [named('tea', 'tea'), named('kelp', 'kelp'), named('both', 'kelp+tea'), { name: 'nobody' }]

test.each([
  [['kelp-wk'], 'kelp'],
  [['tea-wk', 'kelp-wk'], 'both'],
  [['kelp-wk', 'oats-wk', 'kelp-rf', 'tea-rf'], 'both'],
  [['oats-wk'], 'oats'],
  [['salt-wk'], null],
  [[], null],
])('who bought %j is asked %j', (codes, name) => {
  expect(onboardingFor(codes, shop, (code) => (code === 'oats-wk' ? 'oats' : undefined))).toBe(name)
})

test('of two products with a survey each, what was bought first decides', () => {
  const alone = shop.filter(({ name }) => name !== 'both')
  expect(onboardingFor(['tea-wk', 'kelp-wk'], alone, () => undefined)).toBe('tea')
  expect(onboardingFor(['kelp-wk', 'tea-wk'], alone, () => undefined)).toBe('kelp')
})

test('the same buyers are the same in any order', () => {
  expect(buyersOf(' Tea + kelp+tea')).toBe('kelp+tea')
  expect(asksAlready(shop, 'tea+kelp')?.name).toBe('both')
  expect(asksAlready(shop, 'kelp+oats')).toBeUndefined()
})
