import { countries, countriesIn, regionRequired } from '#location/rules/countries.ts'
import { regionsOf } from '#location/rules/regions.ts'
import type { Address } from '#shared/address.ts'
import { Field, SelectField } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import type { FormValues } from './read-change.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { changeMessages } from '../../messages/change-messages.ts'
import type { Locale } from '#shared/locale.ts'

interface AddressFieldsProps {
  /** The address as it is; null for none. */
  readonly address: Address | null
  readonly formValues: FormValues
  /** Messages by field name. */
  readonly errors: Readonly<Record<string, string>>
}

const countryOptions = (locale: Locale) =>
  countriesIn(locale).map(({ code, name }) => ({ value: code, label: name }))

const regionLabel = (country: string, locale: Locale): string => {
  const t = changeMessages.in(locale)

  if (country === 'US') return t('state')
  return country === 'CA' ? t('province') : t('region')
}

/** Most live in the first country of the list. */
const countryOf = (address: Address | null): string => address?.country ?? countries()[0]?.code ?? ''

const fieldPropsOf =
  ({ address, formValues, errors }: AddressFieldsProps) =>
  (name: keyof Address, label: string, autoComplete: string) => ({
    name,
    label,
    autoComplete,
    defaultValue: formValues[name] ?? address?.[name],
    error: errors[name],
  })

const zipLabel = ({ formValues, address }: AddressFieldsProps, locale: Locale): string => {
  const t = changeMessages.in(locale)
  return (formValues['country'] ?? countryOf(address)) === 'US' ? t('zip') : t('postalCode')
}

/** A list where the country has one, otherwise free text. */
const Region = (props: AddressFieldsProps) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()

  const country = props.formValues['country'] ?? countryOf(props.address)
  const options = regionsOf(country).map(({ code, name }) => ({ value: code, label: name }))
  const fieldProps = {
    ...fieldPropsOf(props)('region', regionLabel(country, locale), 'address-level1'),
    className: layout.half,
    required: regionRequired(country),
  }
  return options.length > 0 ? (
    <SelectField {...fieldProps} options={options} prompt={t('choose')} />
  ) : (
    <Field {...fieldProps} maxLength={60} />
  )
}

/** A postal address, prefilled with the existing one. */
export const AddressFields = (props: AddressFieldsProps) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()

  const fieldProps = fieldPropsOf(props)
  return (
    <div className={layout.fields}>
      <Field
        {...fieldProps('firstName', t('firstName'), 'given-name')}
        className={layout.half}
        maxLength={60}
      />
      <Field
        {...fieldProps('lastName', t('lastName'), 'family-name')}
        className={layout.half}
        maxLength={60}
      />
      <Field {...fieldProps('company', t('company'), 'organization')} maxLength={80} />
      <Field
        {...fieldProps('address', t('addressLine'), 'address-line1')}
        className={layout.twoThirds}
        maxLength={120}
      />
      <Field {...fieldProps('unit', t('unit'), 'address-line2')} className={layout.third} maxLength={60} />
      <Field {...fieldProps('city', t('city'), 'address-level2')} maxLength={80} />
      <Region {...props} />
      <Field
        {...fieldProps('zip', zipLabel(props, locale), 'postal-code')}
        className={layout.half}
        maxLength={16}
      />
      <SelectField
        {...fieldProps('country', t('country'), 'country')}
        className={layout.half}
        options={countryOptions(locale)}
      />
      <Field {...fieldProps('phone', t('phone'), 'tel')} type="tel" className={layout.half} maxLength={32} />
    </div>
  )
}
