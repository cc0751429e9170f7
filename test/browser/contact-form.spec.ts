import {
  expect,
  expectAccessible,
  expectAccessibleBesidesColors,
  expectNoSidewaysScroll,
  test,
} from './running-shop.ts'

const pages = ['/contact', '/practitioners', '/seeduniversity', '/join-us', '/newsletter'] as const
const links = ['/newsletter/confirm?token=none', '/newsletter/unsubscribe?token=none'] as const

test('the pages of forms and mailed links fit and are accessible at 320 px and at 1440 px', async ({
  page,
}) => {
  for (const path of [...pages, ...links]) {
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto(path)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectNoSidewaysScroll(page)
    await expectAccessibleBesidesColors(page)
  }
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('a refused form keeps the typed text and says why', async ({ page }) => {
      await page.goto('/practitioners')
      await page.getByLabel('First name').fill('Ada')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('alert')).toContainText(
        'Kindly answer the question about health certification.',
      )
      await expect(page.getByLabel('First name')).toHaveValue('Ada')
      await expect(page.getByLabel('Last name')).toHaveAttribute('aria-invalid', 'true')
      if (!javaScriptEnabled) return
      await expect(page.getByRole('alert')).toBeFocused()
      await expectAccessible(page)
    })

    test('the newsletter form of the footer answers on the same page', async ({ page }) => {
      await page.goto('/science')
      const footer = page.getByRole('contentinfo')
      await footer.getByLabel('Email').fill(`Mara-${javaScriptEnabled}@Example.com`)
      await footer.getByRole('button', { name: 'Sign Up' }).click()
      const answer = footer.getByText('Email in. Thank you. Please click the link in our email to confirm')
      await expect(answer.and(page.locator(':visible'))).toBeVisible()
      await expect(page).toHaveURL(javaScriptEnabled ? /\/science$/ : /\/science#newsletter-confirm$/)
    })

    test('an invalid newsletter address is refused', async ({ page }) => {
      await page.goto('/science')
      await page.getByRole('contentinfo').getByLabel('Email').fill('mara')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect(page.getByText('Kindly enter a valid email address.')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('mara')
      await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
      if (javaScriptEnabled) await expectAccessible(page)
    })
  })
}

test('submits during a submit are ignored, and the success message is hidden after five seconds (spec §4)', async ({
  page,
}) => {
  const opened = Date.now()
  await page.clock.install({ time: opened })
  await page.goto('/science')
  let requests = 0
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/newsletter/subscribe', async (route) => {
    requests += 1
    await held
    await route.continue()
  })
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email').fill('often@example.com')
  for (let press = 0; press < 3; press += 1) await footer.getByRole('button', { name: 'Sign Up' }).click()
  await expect(footer.locator('form[data-newsletter]')).toHaveAttribute('data-state', 'submitting')
  // From here on the page's time moves only when the test moves it.
  await page.clock.pauseAt(opened + 600_000)
  letGo()
  const answer = footer.getByRole('status')
  await expect(answer).toHaveText(/^Email in\. Thank you\./)
  expect(requests).toBe(1)
  await expect(footer.getByLabel('Email')).toHaveValue('')
  await page.clock.runFor(4_900)
  await expect(answer).toHaveText(/^Email in\. Thank you\./)
  await page.clock.runFor(200)
  await expect(answer).toHaveText('')
  await expect(footer.locator('form[data-newsletter]')).toHaveAttribute('data-state', 'idle')
})
