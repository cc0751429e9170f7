import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { deleteAccount, setMailPreference, viewMailPreferences } from '../privacy-endpoints.ts'
import type { MailTopic } from '../rules/mail-topics.ts'
import { mailTopics } from '../rules/mail-topics.ts'
import { AccountFrame } from './account-frame.tsx'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import { FormRefusal } from './form-refusal.tsx'
import { ProofPage } from './proof-form.tsx'
import { requestProofIfRequired, acceptProof } from './proof-step.ts'
import { SettingsLinks, SettingsSection } from './settings-frame.tsx'
import styles from './settings-page.module.css'
import { rich, useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, locale } = context.get(shopContext)
  const { preferences } = await call(viewMailPreferences, {})
  const query = new URL(request.url).searchParams
  const t = settingsMessages.in(locale)
  const doneMessage = query.has('done') ? t('choicesSaved') : query.has('ready') ? t('dataReady') : null
  return { preferences, doneMessage }
}

const savePreference = async ({ call }: ShopContext, form: FormData): Promise<void> => {
  const topic = mailTopics.find((name) => name === formText(form, 'topic'))
  if (topic) await call(setMailPreference, { topic, wanted: formText(form, 'intent') === 'on' })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const shop = context.get(shopContext)
  const isDeletion = formText(form, 'intent') === 'delete'
  const proofPrompt = await acceptProof(shop, form)
  if (proofPrompt) return proofPrompt
  try {
    if (isDeletion) await shop.call(deleteAccount, { email: formText(form, 'email') })
    else await savePreference(shop, form)
  } catch (thrown) {
    const requiredProof = await requestProofIfRequired(shop, form, thrown)
    if (requiredProof) return requiredProof
    const failure = formFailure(thrown)
    return data({ failure }, { status: failure.status })
  }
  return redirect(isDeletion ? '/' : '/account/settings/privacy?done', 303)
}

const topicNames = {
  'order-reminder': 'topicReminder',
  'order-shipped': 'topicShipped',
  'renewal-charged': 'topicRenewal',
  'review-request': 'topicReview',
} as const satisfies Record<MailTopic, string>

interface PreferenceProps {
  readonly topic: MailTopic
  readonly wanted: boolean
}

const Preference = ({ topic, wanted }: PreferenceProps) => {
  const t = useMessages(settingsMessages)
  const name = t(topicNames[topic])
  return (
    <li className={styles.row}>
      <span>
        {rich(
          t.rich('topicState', {
            topic: name,
            state: wanted ? 'on' : 'off',
            mute: (state) => <span className={text.mute}>{state}</span>,
          }),
        )}
      </span>
      <form method="post">
        <input type="hidden" name="topic" value={topic} />
        <Button
          kind="link"
          name="intent"
          value={wanted ? 'off' : 'on'}
          label={t('topicTurn', { topic: name, state: wanted ? 'on' : 'off' })}
        >
          {wanted ? t('turnOff') : t('turnOn')}
        </Button>
      </form>
    </li>
  )
}

const DeleteForm = ({ error }: { readonly error: string | undefined }) => {
  const t = useMessages(settingsMessages)
  return (
    <form method="post" className={styles.form} noValidate>
      <p className={text.mute}>{t('deleteNote')}</p>
      <Field
        name="email"
        type="email"
        label={t('typeEmail')}
        className={styles.fields}
        autoComplete="off"
        required
        error={error}
      />
      <Button kind="secondary" size="small" name="intent" value="delete">
        {t('deleteMyAccount')}
      </Button>
    </form>
  )
}

const YourData = () => {
  const t = useMessages(settingsMessages)
  return (
    <SettingsSection id="data" title={t('yourData')}>
      <div className={styles.form}>
        <p className={text.mute}>{t('dataNote')}</p>
        <ButtonLink kind="secondary" size="small" href="/account/your-data.json">
          {t('downloadData')}
        </ButtonLink>
        <p className={text.mute}>
          {rich(t.rich('consentNote', { link: (words) => <a href="/consent">{words}</a> }))}
        </p>
      </div>
    </SettingsSection>
  )
}

/** Mail preferences, stored data, and account deletion. */
const PrivacyPage = () => {
  const t = useMessages(settingsMessages)

  const { preferences, doneMessage } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && 'proof' in result) return <ProofPage proof={result.proof} />
  const refused = result
  return (
    <AccountFrame at="settings" title={t('emailAndPrivacy')}>
      <SettingsLinks at="/account/settings/privacy" />
      {refused ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      {doneMessage === null || refused ? null : (
        <Note kind="ok" isAnswer className={styles.note}>
          {doneMessage}
        </Note>
      )}
      <SettingsSection id="mails" title={t('email')}>
        <p className={text.mute}>{t('alwaysSent')}</p>
        <ul className={styles.list}>
          {preferences.map((preference) => (
            <Preference key={preference.topic} {...preference} />
          ))}
        </ul>
      </SettingsSection>
      <YourData />
      <SettingsSection id="delete" title={t('deleteAccount')}>
        <DeleteForm error={refused?.failure.fields['email']} />
      </SettingsSection>
    </AccountFrame>
  )
}

export default PrivacyPage
