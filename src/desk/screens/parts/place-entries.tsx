import { countries } from '#location/rules/countries.ts'
import { regionsOf } from '#location/rules/regions.ts'
import { ChoiceEntry, Entry } from './entry.tsx'

interface PlaceEntryProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
}

type Choices = readonly (readonly [value: string, text: string])[]

/** A stored or typed value stays visible, also where the list does not have it. */
const withValue = (choices: Choices, value: string): Choices =>
  choices.some(([code]) => code === value) ? choices : [[value, value], ...choices]

/** The country of an address, by its name; of an order, which stays in its country, that one alone. */
export const CountryEntry = ({
  value,
  staysIn,
  ...entry
}: PlaceEntryProps & { readonly staysIn?: string }) => (
  <ChoiceEntry
    {...entry}
    defaultValue={value}
    hint={staysIn === undefined ? undefined : 'An order stays in its country.'}
    choices={withValue(
      countries()
        .filter(({ code }) => staysIn === undefined || code === staysIn)
        .map(({ code, name }) => [code, name] as const),
      value,
    )}
  />
)

/** The region of an address: one of its country's, or a text where the country names none. */
export const RegionEntry = ({ value, country, ...entry }: PlaceEntryProps & { readonly country: string }) => {
  const regions = regionsOf(country)
  return regions.length === 0 ? (
    <Entry {...entry} defaultValue={value} maxLength={60} autoComplete="off" />
  ) : (
    <ChoiceEntry
      {...entry}
      defaultValue={value}
      choices={withValue([['', 'Choose…'], ...regions.map(({ code, name }) => [code, name] as const)], value)}
    />
  )
}
