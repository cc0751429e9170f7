import type { DeskPlaceField } from '../place-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { CheckEntry, ChoiceEntry, Entry, Fields, TextEntry, EntryRow } from './parts/entry.tsx'
import { DeskNote, Section } from './parts/section.tsx'

const valueName = (name: string): string => `value_${name}`

interface PlaceFormProps {
  readonly place: { readonly part: string; readonly key: string }
  readonly fields: readonly DeskPlaceField[]
  readonly errors: ReadonlyMap<string, string>
  readonly mayChange: boolean
  readonly mayRemove: boolean
}

const FieldEntry = ({
  field,
  error,
}: {
  readonly field: DeskPlaceField
  readonly error: string | undefined
}) => {
  const common = {
    label: field.label,
    name: valueName(field.name),
    hint: field.hint || undefined,
    error,
    defaultValue: field.value,
  }
  if (field.choices)
    return <ChoiceEntry {...common} choices={field.choices.map((value) => [value, value] as const)} />
  if (field.isLong)
    return <TextEntry {...common} rows={Math.min(12, Math.max(3, field.value.split('\n').length + 1))} />
  return <Entry {...common} autoComplete="off" />
}

/** The form of one part, which leads to its preview. */
export const PlaceForm = ({ place, fields, errors, mayChange, mayRemove }: PlaceFormProps) => (
  <form method="post" action="/desk/places/change">
    <input type="hidden" name="by" value="form" />
    <input type="hidden" name="part" value={place.part} />
    <input type="hidden" name="key" value={place.key} />
    <Fields>
      {fields.map((field) => (
        <FieldEntry key={field.name} field={field} error={errors.get(field.name)} />
      ))}
      {mayChange && mayRemove ? (
        <CheckEntry label="Remove it instead" name={valueName('remove')} value="yes" />
      ) : null}
      {mayChange ? (
        <p>
          <ActionButton kind="primary">Preview the change</ActionButton>
        </p>
      ) : (
        <DeskNote>Your role sees this and does not change it. Operations and owners do.</DeskNote>
      )}
    </Fields>
  </form>
)

const NewMethod = () => (
  <form method="get" action="/desk/places/change">
    <EntryRow>
      <Entry label="Zone" name="zone" pattern="[a-z][a-z0-9_\-]*" required autoComplete="off" />
      <Entry
        label="Code of the method"
        name="method"
        pattern="[a-z][a-z0-9_\-]*"
        required
        autoComplete="off"
      />
      <ActionButton>Add a method</ActionButton>
    </EntryRow>
  </form>
)

/** Leads to the form of something new, by its code. */
export const NewPlace = () => (
  <Section title="Add">
    <form method="get" action="/desk/places/change">
      <EntryRow>
        <Entry
          label="New country, by its two letters"
          name="country"
          pattern="[A-Za-z]{2}"
          required
          autoComplete="off"
        />
        <ActionButton>Add a country</ActionButton>
      </EntryRow>
    </form>
    <NewMethod />
    <form method="get" action="/desk/places/change">
      <EntryRow>
        <Entry
          label="Country with holidays of its own"
          name="holidays"
          pattern="[A-Za-z]{2}"
          required
          autoComplete="off"
        />
        <ActionButton>Add holidays</ActionButton>
      </EntryRow>
    </form>
  </Section>
)
