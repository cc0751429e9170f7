import { expect, test } from 'vitest'
import { parseSettings } from '../config.ts'
import { greeting } from './greeting.ts'

const greetingOf = (environment: Readonly<Record<string, string>>): string =>
  greeting(parseSettings(environment), 'the desk')

const onlyHere = ['Demo members (', 'mara@loam.example', 'Time machine  http', 'Outbox        http']

const shown = (text: string): string[] => onlyHere.filter((word) => text.includes(word))

test('a shop of this machine says who lives in it, and where the clock and the mails are', () => {
  expect(shown(greetingOf({}))).toEqual(onlyHere)
  expect(shown(greetingOf({ PUBLIC_URL: 'https://shop.example', DEV_TOOLS: 'open' }))).toEqual(onlyHere)
})

test('a shop with a public name names nothing that it refuses there, and says where its mails are', () => {
  const text = greetingOf({ PUBLIC_URL: 'https://shop.example', DATA_DIR: '/var/lib/loam' })
  expect(shown(text)).toEqual([])
  expect(text).toContain('Mails         /var/lib/loam/outbox')
  expect(text).toContain('4242 4242 4242 4242')
  expect(text).toMatch(/DEV_TOOLS=open/)
})
