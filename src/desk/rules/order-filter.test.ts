import { expect, test } from 'vitest'
import {
  criteriaOf,
  columnWords,
  columnsIn,
  isPlaceOf,
  listAddress,
  readFilter,
  usualColumns,
  viewQuery,
} from './order-filter.ts'

test('a filter written as an address is read back unchanged', () => {
  const address = '/desk/orders?q=LA5&state=to-ship&country=US%2CCA&from=2031-01-01&sort=total'
  const { filter, unknown } = readFilter(new URL(address, 'https://shop.example').searchParams)
  expect(unknown).toEqual([])
  expect(listAddress(filter)).toBe(address)
  expect(listAddress(filter, { state: undefined, country: undefined })).toBe(
    '/desk/orders?q=LA5&from=2031-01-01&sort=total',
  )
})

test('changing the filter returns to the first page', () => {
  const after = '2031-01-06T10:00:00Z~00000000-0000-7000-8000-000000000000'
  const { filter } = readFilter(new URLSearchParams({ after, state: 'shipped' }))
  expect(filter.after).toBe(after)
  expect(listAddress(filter, { country: 'US' })).toBe('/desk/orders?state=shipped&country=US')
})

test.each([
  'state=lost',
  'country=usa',
  'from=yesterday',
  'sort=email',
  'after=1',
  'after=x~00000000-0000-7000-8000-000000000000',
  'from=0000-01-01',
  'constructor=x',
  'color=red',
])('%s is reported as unknown', (word) => {
  expect(readFilter(new URLSearchParams(word)).unknown).toEqual([word])
})

test('an empty form field sets no filter', () => {
  expect(readFilter(new URLSearchParams('q=&state=&country='))).toEqual({ filter: {}, unknown: [] })
})

test('a list cursor is valid only for the sort it was made with', () => {
  const id = '00000000-0000-7000-8000-000000000000'
  expect(isPlaceOf(undefined, `2031-01-06T10:00:00Z~${id}`)).toBe(true)
  expect(isPlaceOf('total', `4999~${id}`)).toBe(true)
  expect(isPlaceOf('-placed', `4999~${id}`)).toBe(false)
  expect(isPlaceOf('-total', `2031-01-06T10:00:00Z~${id}`)).toBe(false)
})

test('columns keep their order, must be unique, and are not search criteria', () => {
  const { filter, unknown } = readFilter(new URLSearchParams('state=shipped&cols=total,placed'))
  expect([filter.cols, unknown, columnsIn(filter)]).toEqual(['total,placed', [], ['total', 'placed']])
  expect(criteriaOf(filter)).toEqual({ state: 'shipped' })
  expect(columnsIn({})).toEqual(usualColumns)
  expect(columnWords(usualColumns)).toBeUndefined()
  for (const cols of ['total,total', 'secret', 'total,', '__proto__'])
    expect(readFilter(new URLSearchParams({ cols })).unknown).toEqual([`cols=${cols}`])
})

test('a request to count all applies to one list page and is in no further link', () => {
  const { filter } = readFilter(new URLSearchParams('state=shipped&count=all'))
  expect([filter.count, criteriaOf(filter), viewQuery(filter)]).toEqual([
    'all',
    { state: 'shipped' },
    'state=shipped',
  ])
  expect(listAddress(filter, { country: 'US' })).toBe('/desk/orders?state=shipped&country=US')
  expect(listAddress({ state: 'shipped' }, { count: 'all' })).toBe('/desk/orders?state=shipped&count=all')
})

test('a saved view has filter, sort and columns, and no page', () => {
  const id = '00000000-0000-7000-8000-000000000000'
  const words = `state=shipped&sort=total&cols=total&after=1~${id}&view=${id}`
  expect(viewQuery(readFilter(new URLSearchParams(words)).filter)).toBe('state=shipped&sort=total&cols=total')
})
