import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { CancelForm } from '#subscription/change/screens/cancel-form.tsx'

const reasons = {
  none: { id: 'none', text: 'I’d rather not say' },
  reasons: [
    {
      id: 'too-expensive',
      text: 'It is too expensive',
      secondary: [{ id: 'found-cheaper', text: 'I found it cheaper' }],
      offer: {
        title: 'Take 15% off instead',
        text: 'The next order costs 15% less.',
        change: { action: 'apply-coupon' as const, code: 'STAY15' },
      },
    },
    { id: 'too-much', text: 'I have too much', secondary: [], offer: null },
  ],
}

const charge = {
  cycle_id: 'b1',
  amount: '49.99',
  currency: 'USD' as const,
  on: '2031-02-06',
  is_requested: false,
  is_order_canceled: false,
}

const show = (changed: Partial<Parameters<typeof CancelForm>[0]> = {}) =>
  render(<CancelForm id="s1" reasons={reasons} token="seen" formValues={{}} charge={null} {...changed} />)

test('no cancellation reason is required, and without one there is no offer', async () => {
  const screen = await show()
  await expect.element(screen.getByRole('radio', { name: 'I’d rather not say' })).toBeChecked()
  await expect.element(screen.getByRole('button', { name: 'Cancel now' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Take 15% off instead' }).elements()).toEqual([])
})

test('an offer appears with its reason, beside a cancel button that does not move, and disappears with the reason', async () => {
  const screen = await show()
  await screen.getByRole('radio', { name: 'It is too expensive' }).click()
  const offer = screen.getByRole('link', { name: 'Take 15% off instead' })
  await expect.element(offer).toBeVisible()
  await expect
    .element(offer)
    .toHaveAttribute('href', expect.stringContaining('code=STAY15&offered_for=too-expensive'))
  await expect.element(screen.getByLabelText('Tell us more (optional)')).toBeVisible()
  const cancel = screen.getByRole('button', { name: 'Cancel now' })
  await expect.element(cancel).toBeVisible()
  const height = (found: typeof cancel) => found.element().getBoundingClientRect().height
  expect(height(cancel)).toBe(height(offer))
  await screen.getByRole('radio', { name: 'I have too much' }).click()
  await expect.element(screen.getByText('The next order costs 15% less.')).not.toBeVisible()
  expect(screen.getByRole('link', { name: 'Take 15% off instead' }).elements()).toEqual([])
})

test('an order that is being charged can be canceled in the same step, and its day and sum are named', async () => {
  const screen = await show({ charge })
  const too = screen.getByRole('checkbox', { name: /Also cancel my February 6, 2031 order/ })
  await expect.element(too).not.toBeChecked()
  await too.click()
  await expect
    .element(screen.getByText('$49.99 will be refunded to your original payment method.'))
    .toBeVisible()
  const form = screen.container.querySelector('form') ?? undefined
  expect(Object.fromEntries(new FormData(form))).toMatchObject({
    charged_cycle: 'b1',
    cancel_order: 'yes',
    token: 'seen',
  })
})
