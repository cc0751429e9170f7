import { expect, test } from './running-shop.ts'

/**
 * What lies and stands in the two pictures of the hero, in parts of their width and height: measured in `public/art/hero-tall.avif`
 * and `public/art/hero.avif`.
 */
const things = {
  tall: [{ left: 0.335, right: 0.83, top: 0.479, bottom: 1 }],
  wide: [
    // Two capsules, the jar, and a capsule in front of it.
    { left: 0.277, right: 0.457, top: 0.79, bottom: 0.875 },
    { left: 0.576, right: 0.825, top: 0.155, bottom: 0.66 },
    { left: 0.52, right: 0.605, top: 0.59, bottom: 0.66 },
  ],
}

const windows = [
  ['tall', 390, 664],
  ['tall', 375, 720],
  ['tall', 360, 720],
  ['tall', 320, 640],
  ['tall', 390, 844],
  ['tall', 600, 900],
  ['wide', 768, 1024],
  ['wide', 820, 1180],
  ['wide', 1024, 768],
  ['wide', 1024, 1366],
  ['wide', 1180, 820],
  ['wide', 1280, 720],
  ['wide', 1366, 768],
  ['wide', 1440, 900],
  ['wide', 1920, 1080],
] as const

test.use({ serviceWorkers: 'block' })

test('no text or button of the hero covers the jar or a capsule', async ({ page }) => {
  for (const [picture, width, height] of windows)
    await test.step(`${width}×${height}`, async () => {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      const image = page.locator('main section img').first()
      await expect(image).toHaveJSProperty('complete', true)
      await page.evaluate(() => document.fonts.ready)
      const over = await page.evaluate((things) => {
        const hero = document.querySelector('main section')
        const image = hero?.querySelector('img')
        if (!hero || !image) return { picture: 'none', words: [] }
        const { naturalWidth, naturalHeight } = image
        const picture = naturalHeight > naturalWidth ? 'tall' : 'wide'
        const box = image.getBoundingClientRect()
        const [across = 0, down = 0] = getComputedStyle(image)
          .objectPosition.split(' ')
          .map((part) => parseFloat(part) / 100)
        const scale = Math.max(box.width / naturalWidth, box.height / naturalHeight)
        const [width, height] = [naturalWidth * scale, naturalHeight * scale]
        const [left, top] = [box.left + (box.width - width) * across, box.top + (box.height - height) * down]
        const isOverThing = (text: DOMRect): boolean =>
          things[picture].some(
            (one) =>
              text.right > left + one.left * width &&
              text.left < left + one.right * width &&
              text.bottom > top + one.top * height &&
              text.top < top + one.bottom * height,
          )
        const words = [...hero.querySelectorAll('h1, p, a, span')].filter((one) => {
          const range = document.createRange()
          range.selectNodeContents(one)
          const boxes = [
            ...range.getClientRects(),
            ...(one.matches('a') ? [one.getBoundingClientRect()] : []),
          ]
          return boxes.some(isOverThing)
        })
        return { picture, words: words.map((one) => one.textContent) }
      }, things)
      expect(over, `${width}×${height}`).toEqual({ picture, words: [] })
    })
})
