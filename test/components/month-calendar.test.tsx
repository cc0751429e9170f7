import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MonthCalendar } from '#subscription/change/screens/month-calendar.tsx'

// Narrow pages have the field alone.
beforeEach(() => page.viewport(1440, 900))

const days = { first: '2031-02-03', last: '2031-03-20' }

const show = (chosen: string | null, month = '2031-02') =>
  render(<MonthCalendar month={month} days={days} current="2031-02-06" chosen={chosen} />)

test('available days are links, and other days are not', async () => {
  const screen = await show(null)
  await expect
    .element(screen.getByRole('link', { name: 'February 10, 2031' }))
    .toHaveAttribute('href', '?on=2031-02-10#result')
  expect(screen.getByRole('link', { name: 'February 2, 2031' }).elements()).toEqual([])
  expect(screen.getByRole('link', { name: 'February 6, 2031' }).elements()).toEqual([])
  await expect.element(screen.getByText(', current order date')).toBeInTheDocument()
})

test('the selected day is marked visually and for screen readers, and named in a sentence', async () => {
  const screen = await show('2031-02-10')
  await expect
    .element(screen.getByRole('link', { name: 'February 10, 2031' }))
    .toHaveAttribute('aria-current', 'date')
  await expect.element(screen.getByText('6 becomes 10')).toBeVisible()
})

test('only months with available days can be opened, and they keep the selection', async () => {
  const screen = await show('2031-02-10')
  expect(screen.getByRole('link', { name: 'January 2031' }).elements()).toEqual([])
  await expect
    .element(screen.getByRole('link', { name: 'March 2031' }))
    .toHaveAttribute('href', '?on=2031-02-10&month=2031-03#result')
  await screen.unmount()
  const march = await show(null, '2031-03')
  expect(march.getByRole('link', { name: 'April 2031' }).elements()).toEqual([])
  expect(march.getByRole('link', { name: 'March 21, 2031' }).elements()).toEqual([])
})

test('the keyboard moves through the days in order', async () => {
  const screen = await show(null)
  await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: 'February 3, 2031' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: 'February 4, 2031' })).toHaveFocus()
})
