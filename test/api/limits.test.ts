import { afterAll, expect, test } from 'vitest'
import { openApiHouse } from './api-house.ts'

const house = await openApiHouse()
afterAll(() => house.close())

const perMinute = 10

/** One guess at somebody's order; answers its status. */
const guess = async (from: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const answer = await house.inject({
    method: 'POST',
    url: '/api/order/find',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ number: 'L000000000', email: 'a@example.com' }),
    from,
  })
  return answer.statusCode
}

const many = async (
  address: (n: number) => string,
  headers?: (n: number) => Readonly<Record<string, string>>,
) => {
  const statuses = []
  for (let n = 0; n <= perMinute; n += 1) statuses.push(await guess(address(n), headers?.(n)))
  return statuses
}

const limited = [...Array.from({ length: perMinute }, () => 404), 429]

test('the addresses of one IPv6 /64 are one network, those of another are not', async () => {
  expect(await many((n) => `2001:db8:1:2:${n}::${n + 1}`)).toEqual(limited)
  expect(await guess('2001:db8:1:3::1')).toBe(404)
})

test('an IPv4 address is the same network in the dress of IPv6', async () => {
  expect(await many((n) => (n % 2 === 0 ? '198.51.100.23' : '::ffff:198.51.100.23'))).toEqual(limited)
})

test('nobody leaves their network by saying so', async () => {
  const forged = (n: number) => ({
    'x-forwarded-for': `203.0.113.${n}`,
    forwarded: `for=203.0.113.${n}`,
    'x-real-ip': `203.0.113.${n}`,
    'cf-connecting-ip': `203.0.113.${n}`,
  })
  expect(await many(() => '198.51.100.24', forged)).toEqual(limited)
})

test('the minute of a limit is one of the shop’s clock', async () => {
  const mine = '198.51.100.25'
  expect(await many(() => mine)).toEqual(limited)
  await house.opened.clock.moveTo(house.opened.clock.now().add({ seconds: 30 }))
  expect(await guess(mine)).toBe(429)
  await house.opened.clock.moveTo(house.opened.clock.now().add({ seconds: 31 }))
  expect(await guess(mine)).toBe(404)
})
