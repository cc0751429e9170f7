import type { ReplyOf } from '#shared/endpoint.ts'
import type { viewOnboarding } from '#survey/endpoints.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './account-home-page.module.css'

type Onboarding = NonNullable<ReplyOf<typeof viewOnboarding>['survey']>

/** Asks the member to complete the profile, and says how much is missing. */
export const ProfileInvitation = ({ survey }: { readonly survey: Onboarding }) => (
  <section className={styles.last} aria-labelledby="profile">
    <h2 className={text.h4} id="profile">
      {survey.title}
    </h2>
    <p className={classNames(text.mute, styles.invitation)}>
      {survey.answered === 0 ? survey.lead : `${survey.answered} of ${survey.number_of_questions} answered.`}
    </p>
    <p className={styles.actions}>
      <ButtonLink kind="secondary" size="small" href={`/onboarding/${survey.survey_id}`}>
        {survey.answered === 0 ? 'Answer the questions' : 'Continue'}
      </ButtonLink>
    </p>
  </section>
)
