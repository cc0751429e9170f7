import type { LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { shopLocales } from '#shared/locale.ts'
import { viewUser } from '../endpoints.ts'
import { viewLanguage } from '../settings-endpoints.ts'
import { settingsPaths } from '../rules/settings-paths.ts'
import { ContactForm, EmailForm, LanguageForm } from './settings-forms.tsx'
import { ProofPage } from './proof-form.tsx'
import { SettingsPageFrame, SettingsSection } from './settings-frame.tsx'
import { settingsAction } from './settings-actions.ts'
import { useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { actor, call } = context.get(shopContext)
  const user = await call(viewUser, {})
  const { locale: mailLocale } = await call(viewLanguage, {})
  // Only the member may change the email.
  const mayChangeEmail = actor.kind !== 'agent'
  return { user, mailLocale, mayChangeEmail, done: new URL(request.url).searchParams.get('done') }
}

export const action = settingsAction

type Contact = Pick<ReplyOf<typeof viewUser>, 'firstName' | 'lastName' | 'phone'>
type Entered = { readonly [name in keyof Contact]: string | null }

const contactOf = (user: Contact, typed: Entered | undefined): Contact => ({
  firstName: typed?.firstName ?? user.firstName,
  lastName: typed?.lastName ?? user.lastName,
  phone: typed?.phone ?? user.phone,
})

/** The first page of the settings: who the member is and how to reach them. */
const SettingsPage = () => {
  const t = useMessages(settingsMessages)

  const { user, mailLocale, mayChangeEmail, done } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (refused && 'proof' in refused) return <ProofPage proof={refused.proof} />
  const errors = refused?.failure.fields ?? {}
  return (
    <SettingsPageFrame
      at={settingsPaths.profile}
      title={t('settings')}
      done={done}
      failure={refused?.failure}
    >
      <SettingsSection id="contact" title={t('yourAccount')}>
        <ContactForm user={contactOf(user, refused?.typed)} errors={errors} />
      </SettingsSection>
      {mayChangeEmail ? (
        <SettingsSection id="email-heading" title={t('email')}>
          <EmailForm email={user.email} entered={refused?.typed.newEmail ?? ''} errors={errors} />
        </SettingsSection>
      ) : null}
      {shopLocales.length > 1 ? (
        <SettingsSection id="language-heading" title={t('language')}>
          <LanguageForm chosen={mailLocale} error={errors['locale']} />
        </SettingsSection>
      ) : null}
    </SettingsPageFrame>
  )
}

export default SettingsPage
