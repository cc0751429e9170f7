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
    ? 'Your choice is saved.'
    : query.has('ready')
      ? 'Thank you. You can download your data now.'
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
  'order-reminder': 'Three days before each order of a subscription',
  'order-shipped': 'When an order ships',
  'renewal-charged': 'When a renewal was charged',
} as const satisfies Record<MailTopic, string>

interface PreferenceProps {
  readonly topic: MailTopic
  readonly wanted: boolean
}

const Preference = ({ topic, wanted }: PreferenceProps) => (
  <li className={styles.row}>
    <span>
      {topicNames[topic]}
      <span className={text.mute}>: {wanted ? 'mailed' : 'not mailed'}</span>
    </span>
    <form method="post">
      <input type="hidden" name="topic" value={topic} />
      <Button
        kind="link"
        name="intent"
        value={wanted ? 'off' : 'on'}
        label={`${topicNames[topic]}: ${wanted ? 'stop mailing' : 'mail'}`}
      >
        {wanted ? 'Stop' : 'Mail me'}
      </Button>
    </form>
  </li>
)

const DeleteForm = ({ error }: { readonly error: string | undefined }) => (
  <form method="post" className={styles.form} noValidate>
    <p className={text.mute}>
      Your name, addresses, cards and email are erased and you are signed out everywhere. Orders stay as long
      as tax law asks for them. Live subscriptions have to be canceled first.
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

/** Mail preferences, stored data, and account deletion. */
const PrivacyPage = () => {
  const { preferences, doneMessage } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && 'proof' in result) return <ProofPage proof={result.proof} />
  const refused = result
  return (
    <AccountFrame at="settings" title="Mails and privacy">
      <SettingsLinks at="/account/settings/privacy" />
      {refused ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      {doneMessage === null || refused ? null : (
        <Note kind="ok" className={styles.note}>
          {doneMessage}
        </Note>
      )}
      <SettingsSection id="mails" title="Mails">
        <p className={text.mute}>Confirmations, refused payments and links you ask for always come.</p>
        <ul className={styles.list}>
          {preferences.map((preference) => (
            <Preference key={preference.topic} {...preference} />
          ))}
        </ul>
      </SettingsSection>
      <SettingsSection id="data" title="Your data">
        <div className={styles.form}>
          <p className={text.mute}>Everything we keep about you, as a file.</p>
          <ButtonLink kind="secondary" size="small" href="/account/your-data.json">
            Download my data
          </ButtonLink>
          <p className={text.mute}>
            What may be measured and shared with others, and whether your browser’s privacy signal is stored:{' '}
            <a href="/consent">your consent</a>.
          </p>
        </div>
      </SettingsSection>
      <SettingsSection id="delete" title="Delete your account">
        <DeleteForm error={refused?.failure.fields['email']} />
      </SettingsSection>
    </AccountFrame>
  )
}

export default PrivacyPage
