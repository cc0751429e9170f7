import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { campaignFrom, parseCampaignHistory, nextCampaign, isMetaClickId, metaClickId } from './campaign.ts'

const queryOf = (search: string) => new URLSearchParams(search)
const from = (search: string) => campaignFrom(queryOf(search))

test('first and last campaign values are stored separately for each part', () => {
  const spring = from('?utm_campaign=spring&utm_source=letter&utm_medium=email')
  const autumn = from('?utm_source=search&utm_term=gut+health&utm_content=%20a%20&utm_campaign=')
  expect(spring).toEqual({ name: 'spring', source: 'letter', medium: 'email' })
  expect(autumn).toEqual({ source: 'search', term: 'gut health', content: 'a' })
  const history = nextCampaign(nextCampaign(parseCampaignHistory(null), spring), autumn)
  expect(history).toEqual({
    first: { name: 'spring', source: 'letter', medium: 'email', term: 'gut health', content: 'a' },
    last: { name: 'spring', source: 'search', medium: 'email', term: 'gut health', content: 'a' },
  })
  expect(parseCampaignHistory(JSON.stringify(history))).toEqual(history)
})

test('a page without a campaign changes nothing', () => {
  assertProperty(
    fc.property(fc.string(), fc.string(), (name, source) => {
      const query = new URLSearchParams({ utm_campaign: name, utm_source: source })
      const history = nextCampaign(parseCampaignHistory(null), campaignFrom(query))
      expect(nextCampaign(history, from('?a=b'))).toEqual(history)
    }),
  )
})

test.each(['not json', '[]', 'null', '{"first":1,"last":{"name":7,"other":"x"}}'])(
  'the damaged record %j is treated as empty',
  (text) => expect(parseCampaignHistory(text)).toEqual({ first: {}, last: {} }),
)

test.each([
  ['localhost', 'fb.0.1700000000000.AbC-1_2'],
  ['loam.example', 'fb.1.1700000000000.AbC-1_2'],
  ['www.loam.example', 'fb.2.1700000000000.AbC-1_2'],
  ['a.b.loam.example', 'fb.2.1700000000000.AbC-1_2'],
])('a click that leads to %s is %s', (host, id) => {
  expect(metaClickId(queryOf('?x=1&fbclid=AbC-1_2'), host, 1_700_000_000_000)).toBe(id)
  expect(isMetaClickId(id)).toBe(true)
})

test.each(['', '?fbclid=', '?fbclid=a%20b', `?fbclid=${'a'.repeat(256)}`])(
  'the query %j contains no click id',
  (search) => {
    expect(metaClickId(queryOf(search), 'loam.example', 1_700_000_000_000)).toBeNull()
  },
)

test.each(['fb.3.1700000000000.a', 'fb.1.x.a', 'fb.1.1700000000000.', 'xfb.1.1700000000000.a', 'fb.1.17.a'])(
  '%j is not a valid click id',
  (text) => {
    expect(isMetaClickId(text)).toBe(false)
  },
)

test('a long value is cut between characters, never inside one', () => {
  const { term } = campaignFrom(new URLSearchParams({ utm_term: `${'a'.repeat(199)}🫙` }))
  expect(term).toBe('a'.repeat(199))
})
