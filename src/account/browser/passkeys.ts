import { inPageLanguage } from '#ui/browser/page-address.ts'
import { requestJson } from '#ui/browser/request-json.ts'
import { ApiError } from '#ui/browser/json-client.ts'
import { settingsPaths } from '../rules/settings-paths.ts'
import { isRecord } from '#shared/is-record.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const post = async (path: `/${string}`, payload: object): Promise<Record<string, unknown>> => {
  const reply = await requestJson({ method: 'POST', path }, payload)
  return isRecord(reply) ? reply : {}
}

/** The shop's refusal, as one message: of the first field, otherwise of the error. */
const refusalMessage = (thrown: unknown): string | null =>
  thrown instanceof ApiError ? (Object.values(thrown.fields)[0] ?? thrown.detail) : null

const isForGet = (value: unknown): value is PublicKeyCredentialRequestOptionsJSON =>
  isRecord(value) && typeof value['challenge'] === 'string'

const isForCreate = (value: unknown): value is PublicKeyCredentialCreationOptionsJSON =>
  isForGet(value) && 'pubKeyCredParams' in value

/** Asks the browser for a passkey; null when the person canceled. */
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
  location.assign(inPageLanguage(returnTo))
}

/** Shows an error in the element next to a button; nothing is shown when the person canceled. */
const showError = (container: ParentNode | null, thrown: unknown): void => {
  const messageElement = container?.querySelector<HTMLElement>('[data-passkey-message]')
  if (
    !messageElement ||
    (thrown instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(thrown.name))
  )
    return
  messageElement.textContent = refusalMessage(thrown) ?? messageElement.dataset['failed'] ?? ''
}

const watchSignIn = async (container: HTMLElement): Promise<void> => {
  const returnTo = container.dataset['returnTo'] ?? '/account/home'
  let controller = new AbortController()
  container.hidden = false
  container.querySelector('button')?.addEventListener('click', () => {
    // A browser answers one question at a time: the silent one ends first.
    controller.abort()
    controller = new AbortController()
    void assertion('required', controller.signal)
      .then((credential) => signIn(credential, returnTo))
      .catch((thrown: unknown) => showError(container, thrown))
  })
  // Offers passkeys in the e-mail field; a failure shows no message.
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
  const conditional = controller
  await assertion('conditional', conditional.signal)
    .then((credential) => signIn(credential, returnTo))
    .catch((thrown: unknown) => {
      if (refusalMessage(thrown) !== null) showError(container, thrown)
    })
}

const confirmPath = (name: string): string => {
  const back = `${settingsPaths.signIn}?${new URLSearchParams({ passkey_name: name })}`
  return `/account/confirm?${new URLSearchParams({ return_to: back })}`
}

/**
 * A passkey is made by the member only: without a recent proof, the browser goes to the page that asks for it, and
 * comes back.
 */
const add = async (form: HTMLFormElement): Promise<void> => {
  const name = text(new FormData(form).get('passkey_name'))
  try {
    await register(name)
    location.assign(inPageLanguage(`${settingsPaths.signIn}?done=passkey`))
  } catch (thrown) {
    if (!(thrown instanceof ApiError && thrown.code === 'PROOF_REQUIRED')) throw thrown
    location.assign(inPageLanguage(confirmPath(name)))
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

const watchForm = (form: HTMLFormElement, handle: (form: HTMLFormElement) => Promise<void>): void => {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void handle(form).catch((thrown: unknown) => showError(form, thrown))
  })
}

/** Enables what needs passkeys, in browsers that support them; otherwise it stays hidden. */
export const watchPasskeys = (): void => {
  if (!('PublicKeyCredential' in window) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return
  const container = document.querySelector('[data-passkey="sign-in"]')
  if (container instanceof HTMLElement) void watchSignIn(container)
  for (const [name, handle] of [
    ['add', add],
    ['prove', prove],
  ] as const) {
    const form = document.querySelector(`form[data-passkey="${name}"]`)
    if (form instanceof HTMLFormElement) watchForm(form, handle)
  }
}
