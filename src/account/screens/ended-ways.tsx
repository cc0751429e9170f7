import { Tick } from '#ui/tick.tsx'
import type { SignOnProvider } from '../sign-on-calls.ts'
import { providerNames } from './provider-names.ts'
import styles from './settings-page.module.css'

export interface WaysIn {
  readonly providers: readonly SignOnProvider[]
  readonly passkeys: readonly { readonly id: string; readonly name: string }[]
}

const ofPasskey = 'end-passkey-'
const uuidForm = /^[0-9a-f-]{36}$/

/** The ways in that were ticked, as the calls take them. */
export const endedWays = (form: FormData) => ({
  end_providers: (['google', 'facebook'] as const).filter((provider) => form.has(`end-${provider}`)),
  end_passkeys: [...form.keys()].flatMap((name) => {
    const id = name.startsWith(ofPasskey) ? name.slice(ofPasskey.length) : ''
    return uuidForm.test(id) ? [id] : []
  }),
})

/** Everything besides the password that signs in, each to be ended together with the sessions; nothing where there is none. */
export const EndedWays = ({ ways: { providers, passkeys } }: { readonly ways: WaysIn }) =>
  providers.length + passkeys.length === 0 ? null : (
    <fieldset className={styles.ways}>
      <legend>These can sign in as well. Tick those that are to end.</legend>
      {providers.map((provider) => (
        <Tick key={provider} name={`end-${provider}`} label={providerNames[provider]} />
      ))}
      {passkeys.map(({ id, name }) => (
        <Tick key={id} name={`${ofPasskey}${id}`} label={`Passkey: ${name}`} />
      ))}
    </fieldset>
  )
