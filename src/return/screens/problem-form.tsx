import type { FormFailure } from '#account/screens/form-failure.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { PhotosField, SelectField, TextAreaField } from '#ui/field.tsx'
import type { viewProblems } from '../problem-endpoints.ts'
import { maxPhotos } from '../rules/problem-offer.ts'
import type { ProblemKind, ProblemWish } from '../rules/problem-offer.ts'
import { lineField, refundHint } from './return-form.tsx'
import type { Typed } from './return-form.tsx'
import styles from './return-page.module.css'

export type Problems = ReplyOf<typeof viewProblems>

/** What is wrong, in words. */
export const kindTexts = {
  missing: 'Something is missing',
  damaged: 'Something is damaged',
  'wrong-item': 'It’s not what I ordered',
} as const satisfies Record<ProblemKind, string>

const wishTexts = {
  reship: 'Send it again for free',
  refund: 'Refund it',
} as const satisfies Record<ProblemWish, string>

interface ProblemFormProps {
  readonly problems: Problems
  /** Of a guest; empty for a member. */
  readonly email: string
  readonly requestId: string
  readonly typed: Typed
  readonly failure: FormFailure | null
}

const Lines = ({ problems, typed, failure }: Pick<ProblemFormProps, 'problems' | 'typed' | 'failure'>) => (
  <fieldset className={styles.lines} id="lines" aria-describedby={failure?.fields['lines'] && 'lines-error'}>
    <legend className={styles.legend}>Which items?</legend>
    {failure?.fields['lines'] ? <p id="lines-error">{failure.fields['lines']}</p> : null}
    {problems.lines.map((line) => (
      <SelectField
        key={line.position}
        name={lineField(line.position)}
        label={line.name}
        hint={refundHint(line)}
        options={Array.from({ length: line.quantity + 1 }, (_, count) => ({
          value: String(count),
          label: count === 0 ? 'None' : String(count),
        }))}
        defaultValue={
          ownValue(typed, lineField(line.position)) ??
          (problems.lines.length === 1 ? String(line.quantity) : '0')
        }
      />
    ))}
  </fieldset>
)

interface ChoicesProps {
  readonly name: string
  readonly legend: string
  readonly texts: Readonly<Record<string, string>>
  readonly chosen: string | undefined
  readonly error: string | undefined
}

const Choices = ({ name, legend, texts, chosen, error }: ChoicesProps) => (
  <ChoiceRows legend={legend} id={name} error={error}>
    {Object.entries(texts).map(([value, label], at) => (
      <ChoiceRow
        key={value}
        name={name}
        value={value}
        label={label}
        defaultChecked={chosen === undefined ? at === 0 : chosen === value}
      />
    ))}
  </ChoiceRows>
)

/** What is wrong, with what, and what we do about it. */
export const ProblemForm = ({ problems, email, requestId, typed, failure }: ProblemFormProps) => (
  <form method="post" action="/problem" encType="multipart/form-data" className={styles.form} noValidate>
    <input type="hidden" name="step" value="report" />
    <input type="hidden" name="number" value={problems.number} />
    <input type="hidden" name="email" value={email} />
    <input type="hidden" name="request_id" value={requestId} />
    <Choices
      name="kind"
      legend="What’s wrong?"
      texts={kindTexts}
      chosen={ownValue(typed, 'kind')}
      error={failure?.fields['kind']}
    />
    <Lines problems={problems} typed={typed} failure={failure} />
    <TextAreaField
      name="details"
      label="What happened?"
      rows={4}
      maxLength={2000}
      defaultValue={ownValue(typed, 'details')}
      error={failure?.fields['details']}
    />
    <PhotosField
      name="photos"
      label="Photos"
      hint={`Up to ${maxPhotos}, each up to 10 MB: JPEG, PNG or WebP. We remove hidden data such as the location.`}
      error={failure?.fields['photos']}
    />
    <Choices
      name="wish"
      legend="How should we fix it?"
      texts={wishTexts}
      chosen={ownValue(typed, 'wish')}
      error={failure?.fields['wish']}
    />
    <Button kind="primary" wide>
      Send
    </Button>
  </form>
)
