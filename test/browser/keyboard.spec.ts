import type { Locator, Page } from '@playwright/test'
import { testCardNamed } from '../../sandbox-processor/test-cards.ts'
import { cardFrame, inForm, newEmail, payButton } from './buying.ts'
import { expect, test } from './running-shop.ts'

const mostSteps = 120

/** Steps with the tab key until this has the focus, and sees to it that it can be seen there. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let step = 0; step < mostSteps; step += 1) {
    if (
      await target.evaluate(
        (element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus(),
      )
    )
      return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the tab key does not lead to ${String(target)} on ${page.url()}`)
}

/** Whether any part of what has the focus can be seen; otherwise its markup. */
const focusedPlace = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const focused = document.activeElement
    if (focused === null || focused === document.body) return 'left the page'
    const place = focused.closest('label') ?? focused
    const { left, right, top, bottom } = place.getBoundingClientRect()
    const x = [left + 4, (left + right) / 2, right - 4]
    const y = [top + 4, (top + bottom) / 2, bottom - 4]
    const isSeen = y.some((down) =>
      x.some((across) => {
        const seen = document.elementFromPoint(across, down)
        return seen !== null && (place.contains(seen) || seen.contains(place))
      }),
    )
    return isSeen ? 'seen' : focused.outerHTML.slice(0, 120)
  })

const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Resolves when the sums for this place are back. */
const sumsFor = (page: Page, place: string): Promise<unknown> =>
  page.waitForResponse((answer) => (answer.request().postData() ?? '').includes(place))

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })

    test('a purchase with the keyboard alone', async ({ page }) => {
      await page.goto('/daily-synbiotic')
      await page.keyboard.press('Tab')
      // The first stop leads past the header.
      await expect(page.locator(':focus')).toHaveAttribute('href', /^#/)
      await page.keyboard.press('Enter')

      await tabTo(page, page.getByRole('radio', { name: /Starter kit/ }))
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('radio', { name: /^Refill/ })).toBeChecked()
      await tabTo(page, page.getByRole('button', { name: /Start Now/ }).first())
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/cart$/)

      await tabTo(page, page.getByRole('link', { name: /Continue to Checkout/ }).first())
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/checkout$/)

      await typeInto(page, inForm(page).getByLabel('Email', { exact: true }), newEmail())
      await typeInto(page, page.getByLabel('Full name'), 'Mara Ito')
      await typeInto(page, page.getByLabel('Address', { exact: true }), '1 Alder Way')
      await typeInto(page, page.getByLabel('City'), 'Portland')
      const sums = sumsFor(page, 'address.zip=97201')
      await typeInto(page, page.getByLabel('Zip code'), '97201')
      await tabTo(page, page.getByRole('radio', { name: /Free shipping/ }))
      await sums
      const card = cardFrame(page)
      await typeInto(page, card.getByLabel('Card number'), testCardNamed('approve').number)
      await typeInto(page, card.getByLabel('Expiry'), `12${(new Date().getFullYear() + 4) % 100}`)
      await typeInto(page, card.getByLabel('Security code'), '123')
      await tabTo(page, payButton(page))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/thank-you\?checkout=/)
    })

    test('what has the focus can be seen', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto('/daily-synbiotic')
      for (let step = 0; step < mostSteps; step += 1) {
        await page.keyboard.press('Tab')
        // A busy machine may paint it some frames later.
        await expect.poll(() => focusedPlace(page)).toMatch(/^(seen|left the page)$/)
        if ((await focusedPlace(page)) === 'left the page') break
      }
    })
  })
}
