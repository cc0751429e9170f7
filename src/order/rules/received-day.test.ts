import { expect, test } from 'vitest'
import { orderReceivedDay, receivedDay } from './received-day.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const berlin = { methodCode: 'passport_duty_paid_all', country: 'DE' }
const home = { methodCode: 'free_shipping', country: 'US' }
const left = { state: 'shipped', shippedOn: day('2031-01-08'), expectedOn: null, deliveredOn: null } as const

test('a shipment is received on the day of its delivery', () => {
  const delivered = { ...left, state: 'delivered', deliveredOn: day('2031-02-03') } as const
  expect(receivedDay(delivered, berlin)).toEqual(day('2031-02-03'))
})

test('without word of its carrier it is received when the carrier takes longest', () => {
  // Wednesday January 8: 5 working days to a place in the US, 14 to Germany.
  expect(receivedDay(left, home)).toEqual(day('2031-01-15'))
  expect(receivedDay(left, berlin)).toEqual(day('2031-01-28'))
  expect(receivedDay({ ...left, expectedOn: day('2031-03-01') }, home)).toEqual(day('2031-03-01'))
})

test.each(['pending', 'packed', 'on-hold', 'in-transit', 'lost', 'returned-to-sender', 'canceled'] as const)(
  'what is %s is not received',
  (state) => {
    expect(receivedDay({ ...left, state }, berlin)).toBeNull()
  },
)

test('an order is received with the last of its shipments', () => {
  const first = { state: 'delivered', receivedOn: day('2031-01-10') } as const
  const second = { state: 'delivered', receivedOn: day('2031-01-20') } as const
  const onItsWay = { state: 'in-transit', receivedOn: null } as const
  const lost = { state: 'lost', receivedOn: null } as const
  expect(orderReceivedDay([second, first])).toEqual(day('2031-01-20'))
  expect(orderReceivedDay([first, onItsWay])).toBeNull()
  expect(orderReceivedDay([onItsWay, first])).toBeNull()
  // Sent again, and received: the first package counts no more.
  expect(orderReceivedDay([lost, first])).toEqual(day('2031-01-10'))
  expect(orderReceivedDay([lost])).toBeNull()
  expect(orderReceivedDay([])).toBeNull()
})
