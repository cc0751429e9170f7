import type { FormFailure } from '#account/screens/form-failure.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { PhotosField, TextAreaField } from '#ui/field.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { problemPagesMessages } from '../messages/problem-pages-messages.ts'
import type { viewProblems } from '../problem-endpoints.ts'
import { maxPhotos } from '../rules/problem-offer.ts'
import type { ProblemKind, ProblemWish } from '../rules/problem-offer.ts'
import { LineField } from './return-form.tsx'
import type { Typed } from './return-form.tsx'
import styles from './return-page.module.css'

export type Problems = ReplyOf<typeof viewProblems>

type Translate = ReturnType<typeof problemPagesMessages.in>

/** What is wrong, in words. */
export const kindTexts = (t: Translate) =>
  ({
    missing: t('missing'),
    damaged: t('damaged'),
    'wrong-item': t('wrongItem'),
  }) satisfies Record<ProblemKind, string>

const wishTexts = (t: Translate) =>
  ({ reship: t('reship'), refund: t('refund') }) satisfies Record<ProblemWish, string>

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
    <legend className={styles.legend}>{useMessages(problemPagesMessages)('which')}</legend>
    {failure?.fields['lines'] ? <p id="lines-error">{failure.fields['lines']}</p> : null}
    {problems.lines.map((line) => (
      <LineField key={line.position} line={line} isOnly={problems.lines.length === 1} typed={typed} />
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

const Photos = ({ error }: { readonly error: string | undefined }) => {
  const t = useMessages(problemPagesMessages)
  const hint = t('photosHint', { count: maxPhotos })
  return <PhotosField name="photos" label={t('photos')} hint={hint} error={error} />
}

/** What is wrong, with what, and what we do about it. */
export const ProblemForm = ({ problems, email, requestId, typed, failure }: ProblemFormProps) => {
  const t = useMessages(problemPagesMessages)
  return (
    <form method="post" action="/problem" encType="multipart/form-data" className={styles.form} noValidate>
      <input type="hidden" name="step" value="report" />
      <input type="hidden" name="number" value={problems.number} />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="request_id" value={requestId} />
      <Choices
        name="kind"
        legend={t('wrong')}
        texts={kindTexts(t)}
        chosen={ownValue(typed, 'kind')}
        error={failure?.fields['kind']}
      />
      <Lines problems={problems} typed={typed} failure={failure} />
      <TextAreaField
        name="details"
        label={t('details')}
        rows={4}
        maxLength={2000}
        defaultValue={ownValue(typed, 'details')}
        error={failure?.fields['details']}
      />
      <Photos error={failure?.fields['photos']} />
      <Choices
        name="wish"
        legend={t('fix')}
        texts={wishTexts(t)}
        chosen={ownValue(typed, 'wish')}
        error={failure?.fields['wish']}
      />
      <Button kind="primary" wide>
        {t('send')}
      </Button>
    </form>
  )
}
