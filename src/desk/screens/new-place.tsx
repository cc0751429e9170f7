import { ActionButton } from './parts/action.tsx'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'

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
