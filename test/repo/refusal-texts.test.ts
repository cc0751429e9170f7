import { expect, test } from 'vitest'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { filesUnder } from './source-files.ts'

/** What only staff, operators and partners read: the desk and the commands are in English. */
const forOperators =
  /^src\/(analytics|app|content|desk|dev-tools|dispute|experiment|ledger|partner|report|staff)\/|^src\/(catalogue|platform)\/|newsletter\/rules\/(?:segment|campaign-content)|shipment\/rules\/tracking-number|\/commands\//

/** Sentences for programs that call the API by themselves; no page sends what they refuse. */
const forPrograms = [
  'Please check the fields below.',
  'Please give a path of this shop, such as /checkout.',
  'Please give a price such as 49.99.',
  'Please give at most 40 fields.',
  'Please give fields of the checkout form, and none of a card.',
  'Please say it in at most 300 characters.',
  'Please say what is to be changed.',
  'Please click the link in our email to confirm, unless you already get our newsletter.',
]

const sentence = /(['`])((?:Please|Kindly|Password must|That’s|Apologies)(?: |—)[^'`\n]+)\1/g

test('every field message of a reply is in a catalog, so that pages can translate it', () => {
  const found = filesUnder(['src'], /(?:\/(?:server|rules)\/[^/]+|endpoints|schema|\/shared\/[^/]+)\.ts$/)
    .filter(({ path }) => !forOperators.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(sentence)].map(([, , said = '']) => ({ path, said })))
    .map(({ path, said }) => ({ path, said: said.replaceAll(/\$\{[^}]+\}/g, '7') }))
  expect(found.length).toBeGreaterThan(60)
  expect(found.filter(({ said }) => !forPrograms.includes(said) && refusalText(said, 'de') === said)).toEqual(
    [],
  )
})
