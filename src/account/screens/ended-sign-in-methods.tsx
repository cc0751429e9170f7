import { Checkbox } from '#ui/checkbox.tsx'
import type { SignOnProvider } from '../sign-on-endpoints.ts'
import { providerNames } from './provider-names.ts'
import styles from './settings-page.module.css'

export interface SignInMethods {
  readonly providers: readonly SignOnProvider[]
  readonly passkeys: readonly { readonly id: string; readonly name: string }[]
}

const passkeyFieldPrefix = 'end-passkey-'
const uuidPattern = /^[0-9a-f-]{36}$/

/** The ways in that were ticked, as the calls take them. */
export const endedSignInMethods = (form: FormData) => ({
  end_providers: (['google', 'facebook'] as const).filter((provider) => form.has(`end-${provider}`)),
  end_passkeys: [...form.keys()].flatMap((name) => {
    const id = name.startsWith(passkeyFieldPrefix) ? name.slice(passkeyFieldPrefix.length) : ''
    return uuidPattern.test(id) ? [id] : []
  }),
})

/** Everything besides the password that signs in, each to be ended together with the sessions; nothing where there is none. */
export const EndedSignInMethods = ({
  methods: { providers, passkeys },
}: {
  readonly methods: SignInMethods
}) =>
  providers.length + passkeys.length === 0 ? null : (
    <fieldset className={styles.ways}>
      <legend>These can sign in as well. Tick those that are to end.</legend>
      {providers.map((provider) => (
        <Checkbox key={provider} name={`end-${provider}`} label={providerNames[provider]} />
      ))}
      {passkeys.map(({ id, name }) => (
        <Checkbox key={id} name={`${passkeyFieldPrefix}${id}`} label={`Passkey: ${name}`} />
      ))}
    </fieldset>
  )
