import { ask } from '#app/shell/browser/ask.ts'
import { CallFailed } from '#app/shell/browser/call-client.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const failed = 'This did not work. Kindly try again, or sign in another way.'

const post = async (path: `/${string}`, payload: object): Promise<Record<string, unknown>> => {
  const reply = await ask({ method: 'POST', path }, payload)
  return isRecord(reply) ? reply : {}
}

/** What the shop said no with, as one sentence: of the first field, else of the error. */
const refusal = (thrown: unknown): string | null =>
  thrown instanceof CallFailed ? (Object.values(thrown.fields)[0] ?? thrown.detail) : null

const isForGet = (value: unknown): value is PublicKeyCredentialRequestOptionsJSON =>
  isRecord(value) && typeof value['challenge'] === 'string'

const isForCreate = (value: unknown): value is PublicKeyCredentialCreationOptionsJSON =>
  isForGet(value) && 'pubKeyCredParams' in value

/** Asks the browser's passkeys; null when nothing came of it. */
const assertion = async (
  mediation: CredentialMediationRequirement,
  signal: AbortSignal,
): Promise<PublicKeyCredential | null> => {
  const { options } = await post('/account/passkey-sign-in/start/', {})
  if (!isForGet(options)) return null
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey, mediation, signal })
  return credential instanceof PublicKeyCredential ? credential : null
}

const signIn = async (credential: PublicKeyCredential | null, returnTo: string): Promise<void> => {
  if (credential === null) return
  await post('/account/passkey-sign-in/', { credential: credential.toJSON() })
  location.assign(returnTo)
}

/** Says in the element beside a button what went wrong; a person who changed their mind knows. */
const tell = (place: ParentNode | null, thrown: unknown): void => {
  const line = place?.querySelector('[data-passkey-message]')
  if (!line || (thrown instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(thrown.name)))
    return
  line.textContent = refusal(thrown) ?? failed
}

const watchSignIn = async (place: HTMLElement): Promise<void> => {
  const returnTo = place.dataset['returnTo'] ?? '/account/home'
  let asking = new AbortController()
  place.hidden = false
  place.querySelector('button')?.addEventListener('click', () => {
    // A browser answers one question at a time: the silent one ends first.
    asking.abort()
    asking = new AbortController()
    void assertion('required', asking.signal)
      .then((credential) => signIn(credential, returnTo))
      .catch((thrown: unknown) => tell(place, thrown))
  })
  // Offers passkeys where the e-mail is typed; says nothing when it comes to nothing.
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
  const silent = asking
  await assertion('conditional', silent.signal)
    .then((credential) => signIn(credential, returnTo))
    .catch((thrown: unknown) => {
      if (refusal(thrown) !== null) tell(place, thrown)
    })
}

const toConfirm = (name: string): string => {
  const back = `/account?${new URLSearchParams({ passkey_name: name })}`
  return `/account/confirm?${new URLSearchParams({ return_to: back })}`
}

/** A passkey is made by the member alone: who did not prove it lately goes to the page that asks, and comes back. */
const add = async (form: HTMLFormElement): Promise<void> => {
  const name = text(new FormData(form).get('passkey_name'))
  try {
    await register(name)
    location.assign('/account?done=passkey')
  } catch (thrown) {
    if (!(thrown instanceof CallFailed && thrown.code === 'PROOF_REQUIRED')) throw thrown
    location.assign(toConfirm(name))
  }
}

const register = async (name: string): Promise<void> => {
  const { options } = await post('/account/passkeys/start/', {})
  if (!isForCreate(options)) return
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('', 'AbortError')
  await post('/account/passkeys/', { name, credential: credential.toJSON() })
}

/** Proves by a passkey that it is the member, then sends the form that waited for it. */
const prove = async (form: HTMLFormElement): Promise<void> => {
  const { options } = await post('/account/proof/passkey/start/', {})
  if (!isForGet(options)) return
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) return
  await post('/account/proof/passkey/', { credential: credential.toJSON() })
  // Not `requestSubmit`: this handler would take it again.
  form.submit()
}

const watchForm = (form: HTMLFormElement, act: (form: HTMLFormElement) => Promise<void>): void => {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void act(form).catch((thrown: unknown) => tell(form, thrown))
  })
}

/** Wakes what needs passkeys, in browsers that have them; everywhere else it stays hidden. */
export const watchPasskeys = (): void => {
  if (!('PublicKeyCredential' in window) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return
  const place = document.querySelector('[data-passkey="sign-in"]')
  if (place instanceof HTMLElement) void watchSignIn(place)
  for (const [name, act] of [
    ['add', add],
    ['prove', prove],
  ] as const) {
    const form = document.querySelector(`form[data-passkey="${name}"]`)
    if (form instanceof HTMLFormElement) watchForm(form, act)
  }
}
