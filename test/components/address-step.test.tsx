import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { AddressStep, type AddressStepProps } from '#checkout/screens/address-step.tsx'
import type { Address } from '#shared/address.ts'

const entered: AddressStepProps['entered'] = {
  firstName: 'Noor',
  lastName: 'Haddad',
  address: '12 Alder Street',
  unit: '',
  city: 'Portland',
  region: '',
  zip: '',
  country: 'US',
  phone: '',
  company: '',
} satisfies Record<keyof Address, string>

const show = async (props: Partial<AddressStepProps> = {}) => ({
  screen: await render(<AddressStep entered={entered} place="United States" errors={{}} {...props} />),
})

test('country and region open from one line, with a list of regions where the country has one', async () => {
  const { screen } = await show()
  const country = screen.getByLabelText('Country')
  await expect.element(country).not.toBeVisible()
  await screen.getByText('Change').click()
  await expect.element(country).toBeVisible()
  await screen.getByLabelText('State').selectOptions('Oregon')
  await expect.element(screen.getByLabelText('State')).toHaveValue('OR')
})

test('a country without a region list has a text field and a postal code', async () => {
  const { screen } = await show({ entered: { ...entered, country: 'SG' }, place: 'Singapore' })
  await expect.element(screen.getByLabelText('Postal code')).toBeVisible()
  await screen.getByText('Change').click()
  await expect.element(screen.getByRole('textbox', { name: 'Region' })).toBeVisible()
})

test('an error opens the section of its field, and the field is described by the error', async () => {
  const { screen } = await show({
    errors: { 'address.region': 'Please choose a state.', 'address.phone': 'This is not a phone number.' },
  })
  await expect.element(screen.getByLabelText('State')).toBeVisible()
  const phone = screen.getByLabelText('Phone')
  await expect.element(phone).toBeVisible()
  await expect.element(phone).toHaveAccessibleDescription(/This is not a phone number\./)
  await expect.element(phone).toHaveAttribute('aria-invalid', 'true')
})
