import { expect, test } from '@playwright/test'
import { createKeyboardDriver } from './keyboard-driver.ts'

const page = (style: string, body: string): string =>
  `<!doctype html><style>button { display: block; width: 90px; height: 30px } ${style}</style><body>${body}</body>`

const two = '<main><button>one</button><button id="bad">two</button></main>'

const pages = [
  { what: 'no mark of the focus', html: page('#bad:focus { outline: none }', two), says: /looks the same/ },
  {
    what: 'a bar over the focus',
    html: page('div { position: fixed; inset: 40px 0 0; background: #fff }', `${two}<div></div>`),
    says: /lies hidden/,
  },
  {
    what: 'an order from below',
    html: page('main { display: flex; flex-direction: column-reverse }', two),
    says: /comes after what is below it/,
  },
  { what: 'a small target', html: page('#bad { height: 12px; margin-top: -9px }', two), says: /smaller than 24 px/ },
] // prettier-ignore

for (const { what, html, says } of pages) {
  test(`the keyboard driver finds ${what}`, async ({ page: sheet }) => {
    await sheet.goto('about:blank')
    await sheet.setContent(html)
    const keyboard = createKeyboardDriver(sheet)
    await keyboard.tabToEnd()
    expect(keyboard.faults().filter((fault) => says.test(fault))).toHaveLength(1)
  })
}

test('the keyboard driver finds a focus trap', async ({ page: sheet }) => {
  await sheet.setContent(two)
  await sheet.evaluate(() =>
    addEventListener('keydown', (event) => {
      if (document.activeElement?.id === 'bad') event.preventDefault()
    }),
  )
  await expect(createKeyboardDriver(sheet).tabToEnd()).rejects.toThrow('does not lead away')
})

test('the keyboard driver finds no problem on a correct page', async ({ page: sheet }) => {
  await sheet.setContent(page('', two))
  const keyboard = createKeyboardDriver(sheet)
  await keyboard.tabToEnd()
  expect(keyboard.faults()).toEqual([])
})
