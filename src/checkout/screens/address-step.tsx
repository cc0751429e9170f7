import { countries } from '#location/rules/countries.ts'
import { regionsOf } from '#location/rules/regions.ts'
import type { Address } from '#shared/address.ts'
import { regionRequired } from '#shared/address-region.ts'
import { Field, SelectField } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import styles from './address-step.module.css'
import { addressField } from './checkout-form.ts'
import { Step } from './step.tsx'

export interface AddressStepProps {
  readonly typed: Readonly<Record<keyof Address, string>>
  /** Messages by field name. */
  readonly errors: Readonly<Record<string, string>>
  /** Called when something changed that shipping or taxes depend on. */
  readonly onPlaceChange: () => void
}

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }))

const regionLabel = (country: string): string => {
  switch (country) {
    case 'US':
      return 'State'
    case 'CA':
      return 'Province'
    default:
      return 'Region'
  }
}

type Part = Pick<AddressStepProps, 'typed' | 'errors'>

/** A list where the country has one, otherwise free text. */
const RegionField = ({ typed, errors, onPlaceChange }: AddressStepProps) => {
  const { country, region } = typed
  const options = regionsOf(country).map(({ code, name }) => ({ value: code, label: name }))
  const common = {
    name: addressField('region'),
    label: regionLabel(country),
    className: styles.half,
    autoComplete: 'address-level1',
    defaultValue: region,
    error: errors[addressField('region')],
    required: regionRequired(country),
  }
  return options.length > 0 ? (
    <SelectField key={country} {...common} options={options} prompt="Choose" onChange={onPlaceChange} />
  ) : (
    <Field key={country} {...common} maxLength={60} />
  )
}

const textFieldOf =
  ({ typed, errors }: Part) =>
  (part: keyof Address, label: string, autoComplete: string) => ({
    name: addressField(part),
    label,
    autoComplete,
    defaultValue: typed[part],
    error: errors[addressField(part)],
  })

const PersonAndStreet = (part: Part) => {
  const textField = textFieldOf(part)
  return (
    <>
      <Field
        {...textField('firstName', 'First name', 'given-name')}
        className={styles.half}
        required
        maxLength={60}
      />
      <Field
        {...textField('lastName', 'Last name', 'family-name')}
        className={styles.half}
        required
        maxLength={60}
      />
      <Field
        {...textField('address', 'Address', 'address-line1')}
        className={styles.twoThirds}
        required
        maxLength={120}
      />
      <Field
        {...textField('unit', 'Apt, suite, unit', 'address-line2')}
        className={styles.third}
        maxLength={60}
      />
      <Field {...textField('city', 'City', 'address-level2')} required maxLength={80} />
    </>
  )
}

export const AddressStep = (props: AddressStepProps) => {
  const { typed, onPlaceChange } = props
  const textField = textFieldOf(props)
  return (
    <Step number={2} title="Address">
      <div className={layout.fields}>
        <PersonAndStreet {...props} />
        <RegionField {...props} />
        <Field
          {...textField('zip', typed.country === 'US' ? 'Zip code' : 'Postal code', 'postal-code')}
          className={styles.half}
          maxLength={16}
        />
        <SelectField
          {...textField('country', 'Country', 'country')}
          className={styles.half}
          options={countryOptions}
          onChange={onPlaceChange}
        />
        <Field
          {...textField('phone', 'Phone', 'tel')}
          type="tel"
          className={styles.half}
          maxLength={32}
          hint="Only for the courier."
        />
      </div>
    </Step>
  )
}
