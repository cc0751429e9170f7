import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { changeFields, type FieldsProps } from '#subscription/change/screens/change-fields.tsx'
import form from '#subscription/change/screens/change-page.module.css'

const refill = { currency: 'USD' as const, name: 'DS-01 Refill', image: '', max_quantity: 5 }

const props: FieldsProps = {
  subscription: {
    id: 's1',
    address: null,
    quantity: 2,
    interval_months: 1,
    payment_method_id: 'c1',
    next_order_on: '2031-02-06',
    paused_until: null,
    remaining_orders: 20,
  },
  choices: {
    swaps: [{ ...refill, plan_code: 'vs-rf', name: 'VS-01 Refill', price: '39.99', interval_months: 1 }],
    frequencies: [
      { ...refill, plan_code: 'syn-rf', price: '49.99', interval_months: 1 },
      { ...refill, plan_code: 'syn-rf-3mo', price: '134.97', interval_months: 3 },
    ],
    add_ons: [
      { ...refill, plan_code: 'vs-rst', name: 'VS-01 Starter', price: '64.99', interval_months: null },
    ],
    max_quantity: 4,
    cards: [
      { id: 'c1', brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2033 },
      { id: 'c2', brand: 'visa', last4: '1881', exp_month: 12, exp_year: 2034 },
    ],
    order_days: { first: '2031-01-07', last: '2031-05-06' },
    pause_days: { first: '2031-01-07', last: '2031-07-06' },
  },
  formValues: {},
  errors: {},
}

/** The form of an action, and what it would send. */
const show = async (action: MemberAction, changed: Partial<FieldsProps> = {}) => {
  const Fields = changeFields[action]
  if (Fields === null) throw new Error(`${action} has no fields`)
  const screen = await render(
    <form className={form.form}>
      <Fields {...props} {...changed} />
    </form>,
  )
  const sent = () => Object.fromEntries(new FormData(screen.container.querySelector('form') ?? undefined))
  return { screen, sent }
}

test('frequencies show their prices, and the current one is selected and named', async () => {
  const { screen, sent } = await show('change-frequency')
  await expect.element(screen.getByRole('radio', { name: /Every month No change.*\$49\.99/ })).toBeChecked()
  await screen.getByRole('radio', { name: /Every 3 months.*\$134\.97/ }).click()
  expect(sent()).toEqual({ interval_months: '3' })
})

test('choices stay selected after a refusal', async () => {
  const { screen, sent } = await show('change-frequency', {
    formValues: { interval_months: '3' },
    errors: { interval_months: 'Please choose another one.' },
  })
  await expect.element(screen.getByRole('radio', { name: /Every 3 months/ })).toBeChecked()
  await expect
    .element(screen.getByRole('group', { name: 'How often' }))
    .toHaveAccessibleDescription('Please choose another one.')
  expect(sent()).toEqual({ interval_months: '3' })
})

test('a swap without a choice submits an empty value, which the shop answers with an error', async () => {
  const { screen, sent } = await show('swap')
  expect(sent()).toEqual({ plan_code: '' })
  await screen.getByRole('radio', { name: /VS-01 Refill.*\$39\.99/ }).click()
  expect(sent()).toEqual({ plan_code: 'vs-rf' })
})

test('the start day is shown only when a later start is chosen', async () => {
  const { screen, sent } = await show('reactivate')
  const day = screen.getByLabelText('The day')
  await expect.element(day).not.toBeVisible()
  await screen.getByRole('radio', { name: 'On a date I choose' }).click()
  await expect.element(day).toBeVisible()
  await day.fill('2031-01-20')
  expect(sent()).toEqual({ when: 'day', on: '2031-01-20' })
  await screen.getByRole('radio', { name: /Today/ }).click()
  await expect.element(day).not.toBeVisible()
})

test('date fields have the shop’s limits, also for the browser’s calendar', async () => {
  const { screen } = await show('pause')
  const until = screen.getByLabelText('Until')
  await expect.element(until).toHaveAttribute('min', '2031-01-07')
  await expect.element(until).toHaveAttribute('max', '2031-07-06')
  await expect.element(until).toHaveAccessibleDescription(/The latest date is July 6, 2031/)
})

test('an end with more orders than offered is in the list and selected', async () => {
  const { screen, sent } = await show('set-end')
  await expect.element(screen.getByLabelText('It ends')).toHaveDisplayValue('After 20 more orders')
  await screen.getByLabelText('It ends').selectOptions('When I cancel')
  expect(sent()).toEqual({ orders: 'none' })
})

test('a card is listed by its last digits and its expiry month', async () => {
  const { screen, sent } = await show('change-payment-method')
  await expect
    .element(screen.getByRole('radio', { name: /Card ending 4242 No change.*03\/33/ }))
    .toBeChecked()
  await screen.getByRole('radio', { name: /Card ending 1881.*12\/34/ }).click()
  expect(sent()).toEqual({ payment_method_id: 'c2' })
})
