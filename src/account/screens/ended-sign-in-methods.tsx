import { Checkbox } from '#ui/checkbox.tsx'
import type { SignOnProvider } from '../sign-on-endpoints.ts'
import { providerNames } from './sign-on-buttons.tsx'
import styles from './settings-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

export interface SignInMethods {
  readonly providers: readonly SignOnProvider[]
  readonly passkeys: readonly { readonly id: string; readonly name: string }[]
}

const passkeyFieldPrefix = 'end-passkey-'
const uuidPattern = /^[0-9a-f-]{36}$/

/** The checked sign-in methods, as the endpoints take them. */
export const endedSignInMethods = (form: FormData) => ({
  end_providers: (['google', 'facebook'] as const).filter((provider) => form.has(`end-${provider}`)),
  end_passkeys: [...form.keys()].flatMap((name) => {
    const id = name.startsWith(passkeyFieldPrefix) ? name.slice(passkeyFieldPrefix.length) : ''
    return uuidPattern.test(id) ? [id] : []
  }),
})

/** All sign-in methods except the password, each to be ended together with the sessions; nothing if there are none. */
export const EndedSignInMethods = ({
  methods: { providers, passkeys },
}: {
  readonly methods: SignInMethods
}) => {
  const t = useMessages(signInMessages)
  return providers.length + passkeys.length === 0 ? null : (
    <fieldset className={styles.methods}>
      <legend>{t('otherMethods')}</legend>
      {providers.map((provider) => (
        <Checkbox key={provider} name={`end-${provider}`} label={providerNames[provider]} />
      ))}
      {passkeys.map(({ id, name }) => (
        <Checkbox key={id} name={`${passkeyFieldPrefix}${id}`} label={t('passkeyNamed', { name })} />
      ))}
    </fieldset>
  )
}
