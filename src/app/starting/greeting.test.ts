import { expect, test } from 'vitest'
import { parseSettings } from '../config.ts'
import { greeting } from './greeting.ts'

const greetingOf = (environment: Readonly<Record<string, string>>): string =>
  greeting(parseSettings(environment), 'the desk')

const onlyHere = ['Demo members (', 'mara@loam.example', 'Time machine  http', 'Outbox        http']

const shown = (text: string): string[] => onlyHere.filter((word) => text.includes(word))

test('the start message of a local shop names the demo members, the clock page and the outbox page', () => {
  expect(shown(greetingOf({}))).toEqual(onlyHere)
  expect(shown(greetingOf({ PUBLIC_URL: 'https://shop.example', DEV_TOOLS: 'open' }))).toEqual(onlyHere)
})

test('the start message of a public shop names no page that it refuses there, and says where mails go', () => {
  const text = greetingOf({ PUBLIC_URL: 'https://shop.example', DATA_DIR: '/var/lib/loam' })
  expect(shown(text)).toEqual([])
  expect(text).toContain('Mails         /var/lib/loam/outbox')
  expect(text).toContain('4242 4242 4242 4242')
  expect(text).toMatch(/DEV_TOOLS=open/)
})
