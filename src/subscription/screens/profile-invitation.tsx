import type { ReplyOf } from '#shared/endpoint.ts'
import type { viewOnboarding } from '#survey/endpoints.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './account-home-page.module.css'
import { DataText, UntranslatedContext } from '#ui/in-first-language.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'

type Onboarding = NonNullable<ReplyOf<typeof viewOnboarding>['survey']>

/** Asks the member to complete the profile, and says how much is missing. */
export const ProfileInvitation = ({ survey }: { readonly survey: Onboarding }) => {
  const t = useMessages(subscriptionMessages)
  return (
    <UntranslatedContext value={new Set(survey.untranslated)}>
      <section className={styles.last} aria-labelledby="profile">
        <h2 className={text.h4} id="profile">
          <DataText of={survey.title} />
        </h2>
        <p className={classNames(text.mute, styles.invitation)}>
          {survey.answered === 0 ? (
            <DataText of={survey.lead} />
          ) : (
            t('answered', { done: survey.answered, count: survey.number_of_questions })
          )}
        </p>
        <p className={styles.actions}>
          <ButtonLink kind="secondary" size="small" href={`/onboarding/${survey.survey_id}`}>
            {survey.answered === 0 ? t('answer') : t('continue')}
          </ButtonLink>
        </p>
      </section>
    </UntranslatedContext>
  )
}
