import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

test('an owner joins by the printed link, signs out, and signs in with the passkey', async ({
  page,
  shop,
}) => {
  const { link } = await joinDesk(page, shop, 'owner', 'Vera Lindholm')
  await page.goto('/desk/person')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vera Lindholm')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/desk/sign-in')
  await page.goto('/desk/team')
  await page.waitForURL('**/desk/sign-in?return_to=%2Fdesk%2Fteam')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.waitForURL('**/desk/team')
  // The link is used up.
  const again = await page.goto(link)
  expect(again?.status()).toBe(410)
})

test('an owner invites a person by mail and ends the access, each with a new passkey confirmation, and the log has both', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'owner', 'Olga Owner')
  await page.goto('/desk/team')
  await page.getByLabel('Email').fill('Sam@loam.example')
  await page.getByLabel('Role', { exact: true }).selectOption('support')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('status')).toContainText('A link was sent to Sam@loam.example.')
  // The worker mails it.
  const outbox = async () => (await page.request.get('/api/outbox?to=sam@loam.example')).text()
  await expect.poll(outbox).toContain('/desk/join/')
  await page.getByRole('button', { name: 'Change sam@loam.example' }).click()
  await page.getByRole('button', { name: 'End access' }).click()
  await expect(page.getByRole('status')).toHaveText('The person has no access any more.')
  await page.goto('/desk/team')
  await expectFineAtBothSizes(page)
  await page.goto('/desk/team/log')
  await expect(page.getByRole('row', { name: /staff\.invited/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /staff\.ended/ }).first()).toBeVisible()
  await expectFineAtBothSizes(page)
})

test('without a passkey the team cannot be changed: a form sent without scripts is refused', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'owner', 'Nora Noscript')
  const cookies = await page.context().cookies()
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(cookies)
  const plain = await context.newPage()
  await plain.goto('/desk/team')
  await plain.getByLabel('Email').fill('eve@loam.example')
  await plain.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(plain.getByRole('alert')).toContainText('Please confirm with your passkey')
  await plain.goto('/desk/team')
  await expect(plain.getByText('eve@loam.example')).toHaveCount(0)
  await context.close()
})

test('the desk has its own cookie, and staff are not signed in at the shop', async ({ page, shop }) => {
  await joinDesk(page, shop, 'support', 'Cora Cookie')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'loam_desk')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  const answer = await page.goto('/desk/person')
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
  await page.goto('/account')
  await page.waitForURL('**/login**')
  // What the role does not include is not there.
  expect((await page.goto('/desk/team'))?.status()).toBe(404)
})
