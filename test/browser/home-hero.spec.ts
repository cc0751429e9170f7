import { expect, test } from './running-shop.ts'

/**
 * The position of the jar in the tall picture, in parts of its width and height: measured in
 * `public/art/hero-tall.avif`.
 */
const jar = { left: 0.335, right: 0.83, top: 0.479 }

for (const viewport of [
  { width: 390, height: 664 },
  { width: 375, height: 720 },
  { width: 360, height: 720 },
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 600, height: 900 },
])
  test.describe(`${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport })

    test('no word and no button of the hero lies over the jar', async ({ page }) => {
      await page.goto('/')
      await page.evaluate(() => document.fonts.ready)
      const over = await page.evaluate((jar) => {
        const hero = document.querySelector('main section')
        const picture = hero?.querySelector('img')?.getBoundingClientRect()
        if (!hero || !picture || picture.height < picture.width) return ['the tall picture is not there']
        const top = picture.top + jar.top * picture.height
        const [left, right] = [jar.left, jar.right].map((part) => picture.left + part * picture.width)
        return [...hero.querySelectorAll('h1, p, a, span')].flatMap((one) => {
          const range = document.createRange()
          range.selectNodeContents(one)
          const boxes = [
            ...range.getClientRects(),
            ...(one.matches('a') ? [one.getBoundingClientRect()] : []),
          ]
          const hits = boxes.filter(
            (box) => box.bottom > top && box.right > (left ?? 0) && box.left < (right ?? 0),
          )
          return hits.length > 0 ? [one.textContent ?? ''] : []
        })
      }, jar)
      expect(over).toEqual([])
    })
  })
