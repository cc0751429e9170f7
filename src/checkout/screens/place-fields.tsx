import { countries } from '#location/rules/countries.ts'
import { regionsOf } from '#location/rules/regions.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { ownValue } from '#shared/own-value.ts'
import type { AddressStepProps } from './address-step.tsx'
import styles from './address-step.module.css'
import { addressField, regionsShownField } from './checkout-form.ts'
import { Disclosure } from './disclosure.tsx'

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

/** A list if the country has one and the postal code does not identify the region; otherwise free text. */
const RegionField = ({ entered, errors, onPlaceChange }: AddressStepProps) => {
  const { country, region } = entered
  const options = regionsOf(country).map(({ code, name }) => ({ value: code, label: name }))
  const common = {
    name: addressField('region'),
    label: regionLabel(country),
    className: styles.half,
    autoComplete: 'address-level1',
    defaultValue: region,
    error: ownValue(errors, addressField('region')),
  }
  return options.length > 0 ? (
    <SelectField
      key={country}
      {...common}
      options={options}
      prompt={country === 'US' ? 'By zip code' : 'By postal code'}
      onChange={onPlaceChange}
    />
  ) : (
    <Field key={country} {...common} maxLength={60} />
  )
}

/** Country and region: known for most people, so shown as text that opens into fields. */
export const PlaceFields = (props: AddressStepProps) => {
  const { entered, place, errors, onPlaceChange } = props
  const country = addressField('country')
  const isWrong = [country, addressField('region')].some((field) => ownValue(errors, field) !== undefined)
  return (
    <Disclosure summary={place} actionLabel="Change" open={isWrong}>
      <SelectField
        name={country}
        label="Country"
        autoComplete="country"
        defaultValue={entered.country}
        error={ownValue(errors, country)}
        className={styles.half}
        options={countryOptions}
        onChange={onPlaceChange}
      />
      <input key={entered.country} type="hidden" name={regionsShownField} defaultValue={entered.country} />
      <RegionField {...props} />
    </Disclosure>
  )
}
