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

/** Likewise what lies and stands in the wide picture. */
const things = [
  { what: 'capsules', left: 0.277, right: 0.457, top: 0.79, bottom: 0.875 },
  { what: 'jar', left: 0.576, right: 0.825, top: 0.155, bottom: 0.66 },
  { what: 'capsule at the jar', left: 0.52, right: 0.605, top: 0.59, bottom: 0.66 },
]

for (const viewport of [
  { width: 820, height: 1180 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1024, height: 1366 },
  { width: 1180, height: 820 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
])
  test.describe(`${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport })

    test('no word and no button of the hero lies over the jar or a capsule', async ({ page }) => {
      await page.goto('/')
      await page.evaluate(() => document.fonts.ready)
      const over = await page.evaluate((things) => {
        const hero = document.querySelector('main section')
        const image = hero?.querySelector('img')
        if (!hero || !image) return ['the picture is not there']
        const box = image.getBoundingClientRect()
        const [across = 0, down = 0] = getComputedStyle(image)
          .objectPosition.split(' ')
          .map((part) => parseFloat(part) / 100)
        const scale = Math.max(box.width / image.naturalWidth, box.height / image.naturalHeight)
        const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale]
        const [left, top] = [box.left + (box.width - width) * across, box.top + (box.height - height) * down]
        const places = things.map((one) => ({
          left: left + one.left * width,
          right: left + one.right * width,
          top: top + one.top * height,
          bottom: top + one.bottom * height,
        }))
        return [...hero.querySelectorAll('h1, p, a, span')].flatMap((one) => {
          const range = document.createRange()
          range.selectNodeContents(one)
          const boxes = [
            ...range.getClientRects(),
            ...(one.matches('a') ? [one.getBoundingClientRect()] : []),
          ]
          const hits = boxes.filter((text) =>
            places.some(
              (place) =>
                text.right > place.left &&
                text.left < place.right &&
                text.bottom > place.top &&
                text.top < place.bottom,
            ),
          )
          return hits.length > 0 ? [one.textContent ?? ''] : []
        })
      }, things)
      expect(over).toEqual([])
    })
  })
