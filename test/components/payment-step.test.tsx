import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { cardChoice, newCard } from '#checkout/screens/checkout-fields.ts'
import { CreditCheckbox, PaymentStep } from '#checkout/screens/payment-step.tsx'
import { PayButtons } from '#checkout/screens/pay-buttons.tsx'
import type { SavedCard } from '#checkout/screens/checkout-view.ts'

const card: SavedCard = {
  id: 'c1',
  brand: 'visa',
  last4: '4242',
  exp_month: 3,
  exp_year: 2031,
  status: 'good',
  is_default: true,
  ids: ['c1'],
}

test('the first saved card is selected, and another can be chosen', async () => {
  const cards = [card, { ...card, id: 'c2', brand: 'mastercard', last4: '4444', status: 'expiring' as const }]
  const screen = await render(
    <form>
      <PaymentStep cardField={<p>The card field</p>} hasCardPage savedCards={cards} error={undefined}>
        {null}
      </PaymentStep>
    </form>,
  )
  await expect.element(screen.getByRole('radio', { name: /Visa ending in 4242/ })).toBeChecked()
  await expect.element(screen.getByText('This card expires soon.')).toBeVisible()
  await screen.getByRole('radio', { name: 'Another card' }).click()
  const form = screen.container.querySelector('form') ?? undefined
  expect(new FormData(form).getAll(cardChoice)).toEqual([newCard])
})

test('no card is requested when nothing is to be paid', async () => {
  const screen = await render(
    <PaymentStep cardField={null} hasCardPage savedCards={[card]} error={undefined}>
      {null}
    </PaymentStep>,
  )
  await expect.element(screen.getByText('You don’t have to pay anything.')).toBeVisible()
  expect(screen.getByRole('radio').elements()).toEqual([])
})

test('credit is offered to buyers who have credit', async () => {
  const screen = await render(
    <CreditCheckbox totals={{ credit_available: '0.00', currency: 'USD' }} isChecked />,
  )
  expect(screen.getByRole('checkbox').elements()).toEqual([])
  await screen.rerender(<CreditCheckbox totals={{ credit_available: '12.50', currency: 'USD' }} isChecked />)
  await expect.element(screen.getByRole('checkbox', { name: /Use my credit of \$12\.50/ })).toBeChecked()
})

test('the button names the total and the terms that paying accepts', async () => {
  const totals = {
    to_pay: '53.61',
    currency: 'USD' as const,
    terms: ['Renews every month at $53.61.'],
    renewals: [],
  }
  const screen = await render(<PayButtons totals={totals} cardWithoutScripts="own-page" />)
  const button = screen.getByRole('button', { name: /Place order/ })
  await expect.element(button).toHaveTextContent('Place order$53.61')
  await expect.element(screen.getByText('Renews every month at $53.61.')).toBeVisible()
})
