import { expect, expectAccessible, test } from './running-shop.ts'

test('developers open the flag overlay by keyboard and choose a variant, and the page changes at once', async ({
  page,
}) => {
  await page.goto('/')
  const loyalty = () => page.evaluate(() => document.documentElement.dataset['loyalty'])
  expect(await loyalty()).toBe('shown')
  await page.keyboard.press('Alt+Shift+F')
  const overlay = page.getByRole('dialog', { name: 'Flags' })
  await expect(overlay.getByRole('checkbox', { name: 'ape-cart' })).toBeChecked()
  await expectAccessible(page)
  await overlay.getByRole('combobox', { name: 'loyalty_new_user' }).selectOption('exclude')
  await expect.poll(loyalty).toBe('hidden')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  // The next page knows it as well, until one lets the shop decide again.
  await page.goto('/science#flags')
  await expect(overlay.getByRole('combobox', { name: 'loyalty_new_user' })).toHaveValue('exclude')
  await overlay.getByRole('button', { name: 'As the shop decides' }).click()
  await expect.poll(loyalty).toBe('shown')
})
