import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { KeyboardDriver } from './keyboard-driver.ts'

/** One thing that somebody does at the keyboard, or sees. */
export type Step = (keyboard: KeyboardDriver) => Promise<void>

/** How somebody finds something on a page. */
type Find = (page: Page) => Locator

type TextPattern = string | RegExp
type Area = 'main' | 'banner' | 'contentinfo' | 'dialog' | 'region'
type Role = 'link' | 'button' | 'radio' | 'checkbox'

const found =
  (role: Role, name: TextPattern, area: Area): Find =>
  (page) =>
    page.getByRole(area).getByRole(role, { name }).filter({ visible: true }).first()

export const link = (name: TextPattern, area: Area = 'main'): Find => found('link', name, area)
export const button = (name: TextPattern, area: Area = 'main'): Find => found('button', name, area)
export const radio = (name: TextPattern): Find => found('radio', name, 'main')
export const checkbox = (name: TextPattern): Find => found('checkbox', name, 'main')

/** A field by its whole label. */
export const field =
  (label: string, area: Area = 'main'): Find =>
  (page) =>
    page.getByRole(area).getByLabel(label, { exact: true }).filter({ visible: true }).first()

/** A disclosure, by its text. */
export const summary =
  (pattern: string, area: Area = 'main'): Find =>
  (page) =>
    page.getByRole(area).locator('summary').filter({ hasText: pattern, visible: true }).first()

/** A field of the card processor, in its frame. */
export const cardField =
  (label: string): Find =>
  (page) =>
    page.frameLocator('iframe').getByLabel(label)

/** Goes there and presses the enter key. */
export const press =
  (find: Find): Step =>
  async ({ page, focus: to }) => {
    await to(find(page))
    await page.keyboard.press('Enter')
  }

/** Goes there and presses the space bar. */
export const toggle =
  (find: Find): Step =>
  async ({ page, focus: to }) => {
    await to(find(page))
    await page.keyboard.press('Space')
  }

/** Types into a field, replacing its value. */
export const type =
  (find: Find, text: string | (() => string)): Step =>
  async ({ page, focus: to }) => {
    await to(find(page))
    await page.keyboard.type(typeof text === 'string' ? text : text())
  }

/** Chooses from a list by typing the first characters. */
export const select =
  (find: Find, pattern: string): Step =>
  async ({ page, focus: to }) => {
    const list = find(page)
    await to(list)
    await page.keyboard.type(pattern)
    await expect(list.locator('option:checked')).toHaveText(pattern)
  }

/** Chooses one of a group: the tab key leads to the group, the arrow keys to the one. */
export const pick =
  (find: Find): Step =>
  async ({ page, focus: to }) => {
    const one = find(page)
    const name = (await one.getAttribute('name')) ?? ''
    const group = page.locator(`input[type="radio"][name="${name}"]`)
    // Into the group leads its chosen radio, or its first one while none is chosen.
    const chosen = group.and(page.locator(':checked'))
    await to((await chosen.count()) > 0 ? chosen : group.first())
    if ((await chosen.count()) === 0) await page.keyboard.press('Space')
    for (let presses = 0; presses < 30 && !(await one.isChecked()); presses += 1)
      await page.keyboard.press('ArrowDown')
    await expect(one).toBeChecked()
  }

/** Goes on to the end of the page. */
export const goThrough: Step = ({ tabToEnd: through }) => through()

export const key =
  (name: 'Escape' | 'Enter' | 'ArrowDown'): Step =>
  ({ page }) =>
    page.keyboard.press(name)

/** Expects this text in the page, without the shell. */
export const see =
  (pattern: TextPattern): Step =>
  ({ page }) =>
    expect(page.getByRole('main')).toContainText(pattern)

/** Reads them in the note that says what was done. */
export const seeConfirmation =
  (pattern: TextPattern): Step =>
  ({ page }) =>
    expect(page.getByRole('main').getByRole('status').filter({ hasText: pattern }).first()).toBeVisible()

/** Repeats the steps until these words are shown: a form that is sent too early is taken for a program's. */
export const repeatUntil =
  (pattern: TextPattern, ...steps: readonly Step[]): Step =>
  (keyboard) =>
    expect(async () => {
      for (const step of steps) await step(keyboard)
      await expect(keyboard.page.getByRole('main')).toContainText(pattern, { timeout: 1_000 })
    }).toPass()

/** Has come to this address. */
export const expectAddress =
  (address: RegExp): Step =>
  ({ page }) =>
    expect(page).toHaveURL(address)

/** It can be seen, or no longer. */
export const expectVisible =
  (find: Find): Step =>
  ({ page }) =>
    expect(find(page)).toBeVisible()

export const expectHidden =
  (find: Find): Step =>
  ({ page }) =>
    expect(find(page)).toHaveCount(0)

/** It has the focus without another key. */
export const expectFocused =
  (find: Find): Step =>
  ({ page }) =>
    expect(find(page)).toBeFocused()
