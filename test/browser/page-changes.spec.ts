import type { Page } from '@playwright/test'
import { openAsJune } from './june.ts'
import { expect, test } from './running-shop.ts'

/** What moves while the page that is open now was revealed; null without a transition. */
const movedParts = (page: Page): Promise<readonly string[] | null> =>
  page.evaluate(async () => {
    const moved: unknown = await Reflect.get(globalThis, 'movedParts')
    return Array.isArray(moved) ? moved.map(String) : null
  })

/** Has each page of the context remember what moved when it came. */
const watchTransitions = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      const moved = viewTransition?.ready.then(
        () =>
          document
            .getAnimations()
            .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.pseudoElement : null)),
        () => null,
      )
      Reflect.set(globalThis, 'movedParts', moved ?? null)
    })
  })

const picture = '::view-transition-group(picture)'

test.describe('with motion', () => {
  test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'no-preference' } })

  test('the picture of a list expands into that of the page, and shrinks back', async ({ page }) => {
    await watchTransitions(page)
    for (const [list, title, detail] of [
      ['/cultured', /Why Soil Has Layers/i, '/cultured/why-soil-has-layers'],
      ['/', /Shop VS-01/, '/vaginal-synbiotic'],
    ] as const) {
      // A browser skips the transition to a page that loads late, as on a busy machine.
      await expect(async () => {
        await page.goto(list)
        await page.getByRole('main').getByRole('link', { name: title }).first().click()
        await expect(page).toHaveURL(new RegExp(`${detail}$`))
        expect(await movedParts(page), detail).toContain(picture)
        await page.goBack()
        await expect(page).toHaveURL(new RegExp(`${list}$`))
        expect(await movedParts(page), `back to ${list}`).toContain(picture)
      }).toPass()
    }
  })

  test('a subscription page opens with its picture, and form pages do not fade', async ({ page }) => {
    await watchTransitions(page)
    await openAsJune(page)
    await expect(async () => {
      await page.goto('/account/home')
      await page.getByRole('link', { name: /^VS-01/ }).click()
      await expect(page).toHaveURL(/\/account\/subscriptions\/.+/)
      expect(await movedParts(page)).toContain(picture)
    }).toPass()
    const fadeOf = () => page.locator('main').evaluate((main) => getComputedStyle(main).animationName)
    for (const path of [
      '/account/home',
      '/account/subscriptions',
      '/account',
      '/order',
      '/cart',
      '/login?x=1',
    ]) {
      await page.goto(path)
      expect(await fadeOf(), path).toBe('none')
    }
    for (const path of ['/', '/science', '/daily-synbiotic', '/cultured/why-soil-has-layers', '/gift']) {
      await page.goto(path)
      expect(await fadeOf(), path).toBe('page')
    }
  })
})

test('with reduced motion, pages change without animation', async ({ page }) => {
  await watchTransitions(page)
  await page.goto('/cultured')
  await page
    .getByRole('link', { name: /Why Soil Has Layers/i })
    .first()
    .click()
  await expect(page).toHaveURL(/why-soil-has-layers$/)
  expect(await movedParts(page)).toBeNull()
})

test.describe('prefetching', () => {
  test.use({ serviceWorkers: 'block' })

  test('a content page is prefetched when its link is hovered, and no personal page or action is', async ({
    page,
  }) => {
    const client = await page.context().newCDPSession(page)
    const ready: string[] = []
    const faults: string[] = []
    client.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      const { pathname, search } = new URL(prefetchUrl)
      if (status === 'Ready') ready.push(`${pathname}${search}`)
    })
    client.on('Preload.ruleSetUpdated', ({ ruleSet: { errorMessage } }) => {
      if (errorMessage !== undefined) faults.push(errorMessage)
    })
    await client.send('Preload.enable')
    await page.goto('/terms-conditions')
    // Links of our own, so that each address is there whatever a page links to.
    const point = async (href: string): Promise<void> => {
      await page.evaluate((address) => {
        const link = Object.assign(document.createElement('a'), { href: address, textContent: 'Pointed at' })
        document.querySelector('main')?.prepend(link)
      }, href)
      await page.getByRole('link', { name: 'Pointed at' }).first().hover()
      // A pressed button counts as pointing at once.
      await page.mouse.down()
      await page.mouse.move(0, 0)
      await page.mouse.up()
    }
    const refused = [
      '/cart',
      '/checkout',
      '/account/home',
      '/sign-out',
      '/login',
      '/magic-link/x',
      '/science?promo_code=FALL',
    ]
    for (const href of refused) await point(href)
    for (const href of ['/science', '/daily-synbiotic', '/cultured/why-soil-has-layers']) {
      await point(href)
      await expect.poll(() => ready.at(-1)).toBe(href)
    }
    // What the mouse crosses on its way is listed too.
    expect(ready.filter((path) => refused.includes(path))).toEqual([])
    expect(faults).toEqual([])
  })
})

test('the result of a form is a status message that has the focus', async ({ page }) => {
  await openAsJune(page)
  await page.goto('/account')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).first().click()
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText('Your changes are saved.')
  await expect(status).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 } })

  test('the changed item stays in view with its undo button, and a pending link shows that it is loading', async ({
    page,
  }) => {
    await openAsJune(page)
    await page.getByRole('link', { name: 'Skip, VS-01' }).click()
    await page.getByRole('button', { name: /^Skip/ }).click()
    const status = page.getByRole('main').getByRole('status')
    await expect(status).toBeFocused()
    const undo = status.getByRole('button', { name: 'Undo' })
    await page.getByRole('region', { name: 'History' }).getByRole('listitem').last().scrollIntoViewIfNeeded()
    await expect(undo).toBeInViewport()
    await undo.click()
    await expect(status).toContainText('Undone')
  })
})
