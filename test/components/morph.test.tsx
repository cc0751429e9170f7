import { beforeEach, expect, test } from 'vitest'
import { enteredStates, showEntered } from '#ui/browser/entered-values.ts'
import { morph } from '#ui/browser/morph.ts'

const parsed = (html: string): Element => {
  const element = new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html').querySelector('main')
  if (!element) throw new Error('no page')
  return element
}

beforeEach(() => {
  document.body.innerHTML = ''
})

const shown = (html: string): Element => {
  document.body.innerHTML = `<main>${html}</main>`
  return document.querySelector('main') ?? document.body
}

const textOf = (page: Element): string => (page.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

test('an element in both pages stays the same element, with its focus and caret', () => {
  const page = shown('<p>One</p><input id="zip" name="zip" value="972"><p class="sum">$1</p>')
  const zip = page.querySelector('input')
  zip?.focus()
  zip?.setSelectionRange(1, 2)
  morph(
    page,
    parsed(
      '<p class="error">Wrong</p><p>Two</p><input id="zip" name="zip" value="972"><p class="sum">$2</p>',
    ),
  )
  expect(textOf(page)).toBe('WrongTwo$2')
  expect(page.querySelector('input')).toBe(zip)
  expect(document.activeElement).toBe(zip)
  expect([zip?.selectionStart, zip?.selectionEnd]).toEqual([1, 2])
})

test('attributes are updated, an open disclosure stays open, and script-made elements stay', () => {
  const page = shown('<details><summary>More</summary></details><div data-drawn data-amount="1"></div>')
  page.querySelector('details')?.toggleAttribute('open', true)
  page.querySelector('div')?.append('a frame')
  morph(
    page,
    parsed('<details class="x"><summary>More</summary></details><div data-drawn data-amount="2"></div>'),
  )
  // Another class is another element.
  expect(page.querySelector('details')?.open).toBe(false)
  morph(
    page,
    parsed('<details class="x" open><summary>Less</summary></details><div data-drawn data-amount="3"></div>'),
  )
  morph(
    page,
    parsed('<details class="x"><summary>Less</summary></details><div data-drawn data-amount="3"></div>'),
  )
  expect(page.querySelector('details')?.open).toBe(true)
  expect(page.querySelector('div')?.outerHTML).toBe('<div data-drawn="" data-amount="3">a frame</div>')
})

test('reordered, added and removed siblings end in the order of the new page', () => {
  const lists = [['a', 'b', 'c'], ['c', 'a'], ['d', 'a', 'c', 'b'], [], ['b'], ['b', 'a', 'e']]
  const html = (ids: readonly string[]) => `<ul>${ids.map((id) => `<li id="${id}">${id}</li>`).join('')}</ul>`
  for (const from of lists)
    for (const to of lists) {
      const page = shown(html(from))
      const stays = from.find((id) => to.includes(id))
      const before = stays === undefined ? null : page.querySelector(`#${stays}`)
      morph(page, parsed(html(to)))
      expect(page.innerHTML).toBe(html(to))
      if (stays !== undefined) expect(page.querySelector(`#${stays}`)).toBe(before)
    }
})

test('a script in the new page runs', () => {
  const page = shown('')
  morph(page, parsed('<script>document.documentElement.dataset.ran = "yes"</script>'))
  expect(document.documentElement.dataset['ran']).toBe('yes')
})

const form = (fields: string): string => `<form>${fields}</form>`

/** Sends the form, does something while the answer is on its way, and shows the answer. */
const answered = (rendered: string, meanwhile: (page: Element) => void, answer: string) => {
  const page = document.querySelector('main') ?? shown(form(rendered))
  const own = page.querySelector('form')
  if (!own) throw new Error('no form')
  const sent = new FormData(own)
  meanwhile(page)
  const entered = enteredStates(own, sent)
  morph(page, parsed(form(answer)))
  showEntered(own, entered)
  return new FormData(own)
}

const fill = (page: Element, selector: string, value: string): void => {
  const field = page.querySelector<HTMLInputElement>(selector)
  if (field) field.value = value
}

test('text typed while an answer is pending stays, and the answer is applied', () => {
  const fields = '<input name="zip" value=""><input name="city" value="">'
  const page = shown(form(fields))
  fill(page, '[name=zip]', '97201 ')
  const values = answered(
    fields,
    () => fill(page, '[name=city]', 'Portland'),
    '<input name="zip" value="97201"><input name="city" value="">',
  )
  expect(Object.fromEntries(values)).toEqual({ zip: '97201', city: 'Portland' })
})

test('a field that the server does not store keeps its value', () => {
  const fields =
    '<input type="checkbox" name="news" value="yes"><input type="radio" name="card" value="one" checked><input type="radio" name="card" value="new">'
  const page = shown(form(fields))
  page.querySelector<HTMLInputElement>('[name=news]')?.click()
  page.querySelector<HTMLInputElement>('[value=new]')?.click()
  expect(Object.fromEntries(answered(fields, () => undefined, fields))).toEqual({ news: 'yes', card: 'new' })
})

test('a choice replaced by the server is replaced, unless the user chose again meanwhile', () => {
  const methods = (chosen: string) =>
    ['slow', 'fast']
      .map((one) => `<input type="radio" name="by" value="${one}"${one === chosen ? ' checked' : ''}>`)
      .join('')
  const page = shown(form(methods('fast')))
  expect(answered('', () => undefined, methods('slow')).get('by')).toBe('slow')
  const choose = (): void => page.querySelector<HTMLInputElement>('[value=fast]')?.click()
  expect(answered('', choose, methods('slow')).get('by')).toBe('fast')
})

test('a list with other options starts with its own selection', () => {
  const list = (country: string, regions: readonly string[]) =>
    `<label data-key="${country}"><select name="region"><option value="">From your zip code</option>${regions.map((one) => `<option>${one}</option>`).join('')}</select></label>`
  const page = shown(form(list('US', ['OR', 'WA'])))
  fill(page, 'select', 'WA')
  const values = answered('', () => fill(page, 'select', 'OR'), list('CA', ['AB', 'BC']))
  expect(values.get('region')).toBe('')
})
