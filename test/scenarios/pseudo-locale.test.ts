import { expect } from 'vitest'
import { everyPath, walk } from '../support/page-walk.ts'
import { isReadable, textsOf } from '../support/readable-texts.ts'
import { testInOneShop } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { PSEUDO_LOCALE: 'on' } })

const prefix = '/en-XA'

/** Not words of a language: addresses, codes, and names of people, products, firms and cards. */
const names: readonly RegExp[] = [/https?:\/\/\S+|\S+@\S+|\/[\w/-]+/g]

test('what is readable under the pseudo-locale', async ({ shop }) => {
  const member = await shop.member({ plan: 'monthly refill' })
  await member.signIn()
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const paths = (await everyPath(visitor)).filter(
    (path) => !path.startsWith('/desk') && !path.startsWith('/dev'),
  )
  const seen = new Map<string, Set<string>>()
  for (const who of [visitor, member.client]) {
    const sender = 'client' in who ? who.client : who
    for (const { path, text } of await walk(
      sender as never,
      paths.map((p) => `${prefix}${p === '/' ? '' : p}`),
    )) {
      const found = textsOf(text).filter((one) => isReadable(one, names))
      if (found.length > 0) seen.set(path, new Set([...(seen.get(path) ?? []), ...found]))
    }
  }
  const fs = await import('node:fs')
  fs.writeFileSync(
    '/tmp/lb/seen.json',
    JSON.stringify(Object.fromEntries([...seen].map(([k, v]) => [k, [...v]])), null, 1),
  )
  expect(1).toBe(1)
})
