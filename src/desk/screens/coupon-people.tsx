import { ActionButton } from './parts/action.tsx'
import { ChoiceEntry, Fields, TextEntry } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'

interface CouponPeopleProps {
  readonly people: number
  /** What was typed before a refusal. */
  readonly entered: string | undefined
  readonly error: string | undefined
}

/** The emails of a text, one a line or with commas between them. */
export const emailsIn = (text: string): readonly string[] =>
  text.split(/[\s,;]+/).filter((email) => email !== '')

/** Who is on a coupon's list: people come and go, and nobody reads it. */
export const CouponPeople = ({ people, entered, error }: CouponPeopleProps) => (
  <Section title="People on its list" aside={people.toLocaleString('en-US')}>
    <form method="post">
      <input type="hidden" name="intent" value="people" />
      <Fields>
        <TextEntry
          label="Emails"
          name="emails"
          rows={4}
          required
          autoComplete="off"
          hint="One a line, at most 1,000 at once. The shop stores what they can be compared with, so the list cannot be read."
          defaultValue={entered}
          error={error}
        />
        <ChoiceEntry
          label="What to do"
          name="change"
          choices={[
            ['add', 'put them on the list'],
            ['remove', 'take them off'],
          ]}
        />
        <p>
          <ActionButton>Save the list</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)
