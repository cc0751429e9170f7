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

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { preferences } = await context.get(shopContext).call(viewMailPreferences, {})
  const query = new URL(request.url).searchParams
  const doneMessage = query.has('done')
    ? 'Your choices are saved.'
    : query.has('ready')
      ? 'Thank you. You can now download your data.'
      : null
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
  'order-reminder': 'Order reminders, three days before each order',
  'order-shipped': 'Shipping updates',
  'renewal-charged': 'Receipts for renewals',
  'review-request': 'Requests for a review',
} as const satisfies Record<MailTopic, string>

interface PreferenceProps {
  readonly topic: MailTopic
  readonly wanted: boolean
}

const Preference = ({ topic, wanted }: PreferenceProps) => (
  <li className={styles.row}>
    <span>
      {topicNames[topic]}
      <span className={text.mute}>: {wanted ? 'on' : 'off'}</span>
    </span>
    <form method="post">
      <input type="hidden" name="topic" value={topic} />
      <Button
        kind="link"
        name="intent"
        value={wanted ? 'off' : 'on'}
        label={`${topicNames[topic]}: ${wanted ? 'turn off' : 'turn on'}`}
      >
        {wanted ? 'Turn off' : 'Turn on'}
      </Button>
    </form>
  </li>
)

const DeleteForm = ({ error }: { readonly error: string | undefined }) => (
  <form method="post" className={styles.form} noValidate>
    <p className={text.mute}>
      We’ll erase your name, addresses, cards and email, and sign you out everywhere. We keep orders as long
      as tax law requires. Cancel your subscriptions first.
    </p>
    <Field
      name="email"
      type="email"
      label="Type your email to confirm"
      className={styles.fields}
      autoComplete="off"
      required
      error={error}
    />
    <Button kind="secondary" size="small" name="intent" value="delete">
      Delete my account
    </Button>
  </form>
)

const YourData = () => (
  <SettingsSection id="data" title="Your data">
    <div className={styles.form}>
      <p className={text.mute}>Everything we store about you, in one file.</p>
      <ButtonLink kind="secondary" size="small" href="/account/your-data.json">
        Download my data
      </ButtonLink>
      <p className={text.mute}>
        Choose what we may measure and share in <a href="/consent">Consent Preferences</a>.
      </p>
    </div>
  </SettingsSection>
)

/** Mail preferences, stored data, and account deletion. */
const PrivacyPage = () => {
  const { preferences, doneMessage } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && 'proof' in result) return <ProofPage proof={result.proof} />
  const refused = result
  return (
    <AccountFrame at="settings" title="Email and privacy">
      <SettingsLinks at="/account/settings/privacy" />
      {refused ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      {doneMessage === null || refused ? null : (
        <Note kind="ok" isAnswer className={styles.note}>
          {doneMessage}
        </Note>
      )}
      <SettingsSection id="mails" title="Email">
        <p className={text.mute}>
          We always send order confirmations, notices about declined payments and links you request.
        </p>
        <ul className={styles.list}>
          {preferences.map((preference) => (
            <Preference key={preference.topic} {...preference} />
          ))}
        </ul>
      </SettingsSection>
      <YourData />
      <SettingsSection id="delete" title="Delete your account">
        <DeleteForm error={refused?.failure.fields['email']} />
      </SettingsSection>
    </AccountFrame>
  )
}

export default PrivacyPage
