import { expect, test } from 'vitest'
import { addressOfList, orderAddress } from '../../rules/list-place.ts'
import { listIn } from './use-list.ts'

const at = (query: string): string => `https://shop.example/desk/orders/L1${query}`

test('an order page knows the list that it was opened from, also a list without a filter', () => {
  expect(listIn(at(''))).toBeUndefined()
  expect(listIn(at('?list='))).toBe('')
  expect(listIn(at('?list=state%3Dto-ship%26country%3DUS%252CCA'))).toBe('state=to-ship&country=US%2CCA')
})

test('unknown parameters, the page and the selection are left out of the list link', () => {
  expect(listIn(at('?list=state%3Dlost%26chosen%3Dall%26sort%3Dtotal%26next%3D%2F%2Fevil.example'))).toBe(
    'sort=total',
  )
})

test('a link in a list leads back to that list', () => {
  const list = listIn(at('?list=sort%3Dtotal'))
  expect(orderAddress('L1', { list, done: 'held' })).toBe('/desk/orders/L1?done=held&list=sort%3Dtotal')
  expect(orderAddress('L1', { list, page: 'refund' })).toBe('/desk/orders/L1/refund?list=sort%3Dtotal')
  expect(orderAddress('L1', { list: undefined })).toBe('/desk/orders/L1')
  expect([addressOfList(list), addressOfList('')]).toEqual(['/desk/orders?sort=total', '/desk/orders'])
})
