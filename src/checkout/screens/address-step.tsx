import { countriesIn } from '#location/rules/countries.ts'
import { regionPattern } from '#location/rules/postal-codes.ts'
import { regionsOf } from '#location/rules/regions.ts'
import type { Address } from '#shared/address.ts'
import { ownValue } from '#shared/own-value.ts'
import { Field, SelectField } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import styles from './address-step.module.css'
import { addressField, nameField, regionsShownField } from './checkout-fields.ts'
import { fullName } from './checkout-form.ts'
import { Disclosure, needsOpening } from './disclosure.tsx'
import { Step } from './steps.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'

type Translate = ReturnType<typeof checkoutMessages.in>

const regionLabel = (country: string, t: Translate): string => {
  switch (country) {
    case 'US':
      return t('state')
    case 'CA':
      return t('province')
    default:
      return t('region')
  }
}

/** A list if the country has one and the postal code does not identify the region; otherwise free text. */
const RegionField = ({ entered, errors }: AddressStepProps) => {
  const t = useMessages(checkoutMessages)
  const { country, region } = entered
  const options = regionsOf(country).map(({ code, name }) => ({ value: code, label: name }))
  const common = {
    name: addressField('region'),
    // Another country has other regions.
    identity: country,
    label: regionLabel(country, t),
    className: styles.half,
    autoComplete: 'address-level1',
    defaultValue: region,
    error: ownValue(errors, addressField('region')),
  }
  return options.length > 0 ? (
    <SelectField
      {...common}
      options={options}
      prompt={t(country === 'US' ? 'fromZipCode' : 'fromPostalCode')}
    />
  ) : (
    <Field {...common} maxLength={60} />
  )
}

/** Country and region: known for most people, so shown as text that opens into fields. */
const PlaceFields = (props: AddressStepProps) => {
  const { entered, place, errors } = props
  const t = useMessages(checkoutMessages)
  const options = countriesIn(useLocale()).map(({ code, name }) => ({ value: code, label: name }))
  const country = addressField('country')
  const isWrong = [country, addressField('region')].some((field) => ownValue(errors, field) !== undefined)
  return (
    <Disclosure summary={place} actionLabel={t('change')} open={isWrong}>
      <SelectField
        name={country}
        label={t('country')}
        autoComplete="country"
        defaultValue={entered.country}
        error={ownValue(errors, country)}
        className={styles.half}
        options={options}
      />
      <input type="hidden" name={regionsShownField} defaultValue={entered.country} />
      <RegionField {...props} />
    </Disclosure>
  )
}

export interface AddressStepProps {
  readonly entered: Readonly<Record<keyof Address, string>>
  /** The destination as far as it is known, as text. */
  readonly place: string
  /** Messages by field name. */
  readonly errors: Readonly<Record<string, string>>
}

const textFieldOf =
  ({ entered, errors }: Pick<AddressStepProps, 'entered' | 'errors'>) =>
  (part: keyof Address, label: string, autoComplete: string) => ({
    name: addressField(part),
    label,
    autoComplete,
    defaultValue: entered[part],
    error: ownValue(errors, addressField(part)),
  })

/** The parts of a name that was split before, so that it keeps them. */
const NameParts = ({ entered }: Pick<AddressStepProps, 'entered'>) =>
  (['firstName', 'lastName'] as const).map((part) => (
    <input key={part} type="hidden" name={addressField(part)} defaultValue={entered[part]} />
  ))

const More = (props: AddressStepProps) => {
  const t = useMessages(checkoutMessages)
  const textField = textFieldOf(props)
  const parts = ['unit', 'company', 'phone'] as const
  return (
    <Disclosure summary={t('addMore')} open={needsOpening(parts, props)}>
      <Field {...textField('unit', t('unit'), 'address-line2')} className={styles.half} maxLength={60} />
      <Field {...textField('company', t('company'), 'organization')} className={styles.half} maxLength={80} />
      <Field
        {...textField('phone', t('phone'), 'tel')}
        type="tel"
        className={styles.half}
        maxLength={32}
        hint={t('forCarrier')}
      />
    </Disclosure>
  )
}

/** Five fields for most people; rarely used ones are in a disclosure, which opens when one has a value or an error. */
export const AddressStep = (props: AddressStepProps) => {
  const { entered, errors } = props
  const t = useMessages(checkoutMessages)
  const textField = textFieldOf(props)
  return (
    <Step number={2} title={t('address')}>
      <div className={layout.fields}>
        <NameParts entered={entered} />
        <Field
          name={nameField}
          label={t('fullName')}
          autoComplete="name"
          defaultValue={fullName(entered)}
          error={errors[nameField]}
          required
          maxLength={120}
        />
        <Field {...textField('address', t('addressLine'), 'address-line1')} required maxLength={120} />
        <Field
          {...textField('city', t('city'), 'address-level2')}
          className={styles.half}
          required
          maxLength={80}
        />
        <Field
          {...textField('zip', t(entered.country === 'US' ? 'zipCode' : 'postalCode'), 'postal-code')}
          className={styles.half}
          maxLength={16}
          data={{ 'data-region-pattern': regionPattern(entered.country) }}
        />
        <PlaceFields {...props} />
        <More {...props} />
      </div>
    </Step>
  )
}
