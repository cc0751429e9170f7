import type { LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { viewUser } from '../endpoints.ts'
import { settingsPaths } from '../rules/settings-paths.ts'
import { PasswordForm } from './settings-forms.tsx'
import { PasskeyList, ProviderConnections } from './sign-in-lists.tsx'
import { ProofPage } from './proof-form.tsx'
import { SettingsPageFrame, SettingsSection } from './settings-frame.tsx'
import { settingsAction } from './settings-actions.ts'
import { readSignInMethods } from './sign-in-settings.ts'
import { useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const methods = await readSignInMethods({ context })
  const { email } = await context.get(shopContext).call(viewUser, {})
  const query = new URL(request.url).searchParams
  const enteredName = query.get('passkey_name')?.slice(0, 60) ?? ''
  return { email, ...methods, enteredName, done: query.get('done') }
}

export const action = settingsAction

/** How the member signs in: password, passkeys, and accounts elsewhere. */
const SignInSettingsPage = () => {
  const t = useMessages(settingsMessages)

  const { email, signInMethods, otherMethods, passkeys, enteredName, done } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (refused && 'proof' in refused) return <ProofPage proof={refused.proof} />
  return (
    <SettingsPageFrame at={settingsPaths.signIn} title={t('signIn')} done={done} failure={refused?.failure}>
      <SettingsSection id="password-heading" title={t('password')}>
        <PasswordForm
          email={email}
          signInMethods={signInMethods}
          otherMethods={otherMethods}
          errors={refused?.failure.fields ?? {}}
        />
      </SettingsSection>
      <PasskeyList passkeys={passkeys} enteredName={enteredName} />
      <ProviderConnections providers={signInMethods.providers} />
    </SettingsPageFrame>
  )
}

export default SignInSettingsPage
