import { countriesIn, regionRequired } from '#location/rules/countries.ts'
import { regionsOf } from '#location/rules/regions.ts'
import type { Address } from '#shared/address.ts'
import type { Locale } from '#shared/locale.ts'
import { Field, SelectField } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

interface AddressFieldsProps {
  readonly entered: Address
  readonly errors: Readonly<Record<string, string>>
}

const countryOptions = (locale: Locale) =>
  countriesIn(locale).map(({ code, name }) => ({ value: code, label: name }))

const textFields = [
  {
    name: 'firstName',
    label: 'firstName',
    autoComplete: 'given-name',
    maxLength: 60,
    required: true,
    width: layout.half,
  },
  {
    name: 'lastName',
    label: 'lastName',
    autoComplete: 'family-name',
    maxLength: 60,
    required: true,
    width: layout.half,
  },
  {
    name: 'company',
    label: 'company',
    autoComplete: 'organization',
    maxLength: 80,
    required: false,
    width: undefined,
  },
  {
    name: 'address',
    label: 'address',
    autoComplete: 'address-line1',
    maxLength: 120,
    required: true,
    width: layout.twoThirds,
  },
  {
    name: 'unit',
    label: 'unit',
    autoComplete: 'address-line2',
    maxLength: 60,
    required: false,
    width: layout.third,
  },
  {
    name: 'city',
    label: 'city',
    autoComplete: 'address-level2',
    maxLength: 80,
    required: true,
    width: undefined,
  },
] as const

const Region = ({ entered, errors }: AddressFieldsProps) => {
  const t = useMessages(settingsMessages)

  const options = regionsOf(entered.country).map(({ code, name }) => ({ value: code, label: name }))
  const common = {
    name: 'region',
    label: entered.country === 'US' ? t('state') : entered.country === 'CA' ? t('province') : t('region'),
    className: layout.half,
    autoComplete: 'address-level1',
    defaultValue: entered.region,
    error: errors['region'],
    required: regionRequired(entered.country),
  }
  return options.length > 0 ? (
    <SelectField {...common} options={options} prompt={t('choose')} />
  ) : (
    <Field {...common} maxLength={60} />
  )
}

const Phone = ({ entered, errors }: AddressFieldsProps) => {
  const t = useMessages(settingsMessages)
  return (
    <Field
      name="phone"
      type="tel"
      label={t('phone')}
      className={layout.half}
      autoComplete="tel"
      maxLength={32}
      hint={t('carrierOnly')}
      defaultValue={entered.phone}
      error={errors['phone']}
    />
  )
}

/** The fields of an address as its country requires them. */
export const AddressFields = ({ entered, errors }: AddressFieldsProps) => {
  const t = useMessages(settingsMessages)
  return (
    <>
      {textFields.map(({ width, label, ...field }) => (
        <Field
          key={field.name}
          {...field}
          label={t(label)}
          className={width}
          defaultValue={entered[field.name]}
          error={errors[field.name]}
        />
      ))}
      <Region entered={entered} errors={errors} />
      <Field
        name="zip"
        label={entered.country === 'US' ? t('zip') : t('postalCode')}
        className={layout.half}
        autoComplete="postal-code"
        maxLength={16}
        defaultValue={entered.zip}
        error={errors['zip']}
      />
      <SelectField
        name="country"
        label={t('country')}
        className={layout.half}
        autoComplete="country"
        options={countryOptions(useLocale())}
        defaultValue={entered.country}
        error={errors['country']}
      />
      <Phone entered={entered} errors={errors} />
    </>
  )
}
