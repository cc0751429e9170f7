import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { destinationNames, disclosedFields, disclosures } from '#analytics/rules/destinations.ts'
import { trackingPlan } from '#analytics/rules/tracking-plan.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/analytics.md'), 'utf8')

const eventRows = Object.entries(trackingPlan).map(
  ([name, { by, advertises, properties }]) =>
    `| ${name} | ${by.join(', ')} | ${advertises ? 'yes' : 'no'} | ${Object.entries(properties)
      .map(([property, kind]) => `${property} (${kind})`)
      .join(', ')} |`,
)

const disclosureRows = destinationNames.map((name) => {
  const { needs, fields } = disclosures[name]
  return `| ${name} | ${needs} | ${disclosedFields.map((field) => fields[field] ?? 'never').join(' | ')} |`
})

test.each([...eventRows, ...disclosureRows])('docs/analytics.md has the row %s', (row) => {
  expect(page.split('\n')).toContain(row)
})
