import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('a survey is published without scripts and asked at once, and its pages fit phones and wide screens', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'operations', 'Omar Asks')
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    colorScheme: null,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto('/desk/surveys/new')
  await plain.getByLabel('Name').fill('onboarding-kelp')
  await plain.getByLabel('Title', { exact: true }).fill('About kelp')
  await plain.getByLabel('Sentence below the title').fill('One question.')
  await plain.getByLabel('Text').first().fill('How often do you eat kelp?')
  await plain.getByLabel('Answers').first().fill('Never')
  await plain.getByRole('button', { name: 'Publish survey' }).click()
  await expect(plain.getByText('nothing to choose from').first()).toBeVisible()
  await plain.getByLabel('Answers').first().fill('Never\nDaily')
  await plain.getByRole('button', { name: 'Publish survey' }).click()
  await expect(plain.getByText('The survey is there.')).toBeVisible()
  await plain.goto('/onboarding/onboarding-kelp')
  await expect(plain.getByText('How often do you eat kelp?')).toBeVisible()
  for (const path of [
    '/desk/surveys',
    '/desk/surveys/new',
    '/desk/surveys/onboarding-kelp',
    '/desk/surveys/is-ds01-right-for-you/branches',
    '/desk/surveys/is-ds01-right-for-you/outcomes',
    '/desk/surveys/is-ds01-right-for-you/texts/de',
  ]) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
})

test('with keys alone a survey is found, opened and its outcomes are published, and every field says what it is for', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'operations', 'Omar Keys')
  await page.goto('/desk')
  await page.keyboard.press('g')
  await page.keyboard.press('y')
  await page.waitForURL(/\/desk\/surveys$/)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/desk\/surveys\/is-ds01-right-for-you$/)
  await page.getByRole('link', { name: 'What people get for their answers' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/outcomes$/)
  const fresh = page.getByRole('region', { name: 'New outcome 1' })
  await fresh.locator('summary').focus()
  await page.keyboard.press('Enter')
  const wellness = fresh
    .getByRole('group', { name: 'What brings you here today?' })
    .getByLabel('General wellness')
  await wellness.focus()
  await page.keyboard.press('Space')
  await expect(wellness).toBeChecked()
  for (const [label, text] of [
    ['Verdict', 'Later'],
    ['Title', 'Look around first.'],
    ['Text', 'Read about it.'],
    ['Button', 'Read'],
    ['Leads to', '/nowhere'],
  ] as const) {
    await fresh.getByLabel(label).focus()
    await page.keyboard.type(text)
  }
  await fresh.getByLabel('Leads to').press('Enter')
  await expect(page.getByRole('alert')).toContainText('The shop has no page at /nowhere.')
  const again = page.getByRole('region', { name: 'New outcome 1' })
  await expect(again.getByLabel('Leads to')).toHaveValue('/nowhere')
  await again.getByLabel('Leads to').fill('/science')
  await again.getByLabel('Leads to').press('Enter')
  await expect(page.getByText('People get this for their answers within seconds.')).toBeVisible()
})

test('two people who wrote the same block see both texts, at both sizes', async ({ page, shop, browser }) => {
  await joinDesk(page, shop, 'marketing', 'Mira Both')
  await page.goto('/desk/newsletters')
  await page.getByRole('button', { name: 'New campaign' }).click()
  const subject = page.getByLabel('Subject', { exact: true })
  await subject.fill('What cold does')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByText('Saved in the draft.')).toBeVisible()
  const address = new URL(page.url()).pathname
  const context = await browser.newContext({
    baseURL: shop.url,
    storageState: await page.context().storageState(),
  })
  const other = await context.newPage()
  await other.goto(address)
  await subject.fill('What cold does to you')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByText('Saved in the draft.')).toBeVisible()
  await other.getByLabel('Subject', { exact: true }).fill('Cold, and a capsule')
  await other.getByRole('button', { name: 'Save the draft' }).click()
  const conflict = other.getByRole('region', { name: 'Changed by Mira Both meanwhile' })
  await expect(conflict.getByRole('definition')).toHaveText(['What cold does to you', 'Cold, and a capsule'])
  await expectFineAtBothSizes(other)
})
