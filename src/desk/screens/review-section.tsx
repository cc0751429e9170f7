import { declineReasons, declineText } from '#review/rules/review.ts'
import type { DeclineReason, ReviewFlag } from '#review/rules/review.ts'
import type { DeskReview } from '../review-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { ChoiceEntry, EntryRow } from './parts/entry.tsx'
import { StateMark } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'
import styles from './review-section.module.css'

const flagTexts: Readonly<Record<ReviewFlag, string>> = {
  profanity: 'Offensive words?',
  'health-claim': 'A claim about health?',
  'contact-details': 'Contact details?',
}

const reasonTexts: Readonly<Record<DeclineReason, string>> = {
  profanity: 'Offensive language',
  'health-claim': 'A claim about health',
  'personal-data': 'Personal details',
  'not-about-product': 'Not about the product',
}

const Named = ({ review, decision }: { readonly review: DeskReview; readonly decision: string }) => (
  <>
    <input type="hidden" name="id" value={review.id} />
    <input type="hidden" name="version" value={review.version} />
    <input type="hidden" name="decision" value={decision} />
  </>
)

const Decision = ({ review }: { readonly review: DeskReview }) => (
  <div className={styles.decision}>
    {review.state === 'published' ? null : (
      <form method="post">
        <Named review={review} decision="publish" />
        <ActionButton kind="primary" aria-label={`Publish “${review.title}”`}>
          Publish
        </ActionButton>
      </form>
    )}
    <form method="post">
      <Named review={review} decision="decline" />
      <EntryRow>
        <ChoiceEntry
          label="Reason, which its author reads"
          name="reason"
          choices={[
            ['', 'Choose'],
            ...declineReasons.map((reason): [string, string] => [reason, reasonTexts[reason]]),
          ]}
          defaultValue={review.decline_reason ?? ''}
        />
        <ActionButton aria-label={`Decline “${review.title}”`}>Decline</ActionButton>
      </EntryRow>
    </form>
  </div>
)

/** One review with its marks, and what can be decided about it. */
export const OneReview = ({ review }: { readonly review: DeskReview }) => (
  <div className={styles.review}>
    <Section
      title={review.title}
      aside={
        <>
          {review.stars} of 5, {review.product}
        </>
      }
    >
      {review.flags.length > 0 ? (
        <p className={styles.flags}>
          {review.flags.map((flag) => (
            <StateMark key={flag} mark={{ level: 'half', tone: 'bad', word: flagTexts[flag] }} />
          ))}
        </p>
      ) : null}
      <p className={styles.text}>{review.text}</p>
      <p className={styles.by}>
        {review.name}, <Moment at={review.written_at} />
        {review.decline_reason === null ? null : `. Declined: ${declineText(review.decline_reason, 'en')}`}
      </p>
      <Decision review={review} />
    </Section>
  </div>
)
