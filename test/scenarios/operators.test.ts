import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { subscribe } from '#newsletter/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { subscribeToNewsletter } from '../support/newsletter.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

test('a price changed by an operator applies to the next cart', async ({ shop }) => {
  const { code, lines } = await runShopCommand(shop, 'price', 'pds-wk', '52.99')
  expect({ code, lines }).toEqual({ code: 0, lines: ['pds-wk costs $52.99 from now on, $49.99 until now.'] })
  expect((await runShopCommand(shop, 'price')).lines).toContain('pds-wk                  52.99 USD')
  const visitor = shop.visitor()
  await visitor.add('pds-wk')
  await expect.poll(async () => (await visitor.cart()).total).toBe('52.99')
})

test('a product whose stock an operator sets to zero is not sold, and an invalid price or quantity is refused', async ({
  shop,
}) => {
  expect((await runShopCommand(shop, 'stock', 'vs-01', '0')).code).toBe(0)
  expect((await runShopCommand(shop, 'stock')).lines).toContain('vs-01               0')
  expect(await runShopCommand(shop, 'price', 'syn-wk', '52,99')).toMatchObject({ code: 1 })
  expect(await runShopCommand(shop, 'price', 'syn-xx', '52.99')).toEqual({
    code: 1,
    lines: ['There is no plan syn-xx.'],
  })
  expect(await runShopCommand(shop, 'stock', 'soap', '3')).toMatchObject({ code: 1 })
  expect(await runShopCommand(shop, 'stock', 'vs-01')).toMatchObject({ code: 1 })
})

test('a newsletter issue is sent from its file to each subscriber once, and one click on its link unsubscribes', async ({
  shop,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-letter-'))
  const written = async (subject: string): Promise<string> => {
    const file = join(folder, `${subject}.md`)
    await writeFile(file, `subject: ${subject}\npreview: In short\n\n# On ${subject}\n\nIt has layers.\n`)
    return file
  }
  const [mara, june] = [shop.visitor(), shop.visitor()]
  for (const visitor of [mara, june]) await subscribeToNewsletter(shop, visitor)
  // Entered by somebody, and not confirmed: no newsletter goes there.
  await mara.client.call(subscribe, { email: 'not-asked@example.com', page: '/' })
  const soil = await written('Soil')
  expect((await runShopCommand(shop, 'newsletter', 'send', soil)).lines[0]).toMatch(
    /^“Soil” goes to 2 subscribers/,
  )
  await shop.advanceSeconds(6)
  // The same file again is the same campaign, and nobody gets it twice.
  await runShopCommand(shop, 'newsletter', 'send', soil)
  await shop.advanceSeconds(6)
  const mailsTo = async (email: string) =>
    (await shop.mails(email)).filter(({ subject }) => subject === 'Soil' || subject === 'Clay')
  const [mail, ...more] = await mailsTo(mara.email)
  expect([mail?.text.includes('It has layers.'), more, (await mailsTo(june.email)).length]).toEqual([
    true,
    [],
    1,
  ])
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const url = /^<(\S+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(mail?.text).toContain(url)
  // As a mail program sends it: no cookies, one field, and the answer is not a redirect (RFC 8058).
  const pressed = await newApiClient(shop.url).send({
    method: 'POST',
    path: url.slice(shop.url.length),
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(pressed.status).toBe(200)
  expect((await runShopCommand(shop, 'newsletter', 'send', await written('Clay'))).lines[0]).toMatch(
    /^“Clay” goes to 1 subscriber;/,
  )
  await shop.advanceSeconds(6)
  await shop.settled()
  await shop.advanceSeconds(6)
  expect([(await mailsTo(mara.email)).length, (await mailsTo(june.email)).length]).toEqual([1, 2])
  const { lines } = await runShopCommand(shop, 'newsletter')
  expect(lines.map((line) => line.slice(line.indexOf('  ')).trim()).toSorted()).toEqual([
    'sent: 1 sent, 0 waiting, 0 refused, 0 left out  Clay',
    'sent: 2 sent, 0 waiting, 0 refused, 0 left out  Soil',
  ])
  await rm(folder, { recursive: true, force: true })
})
